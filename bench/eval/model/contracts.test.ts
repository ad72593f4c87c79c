import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '@assay/audit';
import { loadParserAssets } from '@assay/audit/node';
import { readQuestion } from '@assay/reader/testing';
import { afterAll, expect, it } from 'vitest';
import type { Review } from '../run.ts';
import { readNamedSuite } from '../suites/named-suite.ts';
import { runModelAnswers } from './answers.ts';
import { toContractSection } from './contracts.ts';
import { exportRequests } from './export.ts';

const parsers = loadParserAssets();
const review: Review = async (bundle) => ({ report: await audit(bundle, { parsers }), durationMs: 0, processorMs: 0 });
const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('counts refusals of contracts by place', async () => {
  const samples = readNamedSuite('contracts-incidents').slice(0, 4);
  const questions = join(folder, 'questions');
  const into = join(folder, 'reader');
  mkdirSync(into);
  const index = await exportRequests(samples, review, questions);
  for (const { name, request, id } of index) {
    const text = readFileSync(join(questions, `${name}.txt`), 'utf8');
    const user = text.slice(text.indexOf('\nassay-') + 1).trimEnd();
    const { lines, others } = readQuestion({ key: '', model: '', system: '', user, authorization: undefined });
    const sample = samples.find((one) => one.id === id);
    // The first pair is named at its flaw; everything else is refused for its first line.
    const isRight = id === samples[0]?.id;
    const at = lines.find(({ line }) => line === (isRight ? sample?.places?.[0] : 1));
    const place = { file: at?.file, startLine: at?.line, endLine: at?.line, quote: at?.text.trim().slice(0, 200) };
    const findings = [{ ...place, severity: 'HIGH', act: 'Loses funds', why: 'A caller takes them.', fix: 'Check.' }];
    writeFileSync(join(into, `${request}.json`), JSON.stringify({ verdict: 'REFUSE', findings, others }));
  }

  const section = toContractSection(await runModelAnswers(samples, review, [into]));

  const [row = ''] = section.split('\n').filter((line) => line.includes('contracts-incidents'));
  expect(row.match(/\d+\/\d+/g)).toEqual(['1/2', '2/2', '0/2', '2/2']);
});
