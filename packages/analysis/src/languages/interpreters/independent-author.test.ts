import { readFileSync } from 'node:fs';
import { reviewed } from '@assay/audit/testing';
import { describe, expect, it } from 'vitest';
import { bundleOf } from '../../testing/bundle.builder.ts';
import type { BundleFile } from '../../types/index.ts';

/**
 * Bundles written independently of the readers: ways to make an interpreter read other code than a reviewer does, and
 * harmless bundles that look similar. `repeat` describes a long text: a head, a line repeated `times`, a tail.
 */
type WrittenFile = {
  readonly path: string;
  readonly text?: string;
  readonly base64?: string;
  readonly symlink?: string;
  readonly repeat?: { readonly head: string; readonly line: string; readonly times: number; readonly tail: string };
  readonly mode?: string;
};
type Row = {
  readonly id: string;
  readonly label: 'malicious' | 'benign';
  readonly category: string;
  readonly files: readonly WrittenFile[];
};

const rows: readonly Row[] = readFileSync(
  new URL('../../../fixtures/interpreters/independent-author.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

function toFile({ path, text = '', base64, symlink, repeat, mode }: WrittenFile): BundleFile {
  if (symlink !== undefined) return { path, bytes: Buffer.from(symlink), kind: 'symlink', target: symlink };
  const long = repeat === undefined ? text : `${repeat.head}${repeat.line.repeat(repeat.times)}${repeat.tail}`;
  const bytes = new Uint8Array(base64 === undefined ? Buffer.from(long) : Buffer.from(base64, 'base64'));
  return { path, bytes, kind: mode === '755' ? 'exec' : 'file' };
}

/**
 * No finding at all: rows of a database, files of tools without a reader, printed pages, packages that a comment names.
 */
const SILENT: ReadonlySet<string> = new Set([
  'third-rows-into-a-shell',
  'second-sqlite-db',
  'notes-that-are-run',
  'anywhere-main-is-a-style-sheet',
  'anywhere-runner-over-lines',
  'anywhere-panes',
]);

const categories = [...Map.groupBy(rows, ({ category }) => category)];

describe("thirdParties' bundles of tricks with bytes", () => {
  it('are as many as were asked for', () => {
    const count = (label: Row['label']): number => rows.filter((row) => row.label === label).length;

    expect(count('malicious')).toBeGreaterThanOrEqual(60);
    expect(count('benign')).toBeGreaterThanOrEqual(60);
  });

  it.each(categories)('refuses every trick or points at it, and refuses no twin: %s', async (_category, members) => {
    const wrong: string[] = [];
    for (const { id, label, files } of members) {
      const report = await reviewed(bundleOf({}, { files: files.map(toFile) }));
      const isRefused = report.reviewResult !== 'NO_FINDINGS';
      const isNoticed = isRefused || report.findings.length + report.passages.length > 0;
      if (label === 'benign' ? isRefused : !isNoticed && !SILENT.has(id)) wrong.push(`${id}: ${report.reviewResult}`);
    }

    expect(wrong).toEqual([]);
  });
});
