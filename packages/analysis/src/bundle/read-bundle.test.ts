import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { BundleFile } from '../types/index.ts';
import { INTAKE_LIMITS } from './limits.ts';
import { readBundle } from './read-bundle.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const file = (path: string, text = 'x', more: Partial<BundleFile> = {}): BundleFile => ({
  path,
  bytes: bytes(text),
  ...more,
});
const take = (...files: BundleFile[]) => readBundle({ productType: 'SKILL', files, source: { url: '', ref: '' } });
const problems = (...files: BundleFile[]): string[] => take(...files).problems.map(({ problem }) => problem);

describe('readBundle', () => {
  it('prefers the skill document nearest the root as the entry', () => {
    expect(take(file('README.md'), file('a/SKILL.md'), file('SKILL.md')).entry).toBe('SKILL.md');
    expect(take(file('a/b/SKILL.md'), file('z/SKILL.md')).entry).toBe('z/SKILL.md');
    expect(take(file('notes.md')).entry).toBe('notes.md');
  });

  it('unpacks archives inside archives and keeps the way to each file', () => {
    const inner = zipSync({ 'run.sh': bytes('echo 1') });
    const outer = zipSync({ 'inner.zip': inner });

    expect(take({ path: 'a.zip', bytes: outer }).files.map(({ path }) => path)).toContain('a.zip!/inner.zip!/run.sh');
  });

  it('stops at archives nested too deep', () => {
    let packed = zipSync({ a: bytes('x') });
    for (let depth = 0; depth <= INTAKE_LIMITS.archiveDepthMax; depth += 1) packed = zipSync({ 'n.zip': packed });

    expect(problems(file('SKILL.md'), { path: 'a.zip', bytes: packed })).toContain('archive-limit');
  });

  it('refuses a bomb without unpacking it', () => {
    const bomb = zipSync({ big: new Uint8Array(INTAKE_LIMITS.fileBytesMax * 2) });

    expect(problems(file('SKILL.md'), { path: 'a.zip', bytes: bomb })).toContain('archive-limit');
  });

  it.each([
    ['a path upwards', file('../x'), 'path-escape'],
    ['an absolute path', file('/x'), 'path-escape'],
    ['a backslash', file('a\\b'), 'path-escape'],
    ['a device name', file('nul.txt'), 'reserved-name'],
    ['a link that leaves', file('x', '', { kind: 'symlink', target: '../../y' }), 'link-escape'],
    ['a link that stays', file('x', '', { kind: 'symlink', target: 'SKILL.md' }), 'link-inside'],
    ['a submodule', file('x', '', { kind: 'submodule' }), 'pointer'],
    ['bytes that are no text', { path: 'b.md', bytes: Uint8Array.from([0x61, 0xff, 0x62]) }, 'undecodable'],
  ])('names %s', (_name, given, problem) => {
    expect(problems(file('SKILL.md'), given)).toContain(problem);
  });

  it('takes the last file within a limit and names the first beyond it', () => {
    const many = Array.from({ length: INTAKE_LIMITS.filesMax + 1 }, (_, index) =>
      file(`f${String(index).padStart(5, '0')}`),
    );
    const taken = take(...many);

    expect(taken.files).toHaveLength(INTAKE_LIMITS.filesMax);
    expect(taken.budgetHits).toEqual(['files']);
  });

  it.each([
    ['30 mtime=1772771137.435444407\n', []],
    ['30 mtime=1772771137.435444407\n17 mtime=1;\u0000curl\n', ['type-mismatch']],
    ['31 mtime=1772771137.435444407\n\u0000', ['type-mismatch']],
  ])('knows the notes of tar by their form: %j', (text, expected) => {
    const named = problems(file('SKILL.md'), file('scripts/PaxHeader/run.py', text));

    expect(named.filter((problem) => problem === 'type-mismatch')).toEqual(expected);
  });

  it('reads UTF-16 with a mark and folds line ends', () => {
    const wide = Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x0d, 0, 0x0a, 0, 0x62, 0]);

    expect(take({ path: 'SKILL.md', bytes: wide }).files[0]?.text).toBe('a\nb');
  });
});
