import type { Evidence } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needsPerson } from './evidence.policy.ts';

const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
const files = [file('SKILL.md', 'one\ntwo\nthree'), file('empty.txt', '')];
const place = (over: Partial<Evidence>): Evidence => ({ kind: 'FILE_LINE', value: 'Look here.', ...over });

describe('evidence with a place', () => {
  it('needs a person if the file has that line', () => {
    expect(needsPerson([place({ path: 'SKILL.md', line: 3 })], files)).toBe(true);
    expect(needsPerson([place({ path: 'SKILL.md' })], files)).toBe(true);
    expect(needsPerson([place({ value: 'SKILL.md:2' })], files)).toBe(true);
  });

  it.each([
    ['is one line past the end', { path: 'SKILL.md', line: 4 }],
    ['lies in no file of the bundle', { path: 'other.md', line: 1 }],
    ['lies in a file without lines', { path: 'empty.txt', line: 1 }],
    ['names nothing', {}],
    ['names another file in its text', { value: 'other.md:1' }],
  ])('needs no person if it %s', (_, over) => {
    expect(needsPerson([place(over)], files)).toBe(false);
  });

  it('needs a person for the last line of any text, and none for the line after it', () => {
    const lines = fc.array(fc.string({ unit: 'grapheme-ascii' }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lines, (texts) => {
        const bundle = [file('a.txt', texts.map((text) => `${text}\n`).join(''))];

        expect(needsPerson([place({ path: 'a.txt', line: texts.length })], bundle)).toBe(true);
        expect(needsPerson([place({ path: 'a.txt', line: texts.length + 1 })], bundle)).toBe(false);
      }),
    );
  });
});

describe('evidence', () => {
  it.each(['URL', 'TEXT', 'TRACE'] as const)('of kind %s needs a person', (kind) => {
    expect(needsPerson([place({}), { kind, value: 'https://example.org/report' }], files)).toBe(true);
  });

  it('that is empty needs no person', () => {
    expect(needsPerson([], files)).toBe(false);
  });
});
