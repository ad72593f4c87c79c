/** Characters that take no room on a page; a sentence can be written in them, or broken up by them. */
export const UNSEEN =
  /\u00ad|[\u200b-\u200f]|[\u2028-\u202e]|[\u2060-\u206f]|[\ufe00-\ufe0f]|\ufeff|[\u{e0000}-\u{e01ef}]/gu;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** JSON in which such characters are escapes. A single selector behind an emoji is left alone: it only means colour. */
export const printJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSEEN, (unseen, at: number, whole: string) =>
    unseen === '\ufe0f' && !/[\ufe00-\ufe0f]/.test(`${whole[at - 1]}${whole[at + 1]}`) ? unseen : escapeUnits(unseen),
  );
