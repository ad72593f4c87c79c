/** Formats of values in the page's language. Times are in UTC, so that a page is the same everywhere. */
import type { RuleFamily } from '@assay/audit';
import { code as findCode, language, plural } from '../languages/text.ts';

const DAY = new Intl.DateTimeFormat(language.locale, { dateStyle: 'long', timeZone: 'UTC' });
/** English groups digits with spaces, because readers of many languages use it. */
const GROUPS = language.code === 'en' ? undefined : new Intl.NumberFormat(language.locale);
const DECIMAL_SIGN =
  new Intl.NumberFormat(language.locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** 16 November 2026 */
export function toDay(time: string): string {
  const [year = 0, month = 1, day = 1] = time.slice(0, 10).split('-').map(Number);
  return DAY.format(Date.UTC(year, month - 1, day));
}

/** 16 November 2026, 05:41 UTC. Chinese sets no comma before the time. */
export const toMoment = (time: string): string =>
  `${toDay(time)}${language.code === 'zh' ? '' : ','} ${time.slice(11, 16)} UTC`;

/** Digits in groups of three. */
export const toCount = (count: number): string =>
  GROUPS === undefined ? String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ') : GROUPS.format(count);

/** A number with a fixed count of decimals. */
export const toDecimal = (value: number, digits: number): string => value.toFixed(digits).replace('.', DECIMAL_SIGN);

type Money = { readonly amount: string; readonly currency: string; readonly decimals: number };

/** 0.90 USDC: at least two decimals, and no trailing zeros beyond them. */
export function toPrice({ amount, currency, decimals }: Money): string {
  const digits = amount.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits
    .slice(digits.length - decimals)
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${toCount(Number(whole))}${DECIMAL_SIGN}${part} ${currency === 'MARK' ? WORLD_MONEY.currency : currency}`;
}
const WORLD_MONEY = { currency: 'marks', decimals: 6 };

/** The build requires that the words are literals: they are the key of the forms in other languages. */
export const toPlural = (count: number, one: string, many = `${one}s`): string =>
  plural(count, toCount(count), one, many);

/** World money in hundredths, because smaller amounts are not meaningful. */
export const toMarks = (amount: string): string =>
  toPrice({ amount: amount.replace(/\d{4}$/, '0000'), ...WORLD_MONEY });

/** 12.5 %. Chinese sets no space before the sign. */
export const toShare = (share: number, digits = 1): string =>
  `${toDecimal(share * 100, digits)}${language.code === 'zh' ? '' : ' '}%`;

export const toPercent = (bp: number): string => toShare(bp / 10_000);

/** `FLAG_CONFIRMED` and `ticket.replied` as words. */
export function toWords(code: string): string {
  const words = code.toLowerCase().replaceAll(/[._]/g, ' ');
  return findCode(code) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A word inside a sentence. German writes nouns with a capital, so only English words change. */
export const toInline = (word: string): string => (language.code === 'en' ? word.toLowerCase() : word);

/** Families of the engine, which are sets of rules. */
const RULE_FAMILIES = {
  instruction: true,
  'code-taint': true,
  'supply-chain': true,
  sandbox: true,
  contract: true,
  api: true,
  tool: true,
} satisfies Record<RuleFamily, true>;

/** The method of a seat. Remote validators declare any other family in their own words, such as "person". */
export function toMethod(family: string): string {
  if (family.startsWith('reader/')) return `Model: ${family.slice('reader/'.length)}`;
  return Object.hasOwn(RULE_FAMILIES, family) ? `Rules: ${family}` : family;
}
