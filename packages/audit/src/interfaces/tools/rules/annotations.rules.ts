import { hint } from '../hints.ts';
import { isCode, isStatement, kindOf } from '../parameter-kind.ts';
import { type ToolFacts, type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer } from '../server.ts';
import { type Act, actOfHead, actsOfName, actsTold, wordsOf } from '../words.ts';
import { handlersOf } from './handlers.ts';

const CHANGING: readonly Act[] = ['remove', 'change', 'send'];

/** What a tool does: by its name, at the head of its description, and further on. */
function deedsOf(tool: Offer): { readonly sure: readonly Act[]; readonly told: readonly Act[] } {
  const named = actsOfName(tool.name);
  const head = actOfHead(tool.description);
  const isSum =
    tool.parameters.length > 0 && tool.parameters.every(({ types }) => types.length > 0 && types.every(isNumber));
  const isThings = /^[a-z]+s$/i.test(tool.name) && head === 'read';
  const isReading =
    isSum || isThings || isTransform(tool) || named[0] === 'read' || (named.length === 0 && head === 'read');
  const sure = isReading ? [] : [...named, ...(head === undefined ? [] : [head])];
  return { sure, told: actsTold(tool.description) };
}

/** Takes a text and gives it back otherwise: what is removed is removed from the answer. */
const isTransform = ({ parameters, description }: Offer): boolean =>
  parameters.some(({ name }) => /^(?:text|content|input|markdown|html|code|document)$/i.test(name)) &&
  !parameters.some(({ name }) => /(?:^|_)(?:id|path|file|name|url|key|to|recipient)s?$/i.test(name)) &&
  (GIVEN_TEXT.test(description) || /\breturns? the (?:\w+ )?(?:text|document|result|string)\b/i.test(description));
const GIVEN_TEXT =
  /\b(?:from|in|of|out of) (?:an?|the|any|given) (?:given )?(?:text|string|document|markdown|html|code|input)\b/i;
/** Numbers alone change nothing: a calculator adds, too. */
const isNumber = (type: string): boolean => type === 'number' || type === 'integer';

const OVERWRITES =
  /\b(?:overwrit\w+|replac(?:es|ed|ing)|truncat\w+|drops?|resets?|irreversibl\w+|irrevocabl\w+|permanent(?:ly)?|for good|(?:is|are) (?:gone|lost|destroyed)|formats (?:the |a )?(?:disk|drive|volume|partition)|cannot be (?:undone|restored|recovered))\b/i;
const overwrites = (text: string): boolean =>
  text
    .split(/(?<=[.!?;])\s+/)
    .some((sentence) => OVERWRITES.test(sentence) && !/\b(?:not|never|no|can|may|nothing)\b/i.test(sentence));
const REPEATS: ReadonlySet<string> = new Set(
  'append add create send post charge increment insert pay transfer publish order'.split(' '),
);

function contradictions(tool: Offer): ToolHit[] {
  const { sure, told } = deedsOf(tool);
  const hits: ToolHit[] = [];
  const say = (severity: 'HIGH' | 'MEDIUM', note: string): void =>
    void hits.push({ at: tool.at, confidence: 'firm', severity, note });
  const does = (acts: readonly Act[], ...wanted: readonly Act[]): Act | undefined =>
    acts.find((act) => wanted.includes(act));
  if (hint(tool, 'readOnlyHint') === true) {
    const deed = does(sure, ...CHANGING);
    const later = does(told, ...CHANGING);
    const ran = NAMES_STATE.test(tool.name) ? undefined : does(actsOfName(tool.name), 'run');
    if (deed !== undefined) say('HIGH', `It says it only reads, and by its own words it does "${deed}".`);
    else if (later !== undefined) say('MEDIUM', `It says it only reads, and further on it does "${later}".`);
    else if (ran !== undefined || takesContent(tool))
      say('MEDIUM', 'It says it only reads, and takes what is to be written or run.');
  }
  const isTakenOut = TAKEN_OUT.test(wordsOf(tool.name).join(' '));
  const isRemoved = (does(sure, 'remove') ?? does(told, 'remove')) !== undefined && !isTakenOut;
  if (hint(tool, 'destructiveHint') === false && isRemoved)
    say('HIGH', 'It says it destroys nothing, and by its own words it removes.');
  else if (hint(tool, 'destructiveHint') === false && overwrites(tool.description))
    say('MEDIUM', 'It says it destroys nothing, and by its own words it overwrites.');
  if (hint(tool, 'openWorldHint') === false && isOpen(tool, [...sure, ...told]))
    say('MEDIUM', 'It says it stays in a closed world, and takes an address or sends.');
  const isHarmless = hint(tool, 'readOnlyHint') === true || hint(tool, 'destructiveHint') === false;
  if (
    isHarmless &&
    tool.parameters.some((one) => one.isFree && (isCode(one, tool) || isStatement(one, tool))) &&
    !HELD_TO_READING.test(aboutOf(tool))
  )
    say('MEDIUM', 'It says it does no harm, and runs whatever it is given.');
  const titled = actOfHead(tool.title);
  if (titled === 'read' && does([...sure, ...told], ...CHANGING) !== undefined)
    say('MEDIUM', 'Its title speaks of reading, and by its own words it does more.');
  if (hint(tool, 'idempotentHint') === true && REPEATS.has(wordsOf(tool.name)[0] ?? '') && !isKeyed(tool))
    say('MEDIUM', 'It says that calling it twice is like calling it once, and by its name it is not.');
  return hits;
}

