import { findPlaces, wordsBehind } from '@assay/analysis/bundle/decode/view';
import { brandWords } from '@assay/analysis/models/names/secret-name';
import type { FactOf, Facts, RawFinding, Rule } from '@assay/analysis/types';
import { type Flow, leaving, stages } from '../flow.facts.ts';

const sent = (facts: Facts): RawFinding[] =>
  leaving(facts, 'environment')
    .filter((flow) => !isHandedOn(flow))
    .map((flow) => ({ at: flow.span, confidence: 'firm', related: stages(flow) }));

/**
 * An environment that one file hands to another, which shows a value of it as a login or takes its address from it: the place
 * holds one value. Packed, or as what is sent, it is the environment.
 */
const isHandedOn = ({ value: { path, position, isEncoded, sink } }: Flow): boolean =>
  !isEncoded &&
  new Set(path.map(({ view }) => view.file)).size > 1 &&
  (position === 'auth' || (position === 'path' && sink.destination === null));

const DUMP = /\b(?:os\.environ|process\.env)\b(?!\s*[.[])/;

/** The whole environment written somewhere: no exit yet, but nothing harmless needs it. */
const stored = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(
      ({ value }) =>
        /^(?:json\.dumps?|JSON\.stringify|pickle\.dumps?|yaml\.dump)$/.test(value.callee) && DUMP.test(value.text),
    )
    .map(({ span }) => ({ at: span, severity: 'MEDIUM', confidence: 'firm' }));

const OWNERS_MIN = 2;

/** Keys of different owners packed into one text: a harvest, whatever happens to it next. */
const harvested = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(({ value }) =>
      /^(?:json\.dumps|JSON\.stringify|pickle\.dumps|base64\.b64encode|btoa|urllib\.parse\.urlencode)$/.test(
        value.callee,
      ),
    )
    .flatMap((call) => {
      const named = secretsBefore(facts, call);
      const owners = new Set(named.map((name) => brandWords(name)[0] ?? name.toLowerCase()));
      return owners.size >= OWNERS_MIN && named.length >= OWNERS_MIN
        ? [{ at: call.span, confidence: 'firm' as const, note: `${named.slice(0, 4).join(', ')} are packed together.` }]
        : [];
    });

const NEAR_CHARS = 600;
/** `process.env.KEY ? 'set' : 'not set'`: whether it is there, and not what it is. */
const ASKED_ABOUT = /^\s*(?:\?(?![?.])|(?:!==?|===?)\s*(?:undefined|null|''|""))/;
const ASKED_CHARS = 24;

/** Secret names read in the map that the call packs, or inside the call itself. */
function secretsBefore(facts: Facts, call: FactOf<'call'>): string[] {
  const packed = /\(\s*([A-Za-z_$][\w$]*)\s*[,)]/.exec(call.value.text)?.[1];
  const { view, start, end } = call.span;
  const made = packed === undefined ? [] : findPlaces(view, new RegExp(`${packed.replaceAll('$', '\\$')} = \\{`, 'g'));
  const from = made.findLast((place) => place.start <= start)?.start ?? start;
  if (start - from > NEAR_CHARS) return [];
  const names = facts
    .in(call.file, 'env')
    .filter(({ span, value }) => value.isSecret && span.view === view && span.start >= from && span.end <= end)
    .filter(({ span }) => !ASKED_ABOUT.test(wordsBehind(span, ASKED_CHARS)))
    .map(({ value }) => value.name);
  return [...new Set(names)];
}

export const environmentCapture = {
  id: 'EXF-02',
  title: 'Captures the environment or several keys at once',
  question: 'Is the environment captured in bulk and sent or stored?',
  category: 'EXF',
  family: 'code-taint',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-526', 'OWASP-LLM02'],
  why: 'The environment holds the keys of everything the user works with; a tool needs the one key that is its own.',
  fix: 'Read the one variable you need by name.',
  looksAt: 'All variables in one request, dumped into a text, or keys of unrelated owners collected in one structure.',
  blindTo: 'Variables read one by one over many functions.',
  falseAlarms: 'Passing the environment on to a child process is quiet.',
  since: '2026.11',
  check: (facts) => [...sent(facts), ...stored(facts), ...harvested(facts)],
} satisfies Rule;
