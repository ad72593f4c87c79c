import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

const withHead = (...lines: string[]) => ['---', ...lines, '---', '# Body', 'name: not me'].join('\n');

describe('front matter', () => {
  it.each([
    ['plain', withHead('name: pdf-tools', 'version: 1.2.0'), { name: 'pdf-tools', version: '1.2.0' }],
    ['quoted', withHead('name: "a: b"', "description: 'it # is'"), { name: 'a: b', description: 'it # is' }],
    ['folded', withHead('description: >-', '  two', '  lines', 'name: x'), { name: 'x', description: 'two lines' }],
    ['with a comment', withHead('name: x # the name'), { name: 'x' }],
    ['doubled', withHead('name: first', 'name: second'), { name: 'first' }],
    ['nested', withHead('metadata:', '  name: inner'), {}],
    ['with Windows line ends', withHead('name: x').replaceAll('\n', '\r\n'), { name: 'x' }],
    ['absent', '# Only a body\nname: x', {}],
    ['without an end', '---\nname: x', {}],
  ])('that is %s is read as written', (_, text, expected) => {
    expect(readFrontMatter(text)).toEqual(expected);
  });

  it('never fails, whatever stands at the top', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => readFrontMatter(`---\n${text}\n---\n`)).not.toThrow();
      }),
    );
  });
});