/** A language that the tool itself keeps to reading, or a place where it can do nothing. */
const HELD_TO_READING =
  /\bread[- ]?only\b|\b(?:single |one |only )?select(?: statements?)?\b|\bsandbox\w*\b|\bisolated\b|\bno (?:network|file ?system|files?|imports?)\b|\bwasm\b|\b(?:rejected|refused|rolled back)\b/i;
const aboutOf = ({ description, parameters }: Offer): string =>
  [description, ...parameters.map((one) => one.description)].join(' ');
/** A key of the caller makes two calls one. */
const isKeyed = ({ parameters, description }: Offer): boolean =>
  parameters.some(({ name }) => /idempot|request_?id|dedup/i.test(name)) || /\bidempot|\bonce per\b/i.test(description);
/** What is known of a thing. */
const NAMES_STATE = /(?:status|state|history|info|list|details|count|summary|stats|logs?)$/i;
/** Out of a list it can be put into again: nothing is lost. */
const TAKEN_OUT = /^(?:remove|detach|discard|unlink|drop|delete)\b.*\b(?:from|of)\b\s\w|^(?:detach|unlink)\b/;

const takesContent = ({ parameters }: Offer): boolean =>
  parameters.some(({ name }) =>
    /^(?:content|contents|payload|recipients?|body|dry_?run|confirm\w*)$|^new_?[A-Za-z]|^overwrite|^delete|^force/i.test(
      name,
    ),
  );

const WIDE =
  /\b(?:internet|the web|public (?:api|service)|third[- ]part(?:y|ies)|external (?:service|api)s?)\b|\bby (?:sms|e-?mail|text message|phone|fax|telegram|whatsapp|push)\b/i;
const isOpen = (tool: Offer, acts: readonly Act[]): boolean =>
  acts.includes('send') || WIDE.test(tool.description) || tool.parameters.some((one) => kindOf(one) === 'url');

