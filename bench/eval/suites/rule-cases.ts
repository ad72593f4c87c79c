import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Proportion, toProportion } from '../measure/proportion.ts';

/** The tables in each rule's tests: what it must find, and what it must not report. */
export type RuleCaseFigures = {
  readonly rules: number;
  readonly caught: Proportion;
  readonly quiet: Proportion;
  readonly failed: readonly string[];
};

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/** The cases live in test files, so the test runner runs them; this reads what it wrote down. */
export function runRuleCases(): RuleCaseFigures {
  const folder = mkdtempSync(join(tmpdir(), 'assay-eval-'));
  const file = join(folder, 'rules.json');
  try {
    const args = [VITEST, 'run', 'packages/audit/src/rules', '--reporter=json', `--outputFile=${file}`];
    spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    return toFigures(readTests(JSON.parse(readFileSync(file, 'utf8'))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Test = { readonly suite: string; readonly title: string; readonly isPassed: boolean };

function readTests(output: unknown): Test[] {
  return list(output, 'testResults')
    .flatMap((file) => list(file, 'assertionResults'))
    .map((test) => ({
      suite: String(list(test, 'ancestorTitles')[0] ?? ''),
      title: String(member(test, 'title')),
      isPassed: member(test, 'status') === 'passed',
    }));
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const list = (value: unknown, name: string): unknown[] => {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
};

function toFigures(tests: readonly Test[]): RuleCaseFigures {
  const share = (members: readonly Test[]) =>
    toProportion(members.filter(({ isPassed }) => isPassed).length, members.length);
  return {
    rules: new Set(tests.map(({ suite }) => suite)).size,
    caught: share(tests.filter(({ title }) => title.startsWith('catches '))),
    quiet: share(tests.filter(({ title }) => !title.startsWith('catches '))),
    failed: tests.filter(({ isPassed }) => !isPassed).map(({ suite, title }) => `${suite}: ${title}`),
  };
}
