import { type Chain, type FoundChain, isAsked, toRule } from '../../correlate/chain.ts';
import type { FactOf, Facts } from '../../model.ts';
import { isRecognisedOrigin, toUrlValue } from '../../ruleset/origins/origin.ts';

export const agentFlow: Chain = {
  rule: toRule({
    id: 'COR-03',
    title: 'The document reads private data, something else sends it',
    question: 'Does a document tell the agent to read private data that a script or second instruction sends?',
    severity: 'CRITICAL',
    family: 'instruction',
    references: ['CWE-200', 'OWASP-LLM02'],
    why: 'The agent is the pipe: what it is told to read and what it is told to send are one flow.',
    fix: 'Do not ask for private data, and do not send it.',
  }),
  find: (_live, facts) => [...agentFlows(facts), ...renderedFlows(facts)],
};

const PRIVATE = new Set([
  'secret',
  'secret-file',
  'seed-phrase',
  'environment',
  'conversation',
  'memory',
  'system-prompt',
  'clipboard',
]);
const READ_TO_SEND_CHARS = 500;
/** A place outside that nobody would call documentation. */
function isForeignPlace(destination: string | null): boolean {
  if (destination === null) return false;
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(destination)) return true;
  const url = toUrlValue(destination);
  if (url === undefined) return false;
  return url.host.includes('.') && !isRecognisedOrigin(url.origin);
}

/** "Read S" followed within reach by "send to U". */
function agentFlows(facts: Facts): FoundChain[] {
  const asked = facts.of('instruction').filter(isAsked);
  const reads = asked.filter(({ value }) => value.act === 'read' && PRIVATE.has(value.objectKind));
  const sends = asked.filter(({ value }) => value.act === 'send' && isForeignPlace(value.destination));
  return reads.flatMap((read): FoundChain[] => {
    const send = sends.find(
      ({ span, file }) =>
        file === read.file &&
        span.view === read.span.view &&
        span.start > read.span.start &&
        span.start - read.span.end < READ_TO_SEND_CHARS,
    );
    if (send === undefined) return sentByPronoun(read);
    const related = [
      { at: read.span, role: 'reads' },
      { at: send.span, role: 'sends' },
    ];
    return [{ raw: { at: send.span, confidence: 'firm', related }, parts: [] }];
  });
}

/** "… and upload it to https://…": the sentence after the reading says where it goes. */
const PRONOUN_SEND =
  /\b(?:send|upload|post|forward|submit|transmit|e-?mail|share|push|copy)\b[^.\n]{0,60}\b(?:it|them|this|these|that|the (?:results?|contents?|output|values?|files?|data))\b[^.\n]{0,60}?(https?:\/\/[^\s)"'`]{4,300})/i;
const FORBIDS = /\b(?:never|not|don't|do not|avoid|without)\b[^.\n]{0,60}$/i;

function sentByPronoun({ span }: FactOf<'instruction'>): FoundChain[] {
  const { view, end } = span;
  const after = view.text.slice(end, end + READ_TO_SEND_CHARS).split('\n\n')[0] ?? '';
  const match = PRONOUN_SEND.exec(after);
  if (match === null || FORBIDS.test(after.slice(0, match.index)) || !isForeignPlace(match[1] ?? null)) return [];
  const at = { view, start: end + match.index, end: end + match.index + match[0].length };
  const related = [
    { at: span, role: 'reads' },
    { at, role: 'sends' },
  ];
  return [{ raw: { at, confidence: 'firm', related }, parts: [] }];
}

const SLOT = /[?&/=](?:[A-Z][A-Z_]{2,30}|\{[^}]{1,40}\}|<[^>]{1,40}>|\[[^\]]{1,40}\]|\$\{?\w{2,40}\}?)(?:[&#/]|$)/;
const TALK =
  /\b(?:conversation|chat|history|transcript|message|prompt|context|secret|token|password|api[ -]?key|env(?:ironment)?|memory|credential|user(?:'s)? (?:data|input|question|name|email))\w*\b/i;
const FILLS = /\b(?:where|replac|fill|substitut|encod|insert|with the|is the|contains?|append|summar)\w*\b/i;

/** A picture whose address has a slot that the words around it fill with what was said. */
const renderedFlows = (facts: Facts): FoundChain[] =>
  facts
    .of('image')
    .filter(
      ({ value, context }) =>
        value.url?.host.includes('.') &&
        SLOT.test(value.target) &&
        !isRecognisedOrigin(value.url.origin) &&
        (context === 'directive' || context === 'hidden' || context === 'executable'),
    )
    .flatMap(({ span }): FoundChain[] => {
      const { text } = span.view;
      const around = `${text.slice(Math.max(0, span.start - 200), span.start)} ${text.slice(span.end, span.end + 240).split('\n\n')[0] ?? ''}`;
      if (!TALK.test(around) || !FILLS.test(around)) return [];
      const related = [
        { at: span, role: 'slot' },
        { at: span, role: 'sends' },
      ];
      return [{ raw: { at: span, confidence: 'firm', related }, parts: [] }];
    });
