import { gitObjectId } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { type StandInFiles, writeTree } from '../../testing/git-store.ts';
import type { GitObject } from './git-pack.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { collectTree } from './source-tree.ts';

function treeOf(files: StandInFiles) {
  const { tree, all } = writeTree(files);
  return { id: tree.id, objects: new Map<string, GitObject>(all.map((object) => [object.id, object])) };
}

function collect(files: StandInFiles) {
  const { id, objects } = treeOf(files);
  return collectTree(objects, id).files;
}
const pathsOf = (files: StandInFiles): string[] => collect(files).map(({ path }) => path);
const rejection = (reason: string) =>
  expect.objectContaining({ code: 'bundle_rejected', message: expect.stringContaining(reason) });

describe('collectTree', () => {
  it('returns every file with its kind, and follows no symlink', () => {
    const files = collect({
      'SKILL.md': '# A',
      'bin/run': { exec: '#!/bin/sh' },
      'bin/skill': { symlink: '../SKILL.md' },
      lib: { submodule: true },
    });

    expect(files).toEqual([
      { path: 'SKILL.md', bytes: Buffer.from('# A'), kind: 'file' },
      { path: 'bin/run', bytes: Buffer.from('#!/bin/sh'), kind: 'exec' },
      { path: 'bin/skill', bytes: Buffer.from('../SKILL.md'), kind: 'symlink', target: '../SKILL.md' },
      { path: 'lib', bytes: expect.any(Buffer), kind: 'submodule' },
    ]);
    expect(String(files[3]?.bytes)).toMatch(/^[0-9a-f]{40}$/);
  });

  it.each([
    ['a\\b', 'a backslash'],
    ['a\nb', 'a control character'],
    ['c:', 'absolute'],
    ['..', 'an empty, "." or ".." part'],
    [`${'d/'.repeat(32)}x`, 'deeper than 32 folders'],
    [`${'n'.repeat(513)}`, 'longer than 512 bytes'],
  ])('rejects the path %j', (path, reason) => {
    expect(() => collect({ [path]: 'x' })).toThrow(rejection(reason));
  });

  it.each([
    ['README.md', 'readme.MD'],
    ['caf\u00e9', 'cafe\u0301'],
    ['a', 'A/b'],
    ['A/b', 'a'],
  ])('rejects %j beside %j', (one, other) => {
    expect(() => collect({ [one]: '1', [other]: '2' })).toThrow(rejection('the same on some systems'));
  });

  it('accepts two folders that differ by case if their files do not collide', () => {
    expect(pathsOf({ 'Docs/a.md': 'a', 'docs/b.md': 'b' })).toEqual(['Docs/a.md', 'docs/b.md']);
  });

  it.each(['/root/.ssh/id_rsa', '../../x', 'a/../../../x', 'C:\\x'])('rejects a symlink to %s', (target) => {
    expect(() => collect({ 'pdf/key': { symlink: target } })).toThrow(rejection('leads out of it'));
  });

  it.each(['100664', '100600', '0100644', '040000'])('rejects a file with the mode %s', (mode) => {
    expect(() => collect({ 'SKILL.md': { mode, content: 'x' } })).toThrow(rejection(`mode ${mode}`));
  });

  it('rejects a name that is not UTF-8', () => {
    const { id, objects } = treeOf({ 'SKILL.md': 'x' });
    const tree = objects.get(id);
    const bytes = Buffer.from(tree?.bytes ?? []);
    bytes[7] = 0xff;

    expect(() => collectTree(new Map([...objects, [id, { type: 'tree', bytes }]]), id)).toThrow(rejection('not UTF-8'));
  });

  it("rejects a tree whose entries are not in git's order", () => {
    const { id, objects } = treeOf({ a: '1', b: '2' });
    const whole = objects.get(id)?.bytes ?? Buffer.alloc(0);
    const half = whole.length / 2;
    const bytes = Buffer.concat([whole.subarray(half), whole.subarray(0, half)]);
    const itsId = gitObjectId('tree', bytes);

    expect(() => collectTree(new Map([...objects, [itsId, { type: 'tree', bytes }]]), itsId)).toThrow(
      rejection('git itself would not write'),
    );
  });

  it('rejects a tree with a missing object', () => {
    const { id, objects } = treeOf({ 'SKILL.md': 'x' });
    const [blob] = [...objects.keys()].filter((key) => key !== id);
    const missing = expect.objectContaining({ name: 'MalformedPack' });

    expect(() => collectTree(new Map([...objects].filter(([key]) => key !== blob)), id)).toThrow(missing);
    expect(() => collectTree(objects, blob ?? '')).toThrow(missing);
  });
});

describe('limits', () => {
  it('accepts at most 2,000 files', () => {
    const files = Object.fromEntries(Array.from({ length: SOURCE_LIMITS.filesMax }, (_, index) => [`f${index}`, 'x']));

    expect(pathsOf(files)).toHaveLength(2_000);
    expect(() => collect({ ...files, last: 'x' })).toThrow(rejection('more than 2000 files'));
  });

  it('accepts a file of at most 4 MiB', () => {
    const limit = SOURCE_LIMITS.fileBytesMax;

    expect(pathsOf({ a: Buffer.alloc(limit) })).toEqual(['a']);
    expect(() => collect({ a: Buffer.alloc(limit + 1) })).toThrow(
      expect.objectContaining({ code: 'source_too_large', data: { maxBytes: limit } }),
    );
  });

  it('accepts at most 16 MiB in total, even if one file has many names', () => {
    const quarter = Buffer.alloc(SOURCE_LIMITS.fileBytesMax);
    const four = { a: quarter, b: quarter, c: quarter, d: quarter };

    expect(pathsOf(four)).toHaveLength(4);
    expect(() => collect({ ...four, e: 'x' })).toThrow(
      expect.objectContaining({ code: 'source_too_large', data: { maxBytes: SOURCE_LIMITS.unpackedBytesMax } }),
    );
  });

  it('rejects a tree that repeats a subtree exponentially', () => {
    const objects = new Map<string, GitObject>();
    const add = (entries: readonly string[], of: string | undefined): string => {
      const child = of === undefined ? undefined : Buffer.from(of, 'hex');
      const bytes = Buffer.concat(
        child === undefined ? [] : entries.flatMap((name) => [Buffer.from(`40000 ${name}\0`), child]),
      );
      const id = bytes.length.toString(16).padStart(40, '0');
      objects.set(id, { type: 'tree', bytes });
      return id;
    };
    // The lengths differ, so that each level has its own id.
    let id = add([], undefined);
    for (let level = 0; level < 12; level += 1) {
      id = add(
        Array.from({ length: 10 + level }, (_, index) => `d${index}`),
        id,
      );
    }

    expect(() => collectTree(objects, id)).toThrow(rejection('files and folders'));
  });
});
