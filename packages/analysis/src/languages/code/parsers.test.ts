import { describe, expect, it } from 'vitest';
import { loadParserAssets } from '../../node/parser-assets.ts';
import { createParsers, PARSE_LIMITS } from './parsers.ts';

const parsers = await createParsers(loadParserAssets());
const MANY = PARSE_LIMITS.strayMarksMax + 1;

describe('python', () => {
  it('is not searched for in a text full of marks it has no use for', () => {
    expect(parsers.python('<!--'.repeat(MANY)).errorPermille).toBe(1_000);
  });

  it('may hold such marks in strings and comments', () => {
    const text = `a = "${'?'.repeat(MANY)}"\n# ${'$'.repeat(MANY)}\nb = """${'!\n'.repeat(MANY)}"""\n`;
    expect(parsers.python(text)).toMatchObject({ errorPermille: 0, body: [{ kind: 'assign' }, { kind: 'assign' }] });
  });

  it('is not searched for in brackets that never close', () => {
    expect(parsers.python('('.repeat(PARSE_LIMITS.bracketsMax + 1)).errorPermille).toBe(1_000);
  });
});
