import { appendFileSync, readFileSync } from 'node:fs';
import type { WildFigures } from './measure/wild-figures.ts';

const RUNS = new URL('./held-out-runs.md', import.meta.url);

export const readHeldOutRuns = (): string => readFileSync(RUNS, 'utf8').trim();

/** A part that is looked at often is tuned to without anybody meaning to; so every look leaves a line. */
export function recordHeldOutRun(part: 'CHECK' | 'FINAL', date: string, version: string, figures: WildFigures): void {
  const { skills, blocked, high } = figures;
  appendFileSync(RUNS, `| ${date} | ${part} | ${version} | ${skills} | ${blocked.hits} | ${high.hits} |\n`);
}
