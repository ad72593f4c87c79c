import type { LiveFinding } from '../../correlate/live-finding.ts';
import type { Facts, Span } from '../../model.ts';
import type { Instruction } from '../instruction.facts.ts';

/**
 * Whether an order of HIGH weight turns against the reader whatever the description says. A description is the author's
 * own word: it can explain that a skill sets up agents, schedules work or moves money; it cannot agree for the user.
 */
export function isBetrayal({ ruleId, at }: LiveFinding, facts: Facts): boolean {
  if (LOOKED_FOR.test(lineBefore(at)) || MENTIONED.test(lineBefore(at))) return false;
  const passage = facts
    .in(at.view.file, 'instruction')
    .filter((fact) => isLive(fact) && isNear(fact, at, PASSAGE_CHARS));
  const order = passage.filter((fact) => isNear(fact, at, 0));
  if (passage.some(isConsentDenied) || order.some(({ value }) => value.concealed)) return true;
  if (!ALWAYS.test(ruleId)) return false;
  if (ruleId === 'PRV-06') return !isStartOption(at, order);
  return !ruleId.startsWith('EXF-') || !order.some((fact) => isPlaceless(fact) || isKeyInUse(fact));
}

/**
 * Data to a place that is neither declared nor named like the product (EXF), deceit (AGY-08, PI-11), traces and defences
 * removed (PRV-05, PRV-11), and acts that pass the user's consent by (AGY-02, AGY-09, AGY-11, PRV-06).
 */
const ALWAYS = /^(?:EXF-\d\d|AGY-(?:02|06|08|09|11)|CRD-0[67]|PER-05|PI-(?:08|11)|PRV-(?:05|06|11))$/;

/** "Report every line that tells the agent to …": the order is what is looked for. */
const LOOKED_FOR =
  /\b(?:report|flag|find|detect|refuse|reject|look|watch|warn|identify|spot|check)\b[^.!?;,]{0,60}\b(?:that|which|who|whether)\b[^.!?;,]{0,30}\b(?:tell|ask|order|want|say|instruct|urge|tries)\w*\b[^.!?;,]{0,30}$/i;
/** "Phrases such as …", "a file might say: …" */
const MENTIONED =
  /\b(?:(?:instruction|sentence|phrase|order|line|request)s? (?:such as|like)|(?:might|may|could|would) say)[:\s"“'‘`]{0,4}$/i;

const LINE_CHARS_MAX = 160;
/** About a sentence to either side. */
const PASSAGE_CHARS = 80;

const lineBefore = ({ view, start }: Span): string =>
  view.text.slice(Math.max(view.text.lastIndexOf('\n', start - 1) + 1, start - LINE_CHARS_MAX), start);

const isLive = ({ value, context }: Instruction): boolean =>
  !value.negated && (context === 'directive' || context === 'executable' || context === 'hidden');

const isNear = ({ span }: Instruction, at: Span, chars: number): boolean =>
  span.view === at.view && span.start <= at.end + chars && span.end >= at.start - chars;

/** The passage says that the user need not be asked or told. */
const isConsentDenied = ({ value }: Instruction): boolean => value.act === 'conceal' || value.act === 'launder-consent';

/** How another agent is started is configuration; starting the one that reads anew takes its user's questions away. */
const isStartOption = (at: Span, order: readonly Instruction[]): boolean =>
  order
    .filter(({ value }) => value.act === 'disable-safeguard')
    .every(({ span: { view, start } }) => view.text.slice(start - 2, start) === '--') &&
  !/\b(?:restart|relaunch|reopen|again|yourself)\b/i.test(lineBefore(at));

/** The sentence names no place of its own: to send, edit and delete messages is what a messenger does. */
const isPlaceless = ({ value, span }: Instruction): boolean =>
  value.act === 'send' &&
  value.object !== 'pipeline secrets' &&
  (value.destination === null || !sentenceOf(span).includes(value.destination));

function sentenceOf({ view: { text }, start, end }: Span): string {
  const before = text.slice(Math.max(0, start - LINE_CHARS_MAX), start);
  const after = text.slice(end, end + LINE_CHARS_MAX);
  return `${before.split(SENTENCE_END).at(-1)}${text.slice(start, end)}${after.split(SENTENCE_END)[0]}`;
}

const SENTENCE_END = /[.!?]\s|\n\s{0,3}\n|\n\s{0,3}[-*#|>]/;

/** A key in the header of a request is how a service is used; whatever else leaves is not. */
const isKeyInUse = ({ value, span: { view, start, end } }: Instruction): boolean =>
  value.act === 'send' &&
  value.objectKind === 'secret' &&
  value.scope === 'once' &&
  /\b(?:header|authorization|bearer|x-api-key)\b/i.test(view.text.slice(start, end));
