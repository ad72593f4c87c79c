import { appendFileSync, readFileSync } from 'node:fs';
import type { WildFigures } from './measure/wild-figures.ts';

const LOOKS = new URL('./looks.md', import.meta.url);

export const readLooks = (): string => readFileSync(LOOKS, 'utf8').trim();

/** A part that is looked at often is tuned to without anybody meaning to; so every look leaves a line. */
export function noteLook(part: 'CHECK' | 'FINAL', date: string, version: string, figures: WildFigures): void {
  const { skills, blocked, high } = figures;
  appendFileSync(LOOKS, `| ${date} | ${part} | ${version} | ${skills} | ${blocked.hits} | ${high.hits} |\n`);
}
