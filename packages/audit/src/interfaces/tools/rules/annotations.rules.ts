import { hint } from '../hints.ts';
import { wordsOf } from '../names.ts';
import { kindOf } from '../parameter-kind.ts';
import { type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer } from '../server.ts';

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
  return notes.map((note) => ({ at: tool.at, confidence: 'firm', note }));
}

const contradiction = toolRule({
  id: 'MCP-07',
  title: 'Annotations contradict the tool',
  question: 'Do annotations contradict each other, the schema or the identifier of the tool?',
  severity: 'MEDIUM',
  nature: 'malice',
  references: ['CWE-451', 'OWASP-MCP03', 'OWASP-LLM06'],
  why: 'Hosts ask for less confirmation where a tool claims to be read-only. Annotations are claims, never evidence.',
  fix: 'Set readOnlyHint, destructiveHint and openWorldHint to what the tool does.',
  blindTo: 'MCP-16 compares the source. A reader judges descriptions.',
  check: ({ tools }) => tools.flatMap(contradictions),
});

export const ANNOTATION_RULES: readonly ToolRule[] = [contradiction];
