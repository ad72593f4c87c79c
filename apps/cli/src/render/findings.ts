import type { Finding, Severity } from '@assay/audit';
import { isAtLeast } from '../review/severity.ts';
import { toExcerpt } from './excerpt.ts';
import { count, wrap } from './lines.ts';
import { type Page, place, type Reviewed } from './page.ts';
import { toSafeText } from './safe-text.ts';
import type { Style } from './style.ts';

const MINOR_SHOWN_MAX = 8;
const PLACES_SHOWN_MAX = 5;

/** Major findings as paragraphs, minor ones as one line each. */
export function toFindingLines(outcome: Reviewed, page: Page): string[] {
  const major = outcome.findings.filter((finding) => !isMinor(finding));
  const minor = outcome.findings.filter(isMinor);
  return [...groupByRule(major).flatMap((group) => groupLines(group, outcome, page)), ...minorLines(minor, page.style)];
}

const isMinor = ({ severity }: Finding): boolean => !isAtLeast(severity, 'MEDIUM');

/** Findings of one rule with the same text become one paragraph with several places. */
const groupByRule = (findings: readonly Finding[]): Finding[][] => [
  ...Map.groupBy(findings, ({ ruleId, severity, why }) => `${severity}\0${ruleId}\0${why}`).values(),
];

function groupLines(group: readonly Finding[], outcome: Reviewed, page: Page): string[] {
  const { style, columns } = page;
  const [first] = group;
  if (first === undefined) return [];
  const paragraph = (label: string, text: string): string[] =>
    wrap(toSafeText(text), columns - 9).map((line, row) => `    ${style.faint(row === 0 ? label : '   ')}  ${line}`);
  const more = group.length - PLACES_SHOWN_MAX;
  const title = style.strong(toSafeText(first.title));
  return [
    '',
    `  ${style.severity(first.severity, first.severity)} ${title}  ${style.faint(`${first.ruleId}, ${first.confidence}`)}`,
    ...group.slice(0, PLACES_SHOWN_MAX).flatMap((finding) => placeLines(finding, outcome, page)),
    ...(more > 0 ? [`    ${style.faint(`… and ${count(more, 'more location')}`)}`] : []),
    ...paragraph('why', first.why),
    ...paragraph('fix', first.fix),
  ];
}

function placeLines(finding: Finding, outcome: Reviewed, { style, columns }: Page): string[] {
  const { gutter, text, caret } = toExcerpt(finding, outcome.files, columns - gutterWidth(finding));
  const pad = ' '.repeat(gutter.length);
  const excerpt = [
    `    ${style.faint(`${gutter} │`)} ${text}`,
    `    ${style.faint(`${pad} │`)} ${style.severity(caretSeverity(finding.severity), caret)}`,
  ];
  return [
    `    ${place(finding)}  ${style.faint(details(finding))}`,
    ...(text === '' ? [] : excerpt),
    ...finding.related.map((stage) => `    ${pad} ${style.faint('↳')} ${toSafeText(stage.role)} at ${place(stage)}`),
  ];
}

const gutterWidth = ({ range }: Finding): number => String(range.startLine).length + 7;

/** A caret on a coloured background would look like a bar. */
const caretSeverity = (severity: Severity): Severity => (severity === 'CRITICAL' ? 'HIGH' : severity);

const details = ({ context, layers }: Finding): string =>
  [context, ...(layers.length === 0 ? [] : [`inside ${layers.join(' → ')}`])].map(toSafeText).join(', ');

function minorLines(findings: readonly Finding[], style: Style): string[] {
  if (findings.length === 0) return [];
  const lines = findings.slice(0, MINOR_SHOWN_MAX).map((finding) => minorLine(finding, style));
  const more = findings.length - lines.length;
  return ['', ...lines, ...(more > 0 ? [`  ${style.faint(`… and ${more} more, LOW or INFO; --json lists all`)}`] : [])];
}

const minorLine = (finding: Finding, style: Style): string =>
  `  ${style.severity(finding.severity, finding.severity.padEnd(4))} ${place(finding)}  ${toSafeText(finding.title)}  ${style.faint(finding.ruleId)}`;
