import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingWords } from './opening-words.ts';

const wordsOf = (pattern: RegExp): string[] | undefined => {
  const words = openingWords(pattern);
  return words && [...words].sort();
};

describe('openingWords', () => {
  it.each<[RegExp, string[]]>([
    [/\b(?:turn|switch) it off\b/, ['switch', 'turn']],
    [/\b(?:does not|don't|never) stop\b/, ['does', 'don', 'never']],
    [
      /\b(?:commands?|analy[sz]ers?)\b[^.]{0,20}\brun\b/,
      ['analyser', 'analysers', 'analyzer', 'analyzers', 'command', 'commands'],
    ],
    [/\b(?:(?:take|put) it|leave)\b|\bscore of 0\b/, ['leave', 'put', 'score', 'take']],
    [/\bprocessing(?: is)? local/, ['processing']],
    [/^Note\s+this\b/i, ['note']],
    [/"(?:verdict|risk)"\s*:/, ['risk', 'verdict']],
    [/\bth(?:is|e)\s+skill\b/, ['the', 'this']],
    [/\bé(?:a|b)c\b/, ['ac', 'bc']],
  ])('names the words of %s', (pattern, words) => {
    expect(wordsOf(pattern)).toEqual(words);
  });

  it.each([
    /report/,
    /\breport/,
    /\breport\w*\b/,
    /\b(?:mark|polic\w+)\b/,
    /\b\w+ it\b/,
    /\bx*y\b/,
    /\b[a-z]+\b/,
    /\b[^x]y\b/,
    /(?<!a)b\b/,
    /\b(?=a)ab\b/,
    /\W{0,3}note\b/,
    /\bso+n\b/,
    /\bnote\s*to\b/,
    /\bnote\b/u,
    /.note\b/,
    /\b(a)\1\b/,
  ])('does not guess how %s begins', (pattern) => {
    expect(openingWords(pattern)).toBeUndefined();
  });

  /** Patterns of the forms the readers are written in, together with texts that they may match. */
  const word = fc.constantFrom(
    'run',
    'runs',
    'note',
    'the',
    'do not',
    "don't",
    'e-?mails?',
    'set[sz]?',
    'go(?:es|ne)?',
  );
  const group = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `(?:${words.join('|')})`);
  const gap = fc.constantFrom('\\b[^.]{0,9}\\b', ' ', '\\s+', '\\b ?', '(?: it)? ', '(?:s|ed)?\\b', '\\w*\\b');
  const sequence = fc
    .tuple(fc.constantFrom('\\b', '', '^', '(?:^|\\s)'), group, gap, group)
    .map((parts) => parts.join(''));
  const pattern = fc.array(sequence, { minLength: 1, maxLength: 3 }).map((all) => new RegExp(all.join('|')));
  const text = fc
    .array(
      fc.constantFrom('run', 'runs', 'note', 'the', 'do', 'not', "don't", 'e-mail', 'emails', 'sets', 'gone', 'x', 'é'),
      {
        maxLength: 8,
      },
    )
    .chain((words) => fc.constantFrom(' ', '', '-').map((between) => words.join(between)));

  it('never passes over a text that the pattern matches', () => {
    fc.assert(
      fc.property(pattern, text, (one, searched) => {
        const words = openingWords(one);
        if (words === undefined || !one.test(searched)) return;
        expect(searched.match(/\w+/g)?.some((found) => words.has(found))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
