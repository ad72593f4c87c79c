import { hint } from '../hints.ts';
import { wordsOf } from '../names.ts';
import { kindOf } from '../parameter-kind.ts';
import { type ToolFacts, type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer } from '../server.ts';
import { handlersOf } from './handlers.ts';

/** First words of identifiers that change something, as tools are usually named. */
const CHANGING: ReadonlySet<string> = new Set(
  'delete remove write create update send post execute run drop'.split(' '),
);

function contradictions(tool: Offer): ToolHit[] {
  const [verb = ''] = wordsOf(tool.name);
  const isReading = hint(tool, 'readOnlyHint') === true;
  const isGentle = isReading || hint(tool, 'destructiveHint') === false;
  const notes = [
    ...(isReading && hint(tool, 'destructiveHint') === true ? ['It is both read-only and destructive.'] : []),
    ...(isReading && CHANGING.has(verb) ? [`It is read-only, and its name begins with "${verb}".`] : []),
    ...(!isReading && isGentle && (verb === 'delete' || verb === 'drop')
      ? [`It is not destructive, and its name begins with "${verb}".`]
      : []),
    ...(isGentle && tool.parameters.some((one) => one.isFree && kindOf(one) === 'code')
      ? ['It is declared harmless, and takes free code.']
      : []),
    ...(hint(tool, 'openWorldHint') === false && tool.parameters.some((one) => one.isFree && kindOf(one) === 'url')
      ? ['It is declared to stay in a closed world, and takes any address.']
      : []),
  ];
  return notes.map((note) => ({ at: tool.at, confidence: 'firm', severity: 'MEDIUM', note }));
}

const WRITES =
  /\b(?:truncate\s+(?:table\s+)?[\w"`${]|delete\s+from|drop\s+(?:table|schema|database|index)|insert\s+into|update\s+[\w"`${}.()]+\s+set|alter\s+table)/i;
/** Annotations of one tool against the part of the source that answers for it. */
function writesInSource(tool: Offer, facts: ToolFacts): ToolHit[] {
  const handlers = handlersOf(tool, facts);
  const say = (note: string): ToolHit[] => [{ at: tool.at, confidence: 'firm', note }];
  const isReading = hint(tool, 'readOnlyHint') === true;
  if (isReading && handlers.some(({ all }) => WRITES.test(all)))
    return say('It says it only reads, and its source writes to a database.');
  if (isReading && handlers.some(({ all }) => ALTERS.some((shape) => shape.test(all))))
    return say('It says it only reads, and its source changes or removes something.');
  if (hint(tool, 'destructiveHint') === false && handlers.some(({ all }) => DESTROYS.test(all)))
    return say('It says it destroys nothing, and its source removes something.');
  return [];
}

/** An awaited call acts on something outside the process. */
const AWAITED =
  /\bawait\s+[\w$.?()]*\.\w*(?:delete|remove|destroy|purge|erase|trash|unlink|truncate|rename|archive|cancel|refund|charge|transfer|approve|markAs|updateOne|updateMany|insertOne|insertMany|writeFile|appendFile|sendMail|send_message)\w*\s*\(/i;
const CALLED_ON =
  /\b(?:os\.(?:remove|unlink|rmdir|rename|replace)|shutil\.(?:rmtree|move)|(?:requests|httpx|client|api|session|http)\.(?:delete|put|patch))\s*\(|\.(?:unlink|rmtree|write_text|write_bytes)\(|\.(?:delete|remove|trash|update|insert|send|cancel|archive|move|expunge|store)_\w+\(|\b(?:fs\.)?(?:unlinkSync|rmSync|writeFileSync|appendFileSync|renameSync)\(|\bawait\s+(?:rm|unlink|rmdir|writeFile|appendFile|rename|truncate)\(|\b(?:os\.(?:Remove(?:All)?|WriteFile|Rename|Truncate)|fs::(?:write|rename|remove_\w+)|Files\.(?:delete|write|move)\w*|File\.(?:Delete|Write\w*|Move)|FileUtils\.(?:rm|mv)\w*)\(/;
const BY_METHOD = /\bmethod["']?\s*[:=]\s*["'\x60](?:DELETE|PUT|PATCH)["'\x60]/i;
const ALTERS: readonly RegExp[] = [AWAITED, CALLED_ON, BY_METHOD];
const DESTROYS =
  /\bos\.(?:remove|unlink|rmdir)\(|\brmtree\(|\b(?:unlink|rm)Sync\(|\bawait\s+(?:[\w$.]*fs[\w$.]*\.)?(?:unlink|rm|rmdir)\(|\b(?:os\.Remove(?:All)?|fs::remove_\w+|Files\.delete\w*|File\.Delete|FileUtils\.rm\w*)\(|\bawait\s+[\w$.?()]*\.\w*(?:destroy|purge|erase|deleteMany|dropTable|messageDelete)\w*\(|\b(?:drop\s+table|truncate\s+table|delete\s+from)\b|method["']?\s*[:=]\s*["'\x60]DELETE/i;

const contradiction = toolRule({
  id: 'MCP-07',
  title: 'Annotations contradict the tool',
  question: 'Do annotations contradict each other, the schema, the identifier or the source of the tool?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['CWE-451', 'OWASP-MCP03', 'OWASP-LLM06'],
  why: 'Hosts ask for less confirmation where a tool claims to be read-only. Annotations are claims, never evidence.',
  fix: 'Set readOnlyHint, destructiveHint and openWorldHint to what the tool does.',
  blindTo:
    'HIGH where the source of the tool writes or deletes, MEDIUM for schema and identifier. Descriptions are for a reader.',
  check: (facts) => facts.tools.flatMap((tool) => [...contradictions(tool), ...writesInSource(tool, facts)]),
});

export const ANNOTATION_RULES: readonly ToolRule[] = [contradiction];
