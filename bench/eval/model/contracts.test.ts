import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '@assay/audit';
import { loadParserAssets } from '@assay/audit/node';
import { readAnswers, readQuestion } from '@assay/reader/testing';
import { afterAll, expect, it } from 'vitest';
import type { Review } from '../run.ts';
import { readNamedSuite } from '../suites/named-suite.ts';
import { runModelAnswers } from './answers.ts';
import { toContractSection } from './contracts.ts';
import { exportFlaws, exportRequests, type IndexRow } from './export.ts';
import { importAnswers } from './pack.ts';

const parsers = loadParserAssets();
const review: Review = async (bundle) => ({ report: await audit(bundle, { parsers }), durationMs: 0, processorMs: 0 });
const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Shown = ReturnType<typeof readQuestion> & { readonly text: string };

/** Answers each file of an export. */
function answerAll(
  questions: string,
  index: readonly IndexRow[],
  answer: (row: IndexRow, shown: Shown) => unknown,
): void {
  for (const row of index) {
    const text = readFileSync(join(questions, `${row.name}.txt`), 'utf8');
    const at = text.indexOf('\nassay-') + 1;
    const user = at === 0 ? undefined : text.slice(at).trimEnd();
    const question = { key: '', model: '', system: '', user: user ?? '', authorization: undefined };
    const shown = user === undefined ? { lines: [], others: {} } : readQuestion(question);
    writeFileSync(join(questions, `${row.name}.json`), JSON.stringify(answer(row, { ...shown, text })));
  }
}

const countsOf = (section: string): readonly string[] | null | undefined =>
  /^\| all.*$/m.exec(section)?.[0].match(/\d+\/\d+/g);

it('counts refusals of contracts by place and by flaw', async () => {
  const samples = readNamedSuite('contracts-incidents').slice(0, 4);
  const into = join(folder, 'reader');
  const placeOf = ({ id }: IndexRow): number | undefined => samples.find((one) => one.id === id)?.places?.[0];
  const sectionNow = async (): Promise<string> =>
    toContractSection(await runModelAnswers(samples, review, [into]), readAnswers(into));

  const passes = join(folder, 'passes');
  const first = await exportRequests(samples, review, passes);
  answerAll(passes, first, (row, { lines, others }) => {
    // The first pair is refused at its flaw, the second for its first line.
    const isRight = row.id === samples[0]?.id || row.id === samples[1]?.id;
    const at = lines.find(({ line }) => line === (isRight ? placeOf(row) : 1));
    const place = { file: at?.file, startLine: at?.line, endLine: at?.line, quote: at?.text.trim().slice(0, 200) };
    const findings = [{ ...place, severity: 'HIGH', act: 'Loses funds', why: 'A caller takes them.', fix: 'Check.' }];
    return { verdict: 'REFUSE', findings, others };
  });
  importAnswers(passes, first, into);
  expect(countsOf(await sectionNow())).toEqual(['1/2', '2/2', '1/2', '2/2', '1/2', '1/2']);

  const flaws = join(folder, 'flaws');
  const { reads } = await runModelAnswers(samples, review, [into]);
  const compared = exportFlaws(reads, flaws, readAnswers(into));
  expect(compared.map(({ id }) => id).sort()).toEqual([samples[1]?.id, samples[2]?.id].sort());
  answerAll(flaws, compared, ({ id }, { text }) => {
    expect(text).not.toMatch(/benign|malicious|contracts-|CON-/);
    return { claims: { 1: id === samples[2]?.id } };
  });
  importAnswers(flaws, compared, into);
  expect(countsOf(await sectionNow())).toEqual(['1/2', '2/2', '1/2', '2/2', '2/2', '0/2']);
  expect(existsSync(join(into, 'contracts-incidents.flaw.jsonl'))).toBe(true);
});
