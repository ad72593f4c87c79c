import { nameOf, needs } from '../flow/guards.ts';
import type { Env, Op, Trace } from '../flow/trace.ts';
import { dependsOn, isInput, isOwnBalance, isSender, isTainted, rootOf, slotOf } from '../flow/values.ts';
import type { ContractHit } from '../rule.ts';
import type { Expr, Fn } from '../syntax/ast.ts';
import { expressions } from '../syntax/walk.ts';
import {
  callsIn,
  contractRule,
  entryOf,
  inEntries,
  isAdminOnly,
  isKeyedBySender,
  placeIn,
  placeOf,
  type Visit,
  writesIn,
} from './support.ts';

const isBlock = (expr: Expr, names: RegExp): boolean =>
  expr.kind === 'member' && expr.object.kind === 'id' && expr.object.name === 'block' && names.test(expr.name);
const isTime = (expr: Expr): boolean => (expr.kind === 'id' && expr.name === 'now') || isBlock(expr, /^timestamp$/);
const isHash = (expr: Expr): boolean =>
  expr.kind === 'call' &&
  (/^(blockhash)$/.test(nameOf(expr)) || (expr.callee.kind === 'member' && isBlock(expr.callee, /^blockhash$/)));
const isGuessable = (expr: Expr): boolean =>
  isHash(expr) ||
  isTime(expr) ||
  isBlock(expr, /^(number|difficulty|prevrandao|coinbase|gaslimit|basefee)$/) ||
  (expr.kind === 'member' && expr.name === 'gasprice' && expr.object.kind === 'id');

const DIGEST = /^(keccak256|sha3|sha256|ripemd160)$/;
const isDigest = (expr: Expr): boolean => expr.kind === 'call' && DIGEST.test(nameOf(expr));

const randomness = contractRule({
  id: 'CON-16',
  title: 'Draws lots from what everybody can see',
  question: 'Does chance come from data of a block?',
  severity: 'HIGH',
  references: ['SWC-120', 'CWE-330', 'CWE-338'],
  why: 'Whoever makes the block, and every contract in it, knows the number before they bet.',
  fix: 'Use a verifiable random function, or commit first and reveal later.',
  blindTo: 'A digest over block data that is only used as a name is left alone.',
  check: (facts) =>
    inEntries(facts, (visit) => {
      const seen = new Set<number>();
      return visit.trace.ops
        .flatMap((op) => chanceIn(op, visit))
        .filter(({ at }) => !seen.has(at.start) && seen.add(at.start) !== undefined);
    }),
});

const exprOf = (op: Op): Expr | null => {
  if (op.kind === 'check') return op.test;
  if (op.kind === 'math') return op.at;
  return op.kind === 'write' || op.kind === 'give' ? op.value : null;
};

function chanceIn(op: Op, { trace, reviewed, contract }: Visit): ContractHit[] {
  const used = exprOf(op);
  if (used === null || isAdminOnly(op, contract) || hasReveal(trace)) return [];
  const found: ContractHit[] = [];
  dependsOn(used, op.env, (part, env) => {
    if (isDrawn(part, env))
      found.push({ at: placeIn(env.fn.file, part), confidence: 'firm', entry: entryOf(reviewed, trace.entry) });
    return found.length > 0;
  });
  return found;
}

/** `uint(keccak256(block…))`, `blockhash(…) % n`: a number made of what a block says. */
function isDrawn(expr: Expr, env: Env): boolean {
  const rests = (part: Expr): boolean => dependsOn(part, env, isGuessable);
  const isNumber = expr.kind === 'cast' && expr.type.kind === 'elementary' && /^u?int/.test(expr.type.name);
  if (isNumber) return isDigestOf(expr.arg, env) || dependsOn(expr.arg, env, isHash);
  if (expr.kind !== 'binary' || expr.op !== '%') return false;
  return (
    (isDigestOf(expr.left, env) || (rests(expr.left) && !dependsOn(expr.left, env, isTime))) && !isCalendar(expr.right)
  );
}

const isDigestOf = (expr: Expr, env: Env): boolean =>
  dependsOn(expr, env, (part, at) => isDigest(part) && dependsOn(part, at, isGuessable));
const isCalendar = (expr: Expr): boolean => expr.kind === 'literal' && /(days|hours|weeks|minutes)$/.test(expr.value);

/** Somebody promised a secret before and shows it now. */
const hasReveal = (trace: Trace): boolean =>
  trace.ops.some(
    (op) =>
      op.kind === 'check' &&
      op.test.kind === 'binary' &&
      op.test.op === '==' &&
      dependsOn(op.test, op.env, (part, env) => isDigest(part) && isTainted(part, env)),
  );

