import { describe, expect, it } from 'vitest';
import { DEED_PROBES } from '../../../testing/deed-probes.ts';
import { SOURCE_PROBES } from '../../../testing/source-probes.ts';
import { SPEECH_PROBES } from '../../../testing/speech-probes.ts';
import { type Files, review } from '../../../testing/tool-lists.ts';

const warnings = async (files: Files, rule: string): Promise<string[]> =>
  (await review(files)).findings
    .filter(({ ruleId, severity }) => ruleId === rule && severity !== 'LOW' && severity !== 'INFO')
    .map(({ evidence }) => evidence);

describe.each([
  ['says', SPEECH_PROBES],
  ['lets others do', DEED_PROBES],
  ['has its source do', SOURCE_PROBES],
] as const)('what a list %s', (_, probes) => {
  it.each(probes.map(([rule, bad, quiet], index) => ({ index, rule, bad, quiet })))(
    'is named by $rule in pair $index, and its harmless neighbour is not',
    async ({ rule, bad, quiet }) => {
      expect(await warnings(bad, rule)).not.toEqual([]);
      expect(await warnings(quiet, rule)).toEqual([]);
    },
  );
});
