import { describe, expect, it } from 'vitest';
import { withPart, wordList } from './word-list.ts';

describe('a word list', () => {
  it('matches whole words with their case, and not the empty word', () => {
    const list = wordList('git [[ tar');
    expect(['git', '[[', 'tar'].every(list.test)).toBe(true);
    expect(['', ' ', 'Git', 'git tar', 'gi'].some(list.test)).toBe(false);
  });
});

describe('a pattern with a required part', () => {
  it('matches that part in any case, and nothing that the pattern does not match', () => {
    const pattern = withPart(['skill', 'hub'], /^(?:skills?|clawhub)$/i);
    expect(['skill', 'SKILLS', 'ClawHub'].every(pattern.test)).toBe(true);
    expect(['skillet', 'hub', 'claw', ''].some(pattern.test)).toBe(false);
  });
});
