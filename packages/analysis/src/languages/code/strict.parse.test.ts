import { describe, expect, it } from 'vitest';
import { loadParserAssets } from '../../node/parser-assets.ts';
import { createParsers } from './parsers.ts';
import { parseStrict } from './strict.parse.ts';

const DEEP = 30_000;
/** Ways to nest, each with its closing text. */
const WAYS: readonly (readonly [open: string, close: string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['f(', ')'],
  ['{a:', '}'],
  ['a.', ''],
  ['! ', ''],
  ['typeof ', ''],
  ['new ', ''],
  ['``', ''],
  ['"a"+', ''],
  ['a**', ''],
  ['a?b:', ''],
  ['a&&', ''],
  ['if(x)\n', ''],
  ['if(x);else ', ''],
  ['for(;;)', ''],
  ['a:', ''],
  ['x=>', ''],
];

const assets = loadParserAssets();
const parsers = await createParsers(assets);

describe('parseStrict', () => {
  it.each(WAYS)('leaves %s inside itself, again and again, to the tolerant parser', (open, close) => {
    const text = open.repeat(DEEP) + 1 + close.repeat(DEEP);

    expect(parseStrict(assets.strict, text, false)).toBeUndefined();
    expect(parsers.javascript(text, false).isTruncated).toBeDefined();
  });

  it('refuses a tree that nests deeper than its readers follow, and takes one that does not', () => {
    expect(parseStrict(assets.strict, `${'a.'.repeat(900)}b`, false)).toBeDefined();
    expect(parseStrict(assets.strict, `${'a.'.repeat(1_100)}b`, false)).toBeUndefined();
  });

  it('refuses a program with an error in it', () => {
    expect(parseStrict(assets.strict, 'const a = ;', false)).toBeUndefined();
  });
});
