import type { Expr } from '../../languages/code/ir.ts';
import type { Span } from '../../types/index.ts';

/** Shapes of addresses that money is sent to: Bitcoin, Ethereum and its kin, Tron, Solana, an account number of a bank. */
const ADDRESS =
  /^(?:bc1[a-z0-9]{20,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[1-9A-HJ-NP-Za-km-z]{43,44}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/;

/** Nobody's: what stands for the coin of the chain itself, and where coins are burnt. */
const NOBODYS = /^0x(?:([0-9a-f])\1{39}|0{36,39}[0-9a-f]{1,4})$/i;

/** A pattern that finds addresses of a chain: letters of a coding, so many of them. */
const PATTERN_OF_ADDRESS = /(?:0x|bc1q?|\[13\]|\bT)\(?\[[^\]\s]{3,60}\]\)?\{\d{2}(?:,\d{0,3})?\}/;

/** `re.compile('…')`, `new RegExp('…')`, `/…/g`: what is looked for. */
export function patternOf(expr: Expr | undefined): string | null {
  if (expr?.kind === 'text') return expr.value;
  if (expr?.kind === 'name' && expr.name.startsWith('/')) return expr.name;
  if (expr?.kind !== 'call' || (expr.callee.kind !== 'member' && expr.callee.kind !== 'name')) return null;
  const [first] = PATTERN_MAKERS.has(expr.callee.name) ? expr.args : [];
  return first?.value.kind === 'text' ? first.value.value : null;
}
const PATTERN_MAKERS: ReadonlySet<string> = new Set(['compile', 'RegExp']);

/** Whatever has the shape of an address becomes this one. */
export const swapsAddress = (pattern: string, by: string): boolean =>
  PATTERN_OF_ADDRESS.test(pattern) && isPaymentAddress(by);

export const isPaymentAddress = (text: string): boolean => ADDRESS.test(text.trim()) && !NOBODYS.test(text.trim());

/** The address of a token or a contract is what is traded, not who is paid. */
export const isAsset = (name: string): boolean =>
  /(?:token|contract|currency|asset|coin|mint|pool|router|factory)(?:in|out|[ab01])?$/i.test(name);

/** Names of what says where money goes. */
const RECIPIENT =
  /^(?:to|iban|bic|account|account_?(?:no|number)|recipient|payee|beneficiary|address|destination|dest|wallet|pay_?to|payout_?address|to_?address)$/i;

export const isRecipient = (name: string): boolean => RECIPIENT.test(name);

const BEFORE_CHARS = 160;

/** `if not iban: iban = …`: a value for when there is none replaces nothing. */
export function isDefault({ view, start }: Span, name: string): boolean {
  const before = view.text.slice(Math.max(0, start - BEFORE_CHARS), start);
  return new RegExp(
    `(?:not|!)\\s*\\(?${escaped(name)}\\b|${escaped(name)}\\s*(?:is None|={2,3}\\s*(?:null|undefined|None|''|""))`,
  ).test(before);
}

const escaped = (name: string): string => name.replace(/[^\w]/g, '\\$&');
