import { findPlaces } from '@assay/analysis/bundle/decode/view';
import { brandWords } from '@assay/analysis/models/names/secret-name';
import type { FactOf, Facts, RawFinding } from '@assay/analysis/types';
import { leaving, severityOfFlow, stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const sent = (facts: Facts): RawFinding[] =>
  leaving(facts, 'environment').flatMap((flow) => {
    const severity = severityOfFlow(flow, facts);
    return severity === undefined
      ? []
      : [{ at: flow.span, severity, confidence: 'firm' as const, related: stages(flow) }];
  });

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
        ? [
            {
              at: call.span,
              severity: 'HIGH' as const,
              confidence: 'firm' as const,
              note: `${named.slice(0, 4).join(', ')} are packed together.`,
            },
          ]
        : [];
    });

const NEAR_CHARS = 600;

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
    .map(({ value }) => value.name);
  return [...new Set(names)];
}

export const environmentCapture = skillRule({
  id: 'EXF-02',
  title: 'Environment captured in bulk',
  question: 'Is the environment captured in bulk and sent or stored?',
  kind: 'PROOF',
  reproducedBy: 'secret-left',
  severity: 'CRITICAL',
  references: ['CWE-200', 'CWE-526', 'OWASP-LLM02'],
  why: 'The environment contains the keys of all tools of the user. A tool needs only its own key.',
  fix: 'Read the one variable you need by name.',
  looksAt: 'All variables in one request, dumped into a text, or keys of unrelated owners collected in one structure.',
  blindTo: 'Variables read one by one over many functions.',
  falseAlarms: 'Passing the environment on to a child process is quiet.',
  check: (facts) => [...sent(facts), ...stored(facts), ...harvested(facts)],
});
