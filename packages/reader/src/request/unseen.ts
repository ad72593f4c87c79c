/** Characters without width. A sentence can be written in them or interrupted by them. */
export const UNSEEN =
  /\u00ad|[\u200b-\u200f]|[\u2028-\u202e]|[\u2060-\u206f]|[\ufe00-\ufe0f]|\ufeff|[\u{e0000}-\u{e01ef}]/gu;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/**
 * JSON with invisible characters as escapes. A single variation selector after an emoji stays, because it only selects
 * colour.
 */
export const printJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSEEN, (unseen, at: number, whole: string) =>
    unseen === '\ufe0f' && !/[\ufe00-\ufe0f]/.test(`${whole[at - 1]}${whole[at + 1]}`) ? unseen : escapeUnits(unseen),
  );
