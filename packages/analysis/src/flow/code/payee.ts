import type { Expr } from '../../languages/code/ir.ts';
import type { FactValues } from '../../types/index.ts';
import type { CodeValue } from './code-value.ts';
import { isPaymentAddress } from './payment.ts';

type Replacement = FactValues['replacement'];

/** Names that say who is paid and nothing else. */
const PAYEE =
  /^(?:(?:\w+_)?iban|bic|payee|beneficiary|creditor|pay_?to|payout_?address|(?:bank_?)?account_?(?:no|number))$/i;
/** Words of fields that may hold such a name as well. */
const SAYS_WHO =
  /iban|bic|acc(?:oun)?t|payee|benefic|credit|recipient|pay|address|dest|wallet|holder|number|bank|\bto\b|override|arg|opt|param|env|input|custom|user/i;
const AMOUNT = /^(?:\w+_)?(?:amount|total|gross|sum|net|value|price|due|balance|betrag|summe)(?:_\w+)?$/i;

const OTHER_ACCOUNT = 'an account of its own';

/** `to.trim()` is `to`. */
export function asGiven(expr: Expr): Expr {
  const { callee } = expr.kind === 'call' ? expr : { callee: undefined };
  return callee?.kind === 'member' && expr.kind === 'call' && expr.args.length === 0 ? asGiven(callee.on) : expr;
}

/** The name of a field or a variable: `x`, `a.x`, `a["x"]`. */
function fieldName(expr: Expr): string {
  if (expr.kind === 'name' || expr.kind === 'member') return expr.name;
  const [key] = expr.kind === 'index' ? expr.key : [];
  return key?.kind === 'text' ? key.value : '';
}

/** Every name and field that an expression speaks of. */
function namesIn(expr: Expr, depth = 0): string[] {
  if (depth > DEPTH_MAX) return [];
  const inner = (exprs: readonly Expr[]): string[] => exprs.flatMap((one) => namesIn(one, depth + 1));
  switch (expr.kind) {
    case 'name':
      return [expr.name];
    case 'member':
      return [expr.name, ...inner([expr.on])];
    case 'index':
      return [fieldName(expr), ...inner([expr.on, ...expr.key])];
    case 'call':
      return inner([expr.callee, ...expr.args.map(({ value }) => value)]);
    case 'join':
      return inner(expr.parts);
    case 'list':
      return inner(expr.items);
    case 'op':
      return inner(expr.args);
    default:
      return [];
  }
}
const DEPTH_MAX = 12;

function hasNumber(expr: Expr, depth = 0): boolean {
  if (expr.kind === 'number') return expr.value > 1;
  return expr.kind === 'op' && depth < DEPTH_MAX && expr.args.some((arg) => hasNumber(arg, depth + 1));
}

/** `amount > 1800`: some payments and not others. */
export const isAboutAmount = (expr: Expr): boolean =>
  expr.kind === 'op' && hasNumber(expr) && namesIn(expr).some((name) => AMOUNT.test(name));

const isOwn = ({ taints, ref }: CodeValue): boolean => taints.length === 0 && ref !== 'None' && ref !== 'null';

/** By what a name that came from outside is exchanged: an address, or from some amount on anything of the program's own. */
export function exchangedFor(name: string, value: CodeValue, isAboveAmount: boolean): string | null {
  if (value.text !== null && isPaymentAddress(value.text)) return value.text;
  return isAboveAmount && PAYEE.test(name) && isOwn(value) ? (value.text ?? OTHER_ACCOUNT) : null;
}

/**
 * `layout["foot"] or profile["iban"]`: who is paid is taken from a field that is not named for it. `big > 5000 ? OWN.x :
 * order.iban`: some payments go elsewhere.
 */
export function otherPayee(expr: Extract<Expr, { kind: 'op' }>, values: readonly CodeValue[]): Replacement | undefined {
  const [first, second, third] = expr.args;
  if (first === undefined || second === undefined) return undefined;
  if (third === undefined) {
    const name = fieldName(second);
    const other = first.kind === 'index' || first.kind === 'member' ? fieldName(first) : '';
    const isOther = other !== '' && !namesIn(first).some((word) => SAYS_WHO.test(word));
    return second.kind === 'index' && PAYEE.test(name) && isOther ? { name, by: other } : undefined;
  }
  const test = expr.args.find(isAboutAmount);
  const given = expr.args.find((arg) => arg !== test && PAYEE.test(fieldName(asGiven(arg))));
  const own = expr.args.findIndex((arg) => arg !== test && arg !== given);
  const evaluated = values[own];
  if (test === undefined || given === undefined || evaluated === undefined || !isOwn(evaluated)) return undefined;
  const name = fieldName(asGiven(given));
  return namesIn(expr.args[own] ?? test).includes(name) ? undefined : { name, by: evaluated.text ?? OTHER_ACCOUNT };
}
