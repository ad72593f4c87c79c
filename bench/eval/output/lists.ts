import type { Result } from '../sample.ts';

/** One result as a few lines for a reviewer: the sample, the findings and their places. */
function describeResult({ sample, reviewResult, reasons, marks, fault, durationMs }: Result): string {
  const head = [
    sample.id,
    sample.category,
    sample.repository,
    `${sample.bytes} B`,
    `${durationMs.toFixed(0)} ms`,
    reviewResult,
  ];
  return [
    head.join(' · '),
    ...(fault === undefined ? [] : [`    fault: ${fault}`]),
    ...(reasons.length === 0 ? [] : [`    blocked by ${reasons.join(', ')}`]),
    ...marks.map(({ ruleId, severity, place, evidence }) => `    ${severity} ${ruleId} ${place}  ${oneLine(evidence)}`),
  ].join('\n');
}

const oneLine = (text: string): string => text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ');

export const listResults = (title: string, results: readonly Result[]): string =>
  `${title}: ${results.length}\n${results.map((result) => `\n${describeResult(result)}`).join('\n')}\n`;
