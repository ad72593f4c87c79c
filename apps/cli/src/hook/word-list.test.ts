import { describe, expect, it } from 'vitest';
import { anyCase, hasAny, isBland, withPart, wordList } from './word-list.ts';

describe('a word list', () => {
  it('matches whole words with their case, and not the empty word', () => {
    const list = wordList('git [[ tar');
    expect(['git', '[[', 'tar'].every(list.test)).toBe(true);
    expect(['', ' ', 'Git', 'git tar', 'gi'].some(list.test)).toBe(false);
  });
});

describe('a word list in any case', () => {
  it('matches whole words in any case', () => {
    const list = anyCase('read write_file');
    expect(['read', 'Read', 'WRITE_FILE'].every(list.test)).toBe(true);
    expect(['', 'reads', 'write'].some(list.test)).toBe(false);
  });
});

describe('a plain name or path', () => {
  it('has no character that a shell or a list takes apart', () => {
    expect(['src/a.ts', '-n', '.git', ''].every(isBland)).toBe(true);
    const others = [
      'a b',
      'a\n',
      '~',
      '$x',
      'a=b',
      'a:b',
      '*',
      '%41',
      '\\a',
      '{a,b}',
      '\u00a0',
      'ä',
      '"a"',
      '@a',
      '!a',
    ];
    expect(others.some(isBland)).toBe(false);
  });

  it('has none of the given characters', () => {
    expect([hasAny('a*', '?*'), hasAny('a', '?*'), hasAny('', '?*')]).toEqual([true, false, false]);
  });
});

describe('a pattern with a required part', () => {
  it('matches that part in any case, and nothing that the pattern does not match', () => {
    const pattern = withPart(['skill', 'hub'], () => /^(?:skills?|clawhub)$/i);
    expect(['skill', 'SKILLS', 'ClawHub'].every(pattern.test)).toBe(true);
    expect(['skillet', 'hub', 'claw', ''].some(pattern.test)).toBe(false);
  });
});
