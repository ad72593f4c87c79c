import { describe, expect, it } from 'vitest';
import { FileTree, TREE_LIMITS } from './file-tree.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
function setup(): FileTree {
  const tree = new FileTree();
  tree.makeFolders('/a/b');
  tree.write('/a/b/file', bytes('text'));
  return tree;
}

describe('FileTree', () => {
  it('reads back what was written', () => {
    expect(Buffer.from(setup().read('/a/b/file')).toString()).toBe('text');
  });

  it('fails like a file system: code first', () => {
    expect(() => setup().read('/none')).toThrow(/^ENOENT: /);
    expect(() => setup().read('/a')).toThrow(/^EISDIR: /);
    expect(() => setup().write('/no/folder', bytes(''))).toThrow(/^ENOENT: /);
    expect(() => setup().remove('/a', { recursive: false, force: false })).toThrow(/^ENOTEMPTY: /);
  });

  it('follows links in the middle and at the end of a path', () => {
    const tree = setup();
    tree.link('b', '/a/link');
    tree.link('/a/link/file', '/alias');
    expect(Buffer.from(tree.read('/alias')).toString()).toBe('text');
    expect(tree.realPath('/a/link/file')).toBe('/a/b/file');
  });

  it('ends on a circle of links', () => {
    const tree = setup();
    tree.link('/y', '/x');
    tree.link('/x', '/y');
    expect(tree.find('/x')).toBeUndefined();
    expect(tree.realPath('/x')).toMatch(/^\/[xy]$/);
  });

  it('stops at the limit of files and of bytes, and counts what was removed', () => {
    const tree = setup();
    const fill = () => {
      for (let index = 0; index <= TREE_LIMITS.filesMax; index += 1) {
        tree.write('/a/x', bytes('x'));
        tree.remove('/a/x', { recursive: false, force: false });
      }
    };
    expect(fill).toThrow('files');
    expect(() => setup().write('/a/big', new Uint8Array(TREE_LIMITS.bytesMax + 1))).toThrow('disk bytes');
  });

  it('lists in one order whatever the order of writing', () => {
    const tree = setup();
    for (const name of ['z', 'm', 'c']) tree.write(`/a/${name}`, bytes(''));
    expect(tree.list('/a')).toEqual(['b', 'c', 'm', 'z']);
  });
});
