/** Searches lower-case text columns for words of a caller. The words are values and never patterns. */
import type { SQL } from 'drizzle-orm';
import { sql } from './drizzle.ts';

/** Minimum share of common trigrams at which a misspelt word matches a word of the text. */
const LEAST_SIMILARITY = 0.45;
/** Maximum of rows, in list order, that a search compares with a word. No index supports similarity. */
export const COMPARED_ROWS = 2_000;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

export const containsWord = (column: SQL, word: string): SQL => sql`${column} LIKE lower(${`%${escapeLike(word)}%`})`;

export const resemblesWord = (column: SQL, word: string): SQL =>
  sql`word_similarity(lower(${word}), ${column}) >= ${LEAST_SIMILARITY}`;
