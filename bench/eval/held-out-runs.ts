import { appendFileSync, readFileSync } from 'node:fs';
import type { WildFigures } from './measure/wild-figures.ts';

const RUNS = new URL('./held-out-runs.md', import.meta.url);

export const readHeldOutRuns = (): string => readFileSync(RUNS, 'utf8').trim();

/** Records every run on a held-out part, because frequent runs lead to unintended tuning. */
export function recordHeldOutRun(part: 'CHECK' | 'FINAL', date: string, version: string, figures: WildFigures): void {
  const { skills, blocked, high } = figures;
  appendFileSync(RUNS, `| ${date} | ${part} | ${version} | ${skills} | ${blocked.hits} | ${high.hits} |\n`);
}
