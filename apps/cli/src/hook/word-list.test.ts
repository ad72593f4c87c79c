import { describe, expect, it } from 'vitest';
import { withPart, wordList } from './word-list.ts';

describe('a list of words', () => {
  it('holds whole words with their case, and not the empty one', () => {
    const list = wordList('git [[ tar');
    expect(['git', '[[', 'tar'].every(list.test)).toBe(true);
    expect(['', ' ', 'Git', 'git tar', 'gi'].some(list.test)).toBe(false);
  });
});

describe('a pattern with a part that every match holds', () => {
  it('matches whatever the case of the part is, and nothing that the pattern does not', () => {
    const pattern = withPart(['skill', 'hub'], /^(?:skills?|clawhub)$/i);
    expect(['skill', 'SKILLS', 'ClawHub'].every(pattern.test)).toBe(true);
    expect(['skillet', 'hub', 'claw', ''].some(pattern.test)).toBe(false);
  });
});
