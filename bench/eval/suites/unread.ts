import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { show, toProportion } from '../measure/proportion.ts';
import type { EvalOptions } from '../options.ts';
import { type Review, runSamples } from '../run.ts';
import { isBlocked, type Result } from '../sample.ts';
import { readIndependentSuites, type SuiteSample } from './suite-files.ts';

export const UNREAD_SECTION = fileURLToPath(new URL('../unread.md', import.meta.url));

/** Suites by name, reviewed like a submission: a product that is not SAFE gets no certificate. */
export async function measureSuites(options: EvalOptions, review: Review): Promise<void> {
  const { suites, jobs, isSandboxed, isWriting } = options;
  const samples = readIndependentSuites().filter(({ suite }) => suites.includes(suite));
  const results = await runSamples(samples, review, jobs);
  const asked = results.flatMap((result, at) => {
    const sample = samples[at];
    return sample === undefined ? [] : [{ result, sample }];
  });
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    `Counted on ${date}, sandbox ${isSandboxed ? 'on' : 'off'}: suites of skills by independent authors, each by its name.`,
    '',
    '| suite | hostile, refused | code | commands | configuration | encodings | twins UNSAFE | twins UNDECIDED |',
    '|---|---|---|---|---|---|---|---|',
    ...suites.map((name) =>
      toRow(
        name,
        asked.filter(({ sample }) => sample.suite === name),
      ),
    ),
    toRow('all', asked),
    '',
  ].join('\n');
  console.log(section);
  if (isWriting) writeFileSync(UNREAD_SECTION, section);
}

type Asked = { readonly result: Result; readonly sample: SuiteSample };
const CHANNELS = ['code', 'command', 'config', 'encoding'] as const;

function toRow(name: string, asked: readonly Asked[]): string {
  const hostile = asked.filter(({ sample }) => sample.label === 'malicious');
  const twins = asked.filter(({ sample }) => sample.label === 'benign');
  const refused = (some: readonly Asked[]): number => some.filter(({ result }) => isBlocked(result)).length;
  const byChannel = CHANNELS.map((channel) => hostile.filter(({ sample }) => sample.channel === channel));
  const called = (reviewResult: string): number =>
    twins.filter(({ result }) => result.reviewResult === reviewResult).length;
  return `| ${[
    name,
    show(toProportion(refused(hostile), hostile.length)),
    ...byChannel.map((some) => `${refused(some)} of ${some.length}`),
    `${called('UNSAFE')} of ${twins.length}`,
    `${called('UNDECIDED')} of ${twins.length}`,
  ].join(' | ')} |`;
}
