import { describe, expect, it } from 'vitest';
import { foldText } from './fold.ts';

describe('foldText', () => {
  it.each([
    ['a zero-width space in a word', 'i\u200bgnore', 'ignore'],
    ['tag characters', 'a\u{e0062}\u{e0063}', 'abc'],
    ['a Cyrillic letter in a Latin word', 'c\u0443rl', 'cyrl'],
    ['mathematical letters', '\u{1d41a}\u{1d41b}', 'ab'],
    ['full-width letters', '\uff43\uff55', 'cu'],
    ['a one-letter option', 'curl -\u043e file', 'curl -o file'],
  ])('undoes %s', (_name, given, folded) => {
    expect(foldText(given)?.text).toBe(folded);
  });

  it.each([
    ['plain text', 'plain'],
    ['a Russian sentence', '\u041f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440'],
    ['an emoji with a selector', '\u26a0\ufe0f note'],
    ['a joined emoji', '\u{1f469}\u200d\u{1f4bb}'],
  ])('leaves %s alone', (_name, given) => {
    expect(foldText(given)).toBeUndefined();
  });
});
