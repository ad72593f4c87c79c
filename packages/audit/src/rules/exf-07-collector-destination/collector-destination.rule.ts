import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { FactOf, Facts, RawFinding, Severity } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const ALWAYS = new Set(['collector', 'paste', 'tunnel', 'file-drop', 'dynamic-dns', 'raw-ip']);
const SENDING =
  /(?:^|\s)(?:-d|--data\S*|-F|--form|-T|--upload-file|--post-\S+|-X\s*(?:POST|PUT)|--json)\b|\.(?:post|put|patch)\(|method["']?\s*:\s*["'](?:POST|PUT)|sendBeacon|urlopen\([^)]*data|-Method\s+Post|\.send(?:all)?\(/i;

/** A fixed chat webhook belongs to a third party. A webhook from the user's variable belongs to the user. */
function severityOf({ value }: FactOf<'sink'>, code: string): Severity | undefined {
  const to = value.destination;
  if (to === null) return undefined;
  const isSending = SENDING.test(code);
  if (to.origin === 'chat-webhook') return to.isDynamic || !isSending ? undefined : 'MEDIUM';
  if (!ALWAYS.has(to.origin)) return undefined;
  return isSending ? 'HIGH' : 'MEDIUM';
}

const toFindings = (facts: Facts): RawFinding[] =>
  facts.of('sink').flatMap((sink) => {
    const severity = sink.value.class === 'network' ? severityOf(sink, wordsOf(sink.span)) : undefined;
    return severity === undefined
      ? []
      : [
          {
            at: sink.span,
            severity,
            confidence: 'firm' as const,
            note: `${sink.value.destination?.host}: ${sink.value.destination?.reason}.`,
          },
        ];
  });

export const collectorDestination = skillRule({
  id: 'EXF-07',
  title: 'Collector, paste, tunnel or raw IP destination',
  question: 'Is the destination a collector, paste, tunnel, chat webhook or raw IP?',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'HIGH',
  references: ['CWE-200', 'CWE-918'],
  why: 'The owner of such a destination is not known.',
  fix: 'Send to a named service that is declared, or let the user supply the address.',
  looksAt:
    'The rule finds requests to request recorders, paste pages, tunnels, anonymous file hosts, dynamic DNS names and raw IP addresses.',
  blindTo: 'A collector on an ordinary domain is not detected. EXF-01 to EXF-04 check what is sent to it.',
  falseAlarms: 'A skill about such a product names it. A webhook from a variable of the user is not reported.',
  check: (facts) => toFindings(facts),
});
