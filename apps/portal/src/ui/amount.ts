/**
 * Typed amounts. The decimal separator is a point or a comma in every language. If it has exactly three digits after it
 * and one to three before it, it may separate thousands (`1,234`), and the text is rejected.
 */
const WHOLE_MAX = 12;
const PART_MAX = 6;

const PATTERN = [
  `[0-9]{1,${WHOLE_MAX}}([.,]([0-9]{1,2}|[0-9]{4,${PART_MAX}}))?`,
  `(0|[0-9]{4,${WHOLE_MAX}})[.,][0-9]{3}`,
].join('|');

const AMOUNT = new RegExp(`^(?:${PATTERN})$`);

/** The attributes of an input for an amount. */
export const AMOUNT_INPUT = {
  inputMode: 'decimal',
  pattern: PATTERN,
  title: 'Digits with at most one decimal separator, without separators between thousands',
} as const;

/** `12,5` as `12.5`; undefined if the text is not an amount. */
function parseAmount(text: string): string | undefined {
  const typed = text.trim();
  return AMOUNT.test(typed) ? typed.replace(',', '.') : undefined;
}

/** `12,5` marks in minor units. Other text becomes an empty text, which the service rejects with a reason. */
export function toMicros(text: string): string {
  const amount = parseAmount(text);
  if (amount === undefined) return '';
  const [whole = '', part = ''] = amount.split('.');
  return String(BigInt(whole + part.padEnd(PART_MAX, '0')));
}

/** `-2,5` as a number; NaN, which JSON does not carry, for other text. */
export function toNumber(text: string): number {
  const [, sign, size = ''] = /^([-−]?)(.*)$/su.exec(text.trim()) ?? [];
  const amount = Number(parseAmount(size) ?? Number.NaN);
  return sign === '' ? amount : -amount;
}
