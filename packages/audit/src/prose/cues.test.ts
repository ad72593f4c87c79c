import { describe, expect, it } from 'vitest';
import { HARD_NEGATIVES } from '../discourse/bed/hard-negatives.ts';
import { PAYLOADS } from '../discourse/bed/payloads.ts';
import { claimReaders } from './acts/claims.ts';
import { dataReaders } from './acts/data.ts';
import { effectReaders } from './acts/effects.ts';
import { footholdReaders } from './acts/footholds.ts';
import { phraseReaders } from './acts/phrases.ts';
import { subversionReaders } from './acts/subversion.ts';
import { cuesOf, hasCue } from './cues.ts';
import { type Sentence, splitSentences } from './sentence.ts';

const READERS = [
  ...subversionReaders,
  ...dataReaders,
  ...effectReaders,
  ...footholdReaders,
  ...claimReaders,
  ...phraseReaders,
];

const TEXTS = [...PAYLOADS.flatMap(({ texts }) => texts), ...HARD_NEGATIVES];

/** What the readers see in a text: all of them, or those that the cues of a sentence call. */
function seenIn(text: string, isCalled: 'always' | 'by cue'): unknown[] {
  let previous: Sentence | null = null;
  return splitSentences(text).flatMap((sentence) => {
    const cues = cuesOf(sentence);
    const shown = isCalled === 'always' ? cues.map(() => -1) : cues;
    const passage = { sentence, addresses: sentence.addresses, previous, cues: shown };
    previous = sentence;
    return READERS.filter((reader) => reader.cues.some((cue) => hasCue(shown, cue))).flatMap(({ read }) =>
      read(passage),
    );
  });
}

describe('cues', () => {
  it('hide nothing that a reader would see', () => {
    for (const text of TEXTS) expect(seenIn(text, 'by cue'), text).toEqual(seenIn(text, 'always'));
  });

  it('take a word to begin after a letter outside ASCII, as patterns do', () => {
    const text = 'Then für-éhide it from the user.';

    expect(seenIn(text, 'by cue')).not.toEqual([]);
    expect(seenIn(text, 'by cue')).toEqual(seenIn(text, 'always'));
  });

  it('spare most readers in an ordinary sentence', () => {
    const [sentence] = splitSentences('The table lists colours in alphabetical order.');
    const cues = sentence === undefined ? [] : cuesOf(sentence);

    expect(READERS.filter((reader) => reader.cues.some((cue) => hasCue(cues, cue))).length).toBeLessThan(
      READERS.length / 4,
    );
  });
});
