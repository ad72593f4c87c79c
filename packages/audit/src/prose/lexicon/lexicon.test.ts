import { describe, expect, it } from 'vitest';
import { LEXICONS } from './index.ts';
import { toBeginnings, toForms } from './lexicon.ts';

const ENTRIES = LEXICONS.flatMap(({ words }) => Object.values(words).flatMap((list) => list.split('|')));

describe('the lexicons', () => {
  it('hold no empty entry and no blank around one', () => {
    expect(ENTRIES.filter((entry) => entry === '' || entry !== entry.trim())).toEqual([]);
  });

  it('hold no entry whose forms begin otherwise than it does itself: the tagger looks for it by two letters', () => {
    const strays = ENTRIES.flatMap(toBeginnings).filter((entry) => {
      const word = entry.replace(/[~+]$/, '');
      return toForms(entry).some((form) => form.slice(0, 2) !== word.slice(0, 2));
    });

    expect(strays).toEqual([]);
  });
});
