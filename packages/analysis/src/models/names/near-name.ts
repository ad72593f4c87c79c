import { isOneStepApart } from '../packages/near-miss.ts';
import { KNOWN_SKILLS, NAME_WORDS, OTHER_WORDS } from './known-names.data.ts';

const NAME_CHARS_MIN = 5;
const WORD_CHARS_MIN = 6;

/** What a skill's name nearly is: another skill, or a word that names are made of. */
export function findNearName(name: string, more: readonly string[]): string | undefined {
  const folded = name.toLowerCase();
  const known = [...more.map((one) => one.toLowerCase()), ...KNOWN_SKILLS];
  if (folded.length < NAME_CHARS_MIN || known.includes(folded)) return undefined;
  return known.find((one) => one.length >= NAME_CHARS_MIN && isOneStepApart(folded, one)) ?? misspelled(folded);
}

/** Names are compared word by word, because a squatter changes one of them. */
function misspelled(name: string): string | undefined {
  for (const word of name.split(/[-_.\s]+/)) {
    if (word.length < WORD_CHARS_MIN - 1 || NAME_WORDS.has(word) || OTHER_WORDS.has(word)) continue;
    for (const known of NAME_WORDS) if (known.length >= WORD_CHARS_MIN && isSlip(word, known)) return known;
  }
  return undefined;
}

/** Slips of the finger: two letters swapped, one doubled, one left out inside, or "-er" for "-or". Other words differ otherwise. */
function isSlip(word: string, known: string): boolean {
  if (!isOneStepApart(word, known)) return false;
  if (word.length > known.length) return word.replace(/(.)\1/g, '$1') === known.replace(/(.)\1/g, '$1');
  if (word.length < known.length) return word.at(-1) === known.at(-1) && word[0] === known[0];
  const isSwap = [...word].sort().join('') === [...known].sort().join('');
  return isSwap || word.replace(/er$/, 'or') === known;
}
