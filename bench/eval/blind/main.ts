import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { show } from '../measure/proportion.ts';
import type { EvalOptions } from '../options.ts';
import { type Answer, type Keyed, toAgreement } from './agreement.ts';

export const BLIND_SECTION = fileURLToPath(new URL('../blind.md', import.meta.url));

/** Measures how far people or models that saw only the skills agree with the engine. */
export function measureBlind({ blind, blindKey, isWriting }: EvalOptions): void {
  if (blind === undefined || blindKey === undefined) throw new Error('--blind needs --blind-key');
  const key = JSON.parse(readFileSync(blindKey, 'utf8')) as Keyed[];
  const { rows, unread, differing } = toAgreement(key, readAnswers(blind));
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    `Read on ${date} by readers who saw numbered skills and no verdict; ${unread.length} of ${key.length} were left unread.`,
    '',
    '| the engine | readers agree |',
    '|---|---|',
    ...rows.map(({ name, agreed }) => `| ${name} | ${show(agreed)} |`),
    '',
  ].join('\n');
  console.log(section);
  for (const { n, verdict, reason } of differing) console.log(`${n} ${verdict}: ${reason}`);
  if (isWriting) writeFileSync(BLIND_SECTION, section);
}

const readAnswers = (folder: string): Answer[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Answer)
    .map((answer) => ({ ...answer, n: String(answer.n).padStart(3, '0') }));