const SHORT_SECONDS = 900;
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
  title: 'Decides by a few seconds',
  question: 'Does a decision rest on the exact time or on a short window?',
  severity: 'MEDIUM',
  references: ['SWC-116', 'CWE-829'],
  why: 'Whoever makes the block chooses the time within bounds, and with it the outcome.',
  fix: 'Use windows of hours, or block numbers.',
  blindTo: 'Windows from fifteen minutes on are left alone.',
  check: (facts) =>
    facts.contracts.flatMap(({ contract, fns }) =>
      [...fns, ...contract.node.modifiers].flatMap((fn) =>
        [...expressions(fn.body)].flatMap((expr) => timeHits(expr, fn)),
      ),
    ),
});

function timeHits(expr: Expr, fn: Fn): ContractHit[] {
  if (expr.kind !== 'binary') return [];
  const touches = (part: Expr): boolean => [...timeParts(part)].some(isTime);
  const hasTime = touches(expr.left) || touches(expr.right);
  if (!hasTime) return [];
  const isExact = expr.op === '==' && (isTime(expr.left) || isTime(expr.right));
  const isModulo = expr.op === '%' && touches(expr.left);
  const isShort =
    /^[<>]=?$/.test(expr.op) &&
    [expr.left, expr.right].some((side) =>
      [...timeParts(side)].some(
        (part) =>
          part.kind === 'literal' && (secondsOf(part) ?? SHORT_SECONDS) < SHORT_SECONDS && (secondsOf(part) ?? 0) > 1,
      ),
    );
  return isExact || isModulo || isShort ? [{ at: placeIn(fn.file, expr), confidence: 'firm' }] : [];
}

function* timeParts(expr: Expr): Generator<Expr> {
  yield expr;
  if (expr.kind === 'binary') {
    yield* timeParts(expr.left);
    yield* timeParts(expr.right);
  }
}

const orderDependence = contractRule({
  id: 'CON-18',
  title: 'Rewards whoever comes first',
  question: 'Can somebody who watches the queue of transactions take the outcome?',
  severity: 'MEDIUM',
  references: ['SWC-114', 'CWE-362', 'CWE-367'],
  why: 'A transaction is seen before it counts: its answer can be copied, its price moved, its allowance spent twice.',
  fix: 'Commit first and reveal later; give a least amount and a deadline.',
  blindTo: 'High for swaps that accept any amount.',
  check: (facts) =>
    inEntries(facts, (visit) => [
      ...openAnswers(visit),
      ...anyPrice(visit),
      ...approvals(visit),
      ...movedPrices(visit),
    ]),
});

