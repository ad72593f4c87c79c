/** Search of lower-case text columns by words of a caller, which are values and never patterns. */
import type { SQL } from 'drizzle-orm';
import { sql } from './drizzle.ts';

/** Share of common trigrams from which on a word with a typing error is taken for one of the text. */
const LEAST_SIMILARITY = 0.45;
/** Rows that a search compares with a word in order of the list. No index serves similarity, so the number is bounded. */
export const COMPARED_ROWS = 2_000;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

export const containsWord = (column: SQL, word: string): SQL => sql`${column} LIKE lower(${`%${escapeLike(word)}%`})`;

export const resemblesWord = (column: SQL, word: string): SQL =>
  sql`word_similarity(lower(${word}), ${column}) >= ${LEAST_SIMILARITY}`;
