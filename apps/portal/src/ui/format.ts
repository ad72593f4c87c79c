/** Formats of values, independent of locale and clock: the page is the same everywhere. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** 16 November 2026 */
export function toDay(time: string): string {
  const [year = '', month = '', day = ''] = time.slice(0, 10).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

/** 16 November 2026, 05:41 UTC */
export const toMoment = (time: string): string => `${toDay(time)}, ${time.slice(11, 16)} UTC`;

/** Digits in groups of three. */
export const toCount = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');

type Money = { readonly amount: string; readonly currency: string; readonly decimals: number };

/** 0.90 USDC: at least two decimals, and no trailing zeros beyond them. */
export function toPrice({ amount, currency, decimals }: Money): string {
  const digits = amount.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits
    .slice(digits.length - decimals)
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${toCount(Number(whole))}.${part} ${currency}`;
}

export const toPlural = (count: number, one: string, many = `${one}s`): string =>
  `${toCount(count)} ${count === 1 ? one : many}`;

/** World money in hundredths, because smaller amounts are not meaningful. */
export const toMarks = (amount: string): string =>
  toPrice({ amount: amount.replace(/\d{4}$/, '0000'), currency: 'marks', decimals: 6 });

/** `12.5` marks in minor units. Invalid input becomes an empty text, which the service rejects with a reason. */
export function toMicros(text: string): string {
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  return whole === '' ? '' : String(BigInt(whole + part.padEnd(6, '0')));
}

export const toPercent = (bp: number): string => `${(bp / 100).toFixed(1)} %`;

/** `FLAG_CONFIRMED` and `ticket.replied` as words. */
export function toWords(code: string): string {
  const words = code.toLowerCase().replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The method of a seat. Only a model reads; the engine families are rule sets. */
export const toMethod = (family: string): string =>
  family.startsWith('reader/') ? `Model: ${family.slice('reader/'.length)}` : `Rules: ${family}`;
