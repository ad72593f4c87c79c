import type { Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { isDefault, isPaymentAddress } from './code/payment.ts';

/** Columns that say who is paid. */
const PAYEE = String.raw`((?:\w{0,20}_)?(?:iban|bic|payee|beneficiary|creditor|wallet|pay_?to|payout_?address|(?:bank_?)?account_?(?:no|number)|recipient|destination))`;
/** What a trigger puts into the row that is about to be written: PostgreSQL, Oracle, MySQL. */
const GIVEN = new RegExp(String.raw`\bNEW\.["\`]?${PAYEE}["\`]?\s*:?=\s*([^;]{1,400});`, 'gi');
/** What a database that acts by itself changes other rows to. */
const UPDATED = new RegExp(String.raw`\bUPDATE\s[^;]{1,120}?\bSET\s[^;]{0,200}?\b${PAYEE}\s*=\s*([^;]{1,400});`, 'gi');
const ACTS_BY_ITSELF = /\bCREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:[\w=@`]+\s+){0,3}(?:TRIGGER|EVENT|RULE)\b/i;

const LITERAL = "E?'((?:[^']|''){0,200})'";
const decoder = (name: string, more = ''): RegExp => new RegExp(`\\b(?:${name})\\(\\s*${LITERAL}${more}\\s*\\)`, 'gi');
const bytes = (text: string, code: 'base64' | 'hex'): string => Buffer.from(text, code).toString('latin1');

/** Functions of the databases that make a text of another one. */
const DECODERS: readonly { readonly shape: RegExp; readonly read: (text: string) => string }[] = [
  { shape: decoder('decode', String.raw`\s*,\s*'base64'`), read: (text) => bytes(text, 'base64') },
  { shape: decoder('from_base64|base64_decode'), read: (text) => bytes(text, 'base64') },
  { shape: decoder('decode', String.raw`\s*,\s*'hex'`), read: (text) => bytes(text, 'hex') },
  { shape: decoder('unhex|hextoraw'), read: (text) => bytes(text, 'hex') },
  { shape: /\bx'([0-9a-f]{2,200})'/gi, read: (text) => bytes(text, 'hex') },
  { shape: decoder('reverse'), read: (text) => [...text].reverse().join('') },
];
/** Words around a text that leave it what it is: names of functions and types. */
const AROUND =
  /\b(?:convert_from|concat(?:_ws)?|cast|convert|as|char|varchar2?|text|using|utf8\w*|utl_raw|cast_to_varchar2|utl_encode|trim|upper|lower)\b|\(\s*\d+\s*\)|::\w+/gi;
const CHARSET = /,\s*'(?:utf-?8|latin1|sql_ascii|ascii)'/gi;

type Constant = { readonly text: string; readonly isHidden: boolean };

/** The text that an expression always comes to; `undefined` where something of a row or a variable takes part. */
function constantOf(expression: string): Constant | undefined {
  const plain = expression.split(/\bWHERE\b|,\s*\w+\s*=/i)[0] ?? '';
  const read = DECODERS.reduce(
    (text, decode) =>
      text.replace(decode.shape, (_whole, inner: string) => `'${decode.read(inner).replaceAll("'", '')}'`),
    plain.replace(CHARSET, ''),
  );
  const rest = read.replace(new RegExp(LITERAL, 'g'), '').replace(AROUND, '');
  if (/[\w.$@]/.test(rest)) return undefined;
  const text = [...read.matchAll(new RegExp(LITERAL, 'g'))].map(([, part = '']) => part).join('');
  return text === '' ? undefined : { text, isHidden: !expression.includes(text) };
}

/** A row that somebody wrote gets another recipient from the database itself. A value for a row that has none replaces nothing. */
export function recordSqlRows(analysis: Analysis, unit: Unit, text: string): void {
  if (unit.lang !== 'sql' || !ACTS_BY_ITSELF.test(text)) return;
  const { view } = unit.span;
  for (const match of [...text.matchAll(GIVEN), ...text.matchAll(UPDATED)].slice(0, FOUND_MAX)) {
    const [whole, name = '', expression = ''] = match;
    const at = { view, start: match.index, end: match.index + whole.length };
    const constant = constantOf(expression);
    if (constant === undefined || isDefault(at, name) || isEmptyBefore(text, match.index, name)) continue;
    if (!constant.isHidden && !isPaymentAddress(constant.text.replaceAll(' ', ''))) continue;
    analysis.recorder.add('replacement', { name, by: constant.text }, unit, at);
  }
}
const FOUND_MAX = 10;

/** `IF NEW.iban IS NULL THEN`, `COALESCE(…)`. */
const isEmptyBefore = (text: string, index: number, name: string): boolean =>
  new RegExp(`\\b${name}["\`]?\\s*(?:IS\\s+NULL|=\\s*'')`, 'i').test(text.slice(Math.max(0, index - 160), index));
