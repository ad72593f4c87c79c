import type { PlacedHit } from '@assay/analysis/result/at-places';
import { comesFrom, nowhere, settledValue, sourceOf } from '../flow/origins.ts';
import type { CallOp, Env, Trace } from '../flow/trace.ts';
import { dependsOn, isSender, slotOf } from '../flow/values.ts';
import type { Binary, Expr, Fn, StateVariable } from '../syntax/ast.ts';
import { expressions } from '../syntax/walk.ts';
import { isTime } from './block-values.ts';
import type { ReviewedContract } from './rule.ts';
import { callsIn, contractRule, entryOf, placeIn, placeOf, writesIn } from './support.ts';

const SHORT_SECONDS = 900;
/** From here on a number is a moment of the calendar, not a length of time. */
const MOMENT_SECONDS = 1_000_000_000;
const SECONDS: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
  weeks: 604_800,
};

const secondsOf = (expr: Expr): number | undefined => {
  if (expr.kind !== 'literal' || expr.of !== 'number') return undefined;
  const [, digits = '', unit = 'seconds'] = /^([\d_]+)\s*(\w+)?$/.exec(expr.value) ?? [];
  return digits === '' ? undefined : Number(digits.replaceAll('_', '')) * (SECONDS[unit] ?? Number.NaN);
};

const timestamp = contractRule({
  id: 'CON-17',
  title: 'Timestamp dependence',
  question: 'Does a decision depend on the exact time or on a short window?',
  severity: 'MEDIUM',
  references: ['SWC-116', 'CWE-829'],
  why: 'The block proposer can choose the timestamp within bounds, and with it the outcome.',
  fix: 'Use windows of hours, or block numbers.',
  blindTo:
    'Windows of 15 minutes or more are not reported, unless the last participant wins the pot. A fixed moment in the code is LOW.',
  check: (facts) =>
    facts.contracts.flatMap((reviewed) => [
      ...[...reviewed.fns, ...reviewed.contract.node.modifiers].flatMap((fn) =>
        [...expressions(fn.body)].flatMap((expr) => timeHits(expr, fn, reviewed)),
      ),
      ...reviewed.entries.flatMap((trace) => [...onceAtATime(trace, reviewed), ...lastComers(trace, reviewed)]),
      ...reviewed.entries.flatMap((trace) => mixedTimes(trace, reviewed)),
    ]),
});

function timeHits(expr: Expr, fn: Fn, reviewed: ReviewedContract): PlacedHit[] {
  if (expr.kind !== 'binary') return [];
  const parts = [...timeParts(expr.left), ...timeParts(expr.right)];
  if (!parts.some(isTime)) return [];
  const isExact = expr.op === '==' && (isTime(expr.left) || isTime(expr.right));
  const isModulo = expr.op === '%' && [...timeParts(expr.left)].some(isTime);
  const seconds = /^[<>]=?$/.test(expr.op) ? parts.flatMap((part) => lengthOf(part, fn, reviewed)) : [];
  const isShort = seconds.some((one) => one > 1 && one < SHORT_SECONDS);
  if (isExact || isModulo || isShort) return [{ at: placeIn(fn.file, expr), confidence: 'firm' }];
  return seconds.some((one) => one >= MOMENT_SECONDS)
    ? [
        {
          at: placeIn(fn.file, expr),
          confidence: 'firm',
          severity: 'LOW',
          note: 'The decision depends on one exact second.',
        },
      ]
    : [];
}

/** Written here, or under a name that always means the same. */
const lengthOf = (part: Expr, fn: Fn, reviewed: ReviewedContract): number[] =>
  [secondsOf(part.kind === 'id' ? settledValue(part, nowhere(fn), reviewed) : part)].filter((one) => one !== undefined);

function* timeParts(expr: Expr): Generator<Expr> {
  yield expr;
  if (expr.kind === 'binary') {
    yield* timeParts(expr.left);
    yield* timeParts(expr.right);
  }
}

const isPay = ({ reached: { how, value } }: CallOp): boolean => (how === 'ether' || how === 'low') && value !== null;

const paysIn = (trace: Trace): boolean => callsIn(trace).some(isPay);

/** `require(now != last)` before money moves: one in every block, and its maker picks who. */
const onceAtATime = (trace: Trace, reviewed: ReviewedContract): PlacedHit[] =>
  trace.ops.flatMap((op): PlacedHit[] => {
    if (op.kind !== 'check' || op.test.kind !== 'binary' || op.test.op !== '!=' || !paysIn(trace)) return [];
    const isNow = [op.test.left, op.test.right].some((side) => isTime(sourceOf(side, op.env).expr));
    return isNow ? [{ at: placeOf(op), confidence: 'firm', entry: entryOf(reviewed, trace.entry) }] : [];
  });

/** The time itself goes into a sum that has nothing to do with time: a number that its maker can choose. */
function mixedTimes(trace: Trace, reviewed: ReviewedContract): PlacedHit[] {
  return trace.ops.flatMap((op): PlacedHit[] => {
    const sum = op.kind === 'math' ? op.at : op.kind === 'check' ? op.test : null;
    if (sum?.kind !== 'binary' || !isMixed(sum, op.env)) return [];
    return [{ at: placeOf(op), confidence: 'firm', entry: entryOf(reviewed, trace.entry) }];
  });
}

function isMixed({ op, left, right }: Binary, env: Env): boolean {
  const isNow = (side: Expr): boolean => isTime(sourceOf(side, env).expr);
  if (op === '%') return !isTime(left) && comesFrom(left, env, isTime);
  return /^[*^&]$/.test(op) && (isNow(left) || isNow(right));
}

/** Every payment starts the clock again, and when it has run out, whoever paid last takes the pot. */
function lastComers(trace: Trace, reviewed: ReviewedContract): PlacedHit[] {
  const { contract } = reviewed;
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { target } = op.reached;
    if (!isPay(op) || target === null || isSender(target.expr, target.env)) return [];
    const held = (expr: Expr, env: Env): StateVariable[] => variablesIn(expr, env, contract);
    const paid = held(target.expr, target.env);
    const isTimed = op.guards.some(
      ({ test, env, isAssumed }) =>
        !isAssumed && comesFrom(test, env, isTime) && held(test, env).some((clock) => isReset(clock, paid, reviewed)),
    );
    return isTimed
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: 'The block proposer decides who was last.',
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

function variablesIn(expr: Expr, env: Env, contract: ReviewedContract['contract']): StateVariable[] {
  const found: StateVariable[] = [];
  dependsOn(expr, env, (part, at) => {
    const variable = part.kind === 'id' ? slotOf(part, at, contract)?.variable : undefined;
    if (variable != null) found.push(variable);
    return false;
  });
  return found;
}

/** Whoever pays becomes the one who is paid, and sets the clock to now. */
const isReset = (clock: StateVariable, paid: readonly StateVariable[], { entries }: ReviewedContract): boolean =>
  entries.some((other) => {
    if (other.entry.mutability !== 'payable' && other.entry.kind === 'function' && other.entry.visibility !== null)
      return false;
    const writes = writesIn(other);
    const isSet = writes.some(
      ({ slot, value, env }) =>
        slot.variable === clock && slot.keys.length === 0 && value !== null && isTime(sourceOf(value, env).expr),
    );
    const isNamed = writes.some(
      ({ slot, value, env }) =>
        slot.variable !== null && paid.includes(slot.variable) && value !== null && isSender(value, env),
    );
    return isSet && isNamed;
  });

export const TIME_RULES = [timestamp];
