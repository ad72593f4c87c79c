import { decideStanding, type Outcome, type Standing } from '../review/outcome.ts';
import { count, seconds, size } from './lines.ts';
import type { Reviewed } from './page.ts';
import { toSafeText } from './safe-text.ts';
import type { Style } from './style.ts';

const WORDS: Readonly<Record<Standing, string>> = {
  safe: '✓ SAFE       ',
  'no-findings': '· NO FINDINGS',
  unsafe: '✗ UNSAFE     ',
  undecided: '? UNDECIDED  ',
  ignored: '– IGNORED    ',
};

/** The summary line of one result. */
export function toHeadline(outcome: Outcome, style: Style): string {
  const standing = decideStanding(outcome);
  const paint = {
    safe: style.good,
    'no-findings': style.strong,
    unsafe: style.bad,
    undecided: style.open,
    ignored: style.faint,
  }[standing];
  return `${paint(WORDS[standing])} ${style.strong(toSafeText(outcome.target))}  ${style.faint(about(outcome))}`;
}

function about(outcome: Outcome): string {
  if (outcome.kind === 'ignored') return `not reviewed, ignored by ${toSafeText(outcome.by)}`;
  if (outcome.kind === 'failed') return 'not reviewed';
  const { report, findings, durationMs } = outcome;
  return [
    report.securityLevel === 'CLEAR' ? 'clear' : `risk level ${report.securityLevel}`,
    ...(findings.length === 0 ? [] : [count(findings.length, 'finding')]),
    `${count(report.input.files, 'file')}, ${size(report.input.bytes)}`,
    aboutSandbox(report.sandbox),
    aboutReaders(report.reading),
    seconds(durationMs),
  ].join(' · ');
}

function aboutSandbox({ mode, units, exercised, riskLevel }: Reviewed['report']['sandbox']): string {
  if (mode === 'none') return 'sandbox off';
  if (units === 0) return 'nothing to run';
  return `sandbox ${riskLevel} (${mode}, ${exercised} of ${units} run)`;
}

/** Who read the instructions. The engine does not count as a reader: it checks what code and commands do. */
function aboutReaders(reading: Reviewed['report']['reading']): string {
  if (reading === undefined || !reading.isRead) return 'instructions not read';
  const names = new Set(
    reading.readings.filter(({ abstention }) => abstention === null).map(({ reader }) => reader.name),
  );
  return `read by ${[...names].join(', ')}`;
}