const WRITES =
  /\b(?:truncate\s+(?:table\s+)?[\w"`${]|delete\s+from|drop\s+(?:table|schema|database|index)|insert\s+into|update\s+[\w"`${}.()]+\s+set|alter\s+table)/i;
/** Says that it only reads, and its source writes to a database. */
function writesInSource(tool: Offer, facts: ToolFacts): ToolHit[] {
  const handlers = handlersOf(tool, facts);
  const say = (note: string): ToolHit[] => [{ at: tool.at, confidence: 'firm', severity: 'HIGH', note }];
  const isReading = hint(tool, 'readOnlyHint') === true;
  if (isReading && handlers.some(({ all }) => WRITES.test(all)))
    return say('It says it only reads, and its source writes to a database.');
  if (isReading && handlers.some(({ all }) => ALTERS.some((shape) => shape.test(all))))
    return say('It says it only reads, and its source changes or removes something.');
  const isCounted = facts.files.some(({ view }) => COUNTED.test(view.text));
  if (isReading && !isCounted && handlers.some(({ all }) => FOR_EFFECT.test(all)))
    return [
      {
        at: tool.at,
        confidence: 'firm',
        severity: 'MEDIUM',
        note: 'It says it only reads, and its source posts something.',
      },
    ];
  if (hint(tool, 'destructiveHint') === false && handlers.some(({ all }) => DESTROYS.test(all)))
    return say('It says it destroys nothing, and its source removes something.');
  return [];
}

/** What is waited for happens elsewhere: a deletion in memory is not. Caches, locks and logs are the server's own. */
const AWAITED =
  /\bawait\s+(?!\S*(?:cache|lock|log|session|span|server|transport|metric|console|res|reply|ctx|stream)\w*\.)[\w$.?()]*\.\w*(?:delete|remove|destroy|purge|erase|trash|unlink|truncate|rename|archive|cancel|refund|charge|transfer|approve|markAs|updateOne|updateMany|insertOne|insertMany|writeFile|appendFile|sendMail|send_message)\w*\s*\(/i;
const CALLED_ON =
  /\b(?:os\.(?:remove|unlink|rmdir|rename|replace)|shutil\.(?:rmtree|move)|(?:requests|httpx|client|api|session|http)\.(?:delete|put|patch))\s*\(|\.(?:unlink|rmtree|write_text|write_bytes)\(|\.(?:delete|remove|trash|update|insert|send|cancel|archive|move|expunge|store)_\w+\(|\b(?:fs\.)?(?:unlinkSync|rmSync|writeFileSync|appendFileSync|renameSync)\(|\bawait\s+(?:rm|unlink|rmdir|writeFile|appendFile|rename|truncate)\(|\b(?:os\.(?:Remove(?:All)?|WriteFile|Rename|Truncate)|fs::(?:write|rename|remove_\w+)|Files\.(?:delete|write|move)\w*|File\.(?:Delete|Write\w*|Move)|FileUtils\.(?:rm|mv)\w*)\(/;
const BY_METHOD = /\bmethod["']?\s*[:=]\s*["'\x60](?:DELETE|PUT|PATCH)["'\x60]/i;
/** Posted for what it does: nobody looks at the answer. */
const FOR_EFFECT =
  /(?:^|[\n;{])[ \t]*(?:await[ \t]+)?(?:httpx|requests|client|session|http|api|axios|c)\.post\(|(?:^|[\n;{])[ \t]*(?:await|void)[ \t]+fetch\([^;]{0,200}?method["']?\s*:\s*["'\x60]POST/;
const ALTERS: readonly RegExp[] = [AWAITED, CALLED_ON, BY_METHOD];
/** Counting what was called is said, and is no deed of the tool. */
const COUNTED = /telemetry|usage (?:data|statistics|counts?|events?)|anonymous|metrics|opt(?:ed)?[- ]in/i;
const DESTROYS =
  /\bos\.(?:remove|unlink|rmdir)\(|\brmtree\(|\b(?:unlink|rm)Sync\(|\bawait\s+(?:[\w$.]*fs[\w$.]*\.)?(?:unlink|rm|rmdir)\(|\b(?:os\.Remove(?:All)?|fs::remove_\w+|Files\.delete\w*|File\.Delete|FileUtils\.rm\w*)\(|\bawait\s+[\w$.?()]*\.\w*(?:destroy|purge|erase|deleteMany|dropTable|messageDelete)\w*\(|\b(?:drop\s+table|truncate\s+table|delete\s+from)\b|method["']?\s*[:=]\s*["'\x60]DELETE/i;

const contradiction = toolRule({
  id: 'MCP-07',
  title: 'Annotations say otherwise than the tool',
  question: 'Do annotations contradict what name, description or schema say the tool does?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['CWE-451', 'OWASP-MCP03', 'OWASP-LLM06'],
  why: 'Hosts ask for less confirmation where a tool says it only reads. Annotations are claims, never evidence.',
  fix: 'Set readOnlyHint, destructiveHint and openWorldHint to what the tool does.',
  blindTo:
    'It knows acts by the verb of the name, at the head of the description and where a clause begins. A claim that contradicts nothing is not taken as true either.',
  check: (facts) => facts.tools.flatMap((tool) => [...contradictions(tool), ...writesInSource(tool, facts)]),
});

export const ANNOTATION_RULES: readonly ToolRule[] = [contradiction];
