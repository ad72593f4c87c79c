import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import { expect, it } from 'vitest';
import { audit } from '../../../engine.ts';
import { EXCESS, READS } from './probes.answers.data.ts';
import { TOLD } from './probes.told.data.ts';
import { WORDS } from './probes.words.data.ts';

const PROBES = [...EXCESS, ...READS, ...WORDS, ...TOLD];

const parsers = loadParserAssets();

const warnings = async (ruleId: string, document: string): Promise<string[]> => {
  const files = [{ path: 'openapi.yaml', bytes: new TextEncoder().encode(document) }];
  const report = await audit({ productType: 'API', files, source: { url: '', ref: '' } }, { parsers });
  expect(report.findings.filter((one) => one.ruleId === 'API-00')).toEqual([]);
  return report.findings
    .filter((one) => one.ruleId === ruleId && one.severity !== 'LOW' && one.severity !== 'INFO')
    .map(({ why }) => why);
};

it.each(PROBES)('%s: %s', async (ruleId, _, faulty, sound) => {
  expect(await warnings(ruleId, faulty)).not.toEqual([]);
  expect(await warnings(ruleId, sound)).toEqual([]);
});