/** An answer in plain text wins money. */
function openAnswers({ trace, reviewed }: Visit): ContractHit[] {
  return trace.ops.flatMap((op): ContractHit[] => {
    if (op.kind !== 'check' || op.test.kind !== 'binary') return [];
    const isAnswer =
      /^(==|!=)$/.test(op.test.op) &&
      dependsOn(
        op.test,
        op.env,
        (part, env) =>
          isDigest(part) &&
          isTainted(part, env) &&
          !dependsOn(part, env, (one) => one.kind === 'member' && one.name === 'sender'),
      );
    const pays = callsIn(trace).some(
      ({ reached }) =>
        reached.target !== null && isSender(reached.target.expr, reached.target.env) && reached.value !== null,
    );
    return isAnswer && pays
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: 'Whoever sees the answer in the queue can send it first.',
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

const SWAP = /^(swap\w*|exactInput\w*|exactOutput\w*|addLiquidity\w*|removeLiquidity\w*|exchange|zap\w*)$/;

function anyPrice({ trace, contract }: Visit): ContractHit[] {
  return callsIn(trace).flatMap((op): ContractHit[] => {
    const { name, args, how } = op.reached;
    if (how !== 'high' || !SWAP.test(name) || isAdminOnly(op, contract)) return [];
    const roots = args.map(({ expr, env }) => rootOf(expr, env).expr);
    const hasZero =
      roots.some((root) => root.kind === 'literal' && root.value === '0') ||
      args.some(({ expr }) => dependsOnZeroField(expr));
    const noDeadline = roots.some((root) => isTime(root) || (root.kind === 'member' && root.name === 'max'));
    if (hasZero)
      return [{ at: placeOf(op), confidence: 'firm', severity: 'HIGH', note: 'Any amount is accepted in return.' }];
    return noDeadline
      ? [{ at: placeOf(op), confidence: 'firm', note: 'The deadline is always now: it never passes.' }]
      : [];
  });
}

/** `{…, amountOutMinimum: 0}` */
const dependsOnZeroField = (expr: Expr): boolean =>
  expr.kind === 'call' && expr.args.some((arg) => arg.kind === 'literal' && arg.value === '0') && expr.args.length >= 5;

/** An allowance that is set from one value to another can be spent before and after. */
function approvals({ trace, reviewed }: Visit): ContractHit[] {
  if (
    trace.entry.name !== 'approve' ||
    reviewed.fns.some(({ name }) => /^(increase|decrease)(Allowance|Approval)$/.test(name))
  )
    return [];
  return writesIn(trace).flatMap((op): ContractHit[] => {
    const isSet =
      op.op === '=' &&
      op.slot.keys.length === 2 &&
      isKeyedBySender(op.slot) &&
      op.value !== null &&
      isTainted(op.value, op.env);
    const isZeroFirst = op.guards.some(({ test }) => test.kind === 'binary');
    return isSet && !isZeroFirst
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            severity: 'LOW',
            note: 'A changed allowance can be spent before and after.',
          },
        ]
      : [];
  });
}

/** What a buyer gets is a plain value that somebody else may change in between. */
function movedPrices({ trace, reviewed, contract }: Visit): ContractHit[] {
  return callsIn(trace).flatMap((op): ContractHit[] => {
    const { how, value, target } = op.reached;
    if (
      (how !== 'ether' && how !== 'low') ||
      value === null ||
      target === null ||
      !isSender(target.expr, target.env) ||
      isAdminOnly(op, contract)
    )
      return [];
    const root = rootOf(value.expr, value.env);
    const slot = slotOf(root.expr, root.env, contract);
    if (slot?.variable == null || slot.keys.length > 0) return [];
    const { variable } = slot;
    const isMoved = reviewed.entries.some(
      (other) =>
        other !== trace &&
        other.entry.mutability === 'payable' &&
        writesIn(other).some((write) => write.slot.variable === variable),
    );
    const isAnswered = op.guards.some((guard) => needs(guard, (expr) => dependsOn(expr, guard.env, isInput)));
    return isMoved && isAnswered
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: `${variable.name} can change between sending and counting.`,
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

const strictBalance = contractRule({
  id: 'CON-20',
  title: 'Expects its balance to be an exact number',
  question: 'Is the contract’s ether compared for equality?',
  severity: 'MEDIUM',
  references: ['SWC-132', 'CWE-667'],
  why: 'Ether can be forced onto any contract, and then the comparison never holds again.',
  fix: 'Count what is paid in, and compare with that count.',
  blindTo: 'Comparisons of order are only reported where they decide an end of the game.',
  check: (facts) =>
    inEntries(facts, ({ trace, reviewed }) =>
      trace.ops.flatMap((op): ContractHit[] => {
        if (op.kind !== 'check') return [];
        const isStrict =
          needs(
            { test: op.test, holds: true },
            (expr, how) =>
              (how === '==' || how === '!=') &&
              expr.kind === 'binary' &&
              [expr.left, expr.right].some((side) => restsOnBalance(side, op.env)),
          ) ||
          [...equalities(op.test)].some((expr) => [expr.left, expr.right].some((side) => restsOnBalance(side, op.env)));
        const isGoal =
          op.test.kind === 'binary' &&
          /^[<>]=?$/.test(op.test.op) &&
          [op.test.left, op.test.right].some((side) => restsOnBalance(side, op.env)) &&
          isConstantBound(op.test.left, op.test.right) &&
          trace.entry.mutability === 'payable';
        return isStrict || isGoal
          ? [{ at: placeOf(op), confidence: 'firm', entry: entryOf(reviewed, trace.entry) }]
          : [];
      }),
    ),
});

function* equalities(expr: Expr): Generator<Extract<Expr, { kind: 'binary' }>> {
  if (expr.kind !== 'binary') return;
  if (expr.op === '==' || expr.op === '!=') yield expr;
  yield* equalities(expr.left);
  yield* equalities(expr.right);
}

const isConstantBound = (left: Expr, right: Expr): boolean =>
  [left, right].some((side) => side.kind === 'id' || side.kind === 'literal');

/** The whole balance, not a part that was worked out of it. */
const restsOnBalance = (expr: Expr, env: Env): boolean => {
  const root = rootOf(expr, env);
  if (root.expr.kind === 'binary' && /^[+-]$/.test(root.expr.op))
    return restsOnBalance(root.expr.left, root.env) || restsOnBalance(root.expr.right, root.env);
  return isOwnBalance(root.expr, root.env);
};

export const CHANCE_RULES = [randomness, timestamp, orderDependence, strictBalance];
