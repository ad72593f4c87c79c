import type { PlacedHit } from '@assay/analysis/result/at-places';
import { authoritiesOf, needs } from '../flow/guards.ts';
import type { Op, Trace, WriteOp } from '../flow/trace.ts';
import {
  dependsOn,
  isInput,
  isOriginExpr,
  isOwnBalance,
  isSender,
  isSenderExpr,
  isTainted,
  rootOf,
  slotOf,
} from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Expr, Fn } from '../syntax/ast.ts';
import { expressions } from '../syntax/walk.ts';
import type { ReviewedContract } from './rule.ts';
import {
  callsIn,
  contractRule,
  entryOf,
  inEntries,
  isAuthorisedAt,
  isKeyedBySender,
  isPlainSlot,
  placeIn,
  placeOf,
  TOKEN_CALLS,
  usesValue,
  type Visit,
  writesIn,
} from './support.ts';

export const INITIALISER =
  /^_{0,2}(init|initialize|initialise|initialized?\w*|setup|setUp|initWallet|initOwner|initMultiowned|configure)/;

const isTrue = (expr: Expr | null): boolean =>
  expr?.kind === 'literal' && (expr.value === 'true' || expr.value === '1');

/** All variables by which any entry of the contract checks its caller. */
function authoritiesIn(reviewed: ReviewedContract): ReadonlySet<string> {
  const known = knownAuthorities.get(reviewed);
  if (known !== undefined) return known;
  const ops = reviewed.entries.flatMap((trace) => [...trace.ops]);
  const found = authoritiesOf(ops, reviewed.contract);
  knownAuthorities.set(reviewed, found);
  return found;
}

/** Cached: all entries share the result, and without the cache a large contract takes quadratic time. */
const knownAuthorities = new WeakMap<ReviewedContract, ReadonlySet<string>>();

/** A flag that shows whether the function has already run, and that this run sets. */
export function runsOnce(op: Pick<Op, 'guards'>, trace: Trace, contract: Contract): boolean {
  if (trace.entry.invocations.some(({ name }) => /^(re)?initializer$/.test(name))) return true;
  return op.guards.some((guard) => {
    if (guard.isAssumed) return true;
    return writesIn(trace).some(
      ({ slot }) =>
        slot.variable !== null &&
        slot.keys.length === 0 &&
        dependsOn(guard.test, guard.env, (part, env) => slotOf(part, env, contract)?.variable === slot.variable),
    );
  });
}

/** Writes to an access-control variable without a check of the caller. */
export function openAuthorityWrites({ reviewed, contract, trace }: Visit): WriteOp[] {
  const authorities = authoritiesIn(reviewed);
  return writesIn(trace).filter((op) => {
    const { slot, value } = op;
    if (slot.variable === null || isAuthorisedAt(op, contract) || runsOnce(op, trace, contract)) return false;
    const isNamed =
      authorities.has(slot.variable.name) ||
      /^_?(owner|admin|governance|governor|controller|implementation)$/i.test(slot.variable.name);
    if (!isNamed || value === null) return false;
    if (isPlainSlot(slot)) return dependsOn(value, op.env, (part, env) => isSenderExpr(part) || isInput(part, env));
    return (
      slot.keys.length === 1 &&
      !isKeyedBySender(slot) &&
      isTrue(value) &&
      slot.keys.some(({ expr, env }) => isTainted(expr, env))
    );
  });
}

export const isMisnamed = (fn: Fn, { node, line }: Contract): boolean => {
  if (
    fn.kind !== 'function' ||
    line.some(({ functions }) => functions.some(({ kind }) => kind === 'constructor') && line.length === 1)
  )
    return false;
  return (
    /^constructor$/i.test(fn.name) || isNearly(fn.name, node.name) || (/^[A-Z]/.test(fn.name) && fn.params.length <= 2)
  );
};

function isNearly(name: string, contract: string): boolean {
  if (name === contract || name.length < 4) return false;
  const [a, b] = [name.toLowerCase(), contract.toLowerCase()];
  return a === b || (Math.abs(a.length - b.length) <= 2 && a.slice(0, 4) === b.slice(0, 4) && distance(a, b) <= 2);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

const openPrivilege = contractRule({
  id: 'CON-05',
  title: 'Missing access control',
  question: 'Can any caller perform a privileged write, mint or withdrawal?',
  severity: 'CRITICAL',
  references: ['SWC-105', 'CWE-284', 'CWE-862'],
  why: 'The function changes control of the contract or moves its funds without checking the caller.',
  fix: 'Check the caller first: with a modifier, a role, or a comparison of msg.sender.',
  blindTo:
    'Privilege is inferred from checks in other functions, transfers of value and minting. A name alone is sufficient only for an owner.',
  check: (facts) =>
    inEntries(facts, (visit) => {
      if (
        visit.trace.entry.kind === 'function' &&
        (INITIALISER.test(visit.trace.entry.name) || isMisnamed(visit.trace.entry, visit.contract))
      )
        return [];
      return [...ownership(visit), ...payouts(visit), ...mints(visit), ...settings(visit)];
    }),
});

export const hitAt = (visit: Visit, op: Op, note: string): PlacedHit => ({
  at: placeOf(op),
  confidence: 'firm',
  note,
  entry: entryOf(visit.reviewed, visit.trace.entry),
});

const ownership = (visit: Visit): PlacedHit[] =>
  openAuthorityWrites(visit).map((op) =>
    hitAt(visit, op, `Anybody can set ${op.slot.variable?.name}, which others are checked against.`),
  );

/** Funds of the contract go to any caller, without a record of what the caller is owed. */
function payouts(visit: Visit): PlacedHit[] {
  const { trace, contract } = visit;
  if (isAccounted(trace) || usesValue(trace)) return [];
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { how, name, args, target, value } = op.reached;
    if (isAuthorisedAt(op, contract) || hasHurdle(op, contract)) return [];
    const goesOut = (expr: Expr, env: Op['env']): boolean =>
      isSender(expr, env) || isInput(rootOf(expr, env).expr, rootOf(expr, env).env);
    if ((how === 'ether' || how === 'low') && value !== null && target !== null && goesOut(target.expr, target.env)) {
      const isAll = dependsOn(value.expr, value.env, isOwnBalance) || isTainted(value.expr, value.env);
      return isAll ? [hitAt(visit, op, 'Anybody can send themselves the money of this contract.')] : [];
    }
    const [to, amount] = args;
    const isToken = how === 'high' && /^(transfer|safeTransfer)$/.test(name) && args.length === 2;
    if (!isToken || to === undefined || amount === undefined || !goesOut(to.expr, to.env)) return [];
    const isOwn = dependsOn(
      amount.expr,
      amount.env,
      (part) => part.kind === 'call' && part.callee.kind === 'member' && part.callee.name === 'balanceOf',
    );
    const isOut =
      (isTainted(amount.expr, amount.env) || isOwn) &&
      !callsIn(trace).some(({ reached }) => /transferFrom/i.test(reached.name));
    return isOut ? [hitAt(visit, op, 'Anybody can send themselves the tokens of this contract.')] : [];
  });
}

/** The contract keeps a record of shares, and deducts payouts from it. */
const isAccounted = (trace: Trace): boolean =>
  trace.ops.some(
    (op) =>
      (op.kind === 'write' && op.slot.keys.length > 0) ||
      (op.kind === 'read' && isKeyedBySender(op.slot)) ||
      (op.kind === 'call' &&
        (/burn|spendAllowance|redeem|debit/i.test(op.reached.name) || /^(library)$/.test(op.reached.how))),
  );

/** A condition on the caller's input: an answer, a proof, a drawn number. */
const hasHurdle = (op: Pick<Op, 'guards'>, contract: Contract): boolean =>
  op.guards.some(
    (guard) =>
      !guard.isLocal &&
      needs(guard, (expr, how) => {
        const isCompared = how === '==' || how === 'true';
        const rests = dependsOn(
          expr,
          guard.env,
          (part, env) =>
            isInput(part, env) ||
            (slotOf(part, env, contract)?.variable ?? null) !== null ||
            (part.kind === 'call' && !isSenderExpr(part)),
        );
        return isCompared && rests && !isZeroTest(expr);
      }),
  );

const isZeroTest = (expr: Expr): boolean =>
  expr.kind === 'binary' && [expr.left, expr.right].some((side) => side.kind === 'literal' && side.value === '0');

/** New tokens for any caller without payment. */
function mints(visit: Visit): PlacedHit[] {
  const { trace, contract } = visit;
  if (usesValue(trace) || callsIn(trace).some(({ reached }) => /transferFrom|burn/i.test(reached.name))) return [];
  const writes = writesIn(trace);
  const isTaken = writes.some(
    (write) =>
      write.slot.keys.length > 0 &&
      (/^(-=|--|delete)$/.test(write.op) || (write.value !== null && isReduced(write.value, write))),
  );
  const opaque = callsIn(trace).flatMap((op): PlacedHit[] => {
    const [, amount] = op.reached.args;
    const isMint =
      op.reached.how === 'opaque' &&
      /^_?mint$/.test(op.reached.name) &&
      amount !== undefined &&
      isTainted(amount.expr, amount.env);
    return isMint && !isAuthorisedAt(op, contract) && !hasHurdle(op, contract)
      ? [hitAt(visit, op, 'Anybody can mint any amount.')]
      : [];
  });
  const written = writes.flatMap((op): PlacedHit[] => {
    const { slot, value } = op;
    const isBalance =
      slot.keys.length === 1 && slot.variable !== null && /balance|supply|shares|credit/i.test(slot.variable.name);
    const isGiven = value !== null && isTainted(value, op.env) && (op.op === '+=' || op.op === '=');
    if (
      !isBalance ||
      !isGiven ||
      isTaken ||
      isReduced(value, op) ||
      isAuthorisedAt(op, contract) ||
      hasHurdle(op, contract)
    )
      return [];
    return [hitAt(visit, op, `Anybody can give themselves ${slot.variable?.name}.`)];
  });
  return [...opaque, ...written];
}

/** `x = x - amount`, or a library call such as `sub`. */
const isReduced = (value: Expr, { env }: WriteOp): boolean =>
  dependsOn(
    value,
    env,
    (part) =>
      (part.kind === 'binary' && part.op === '-') ||
      (part.kind === 'call' && part.callee.kind === 'member' && part.callee.name === 'sub'),
  );

/** A caller sets a variable that later transfers or calls depend on. */
function settings(visit: Visit): PlacedHit[] {
  const { trace, contract, reviewed } = visit;
  if (usesValue(trace) || trace.entry.kind !== 'function') return [];
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    const { slot, value } = op;
    if (!isPlainSlot(slot) || op.op !== '=' || value === null || slot.variable === null) return [];
    const root = rootOf(value, op.env);
    if (
      !isInput(root.expr, root.env) ||
      isAuthorisedAt(op, contract) ||
      runsOnce(op, trace, contract) ||
      hasHurdle(op, contract)
    )
      return [];
    const weight = weightOf(slot.variable.name, reviewed);
    return weight === undefined
      ? []
      : [
          {
            ...hitAt(visit, op, `Anybody can set ${slot.variable.name}, ${weight.because}.`),
            severity: weight.severity,
          },
        ];
  });
}

function weightOf(
  name: string,
  { entries, contract }: ReviewedContract,
): { because: string; severity: 'CRITICAL' | 'HIGH' } | undefined {
  const calls = entries.flatMap(callsIn);
  const isVariable = (part: Expr, env: Op['env']): boolean => slotOf(part, env, contract)?.variable?.name === name;
  const rests = (bound: { expr: Expr; env: Op['env'] } | null): boolean =>
    bound !== null && dependsOn(bound.expr, bound.env, isVariable);
  if (calls.some(({ reached }) => reached.how === 'delegate' && rests(reached.target)))
    return { because: 'whose code this contract runs as its own', severity: 'CRITICAL' };
  if (
    calls.some(
      ({ reached }) =>
        (reached.how === 'ether' || reached.how === 'low') && rests(reached.target) && reached.value !== null,
    )
  )
    return { because: 'which money is sent to', severity: 'CRITICAL' };
  const pays = calls.some(
    ({ reached }) => rests(reached.value) || (TOKEN_CALLS.test(reached.name) && reached.args.some(rests)),
  );
  return pays ? { because: 'which amounts are paid by', severity: 'HIGH' } : undefined;
}

const originCheck = contractRule({
  id: 'CON-06',
  title: 'Authorization by tx.origin',
  question: 'Does an access check use tx.origin?',
  severity: 'HIGH',
  references: ['SWC-115', 'CWE-477'],
  why: 'Any contract that the authorized account calls passes the check.',
  fix: 'Compare msg.sender.',
  blindTo: 'A check that tx.origin equals msg.sender only excludes contracts and is LOW.',
  check: ({ contracts }) =>
    contracts.flatMap(({ contract }) => {
      const fns = [...contract.node.functions, ...contract.node.modifiers];
      return fns.flatMap((fn) => {
        const entry = entryThrough(contract, fn);
        return [...expressions(fn.body)].flatMap((expr) => originHits(expr, fn)).map((hit) => ({ ...hit, ...entry }));
      });
    }),
});

/** The entry that reaches a check: the function itself, or the first function with the modifier. */
function entryThrough({ node }: Contract, fn: Fn): Pick<PlacedHit, 'entry'> {
  const isOpen = ({ visibility }: Fn): boolean => visibility !== 'private' && visibility !== 'internal';
  const asked =
    fn.kind === 'modifier'
      ? node.functions.filter(({ invocations }) => invocations.some(({ name }) => name === fn.name))
      : [fn];
  const open = asked.find((one) => one.kind === 'function' && isOpen(one));
  return open === undefined ? {} : { entry: { contract: node.name, fn: open.name } };
}

function originHits(expr: Expr, fn: Fn): PlacedHit[] {
  if (expr.kind === 'index' && expr.index !== null && isOriginExpr(expr.index))
    return [{ at: placeIn(fn.file, expr), confidence: 'firm' }];
  if (expr.kind !== 'binary' || (expr.op !== '==' && expr.op !== '!=')) return [];
  const isOrigin = isOriginExpr(expr.left) || isOriginExpr(expr.right);
  const barsContracts = isSenderExpr(expr.left) || isSenderExpr(expr.right);
  if (!isOrigin) return [];
  return [
    { at: placeIn(fn.file, expr), confidence: 'certain', ...(barsContracts ? { severity: 'LOW' as const } : {}) },
  ];
}

const openDestroy = contractRule({
  id: 'CON-07',
  title: 'Unprotected selfdestruct',
  question: 'Is selfdestruct reachable without a check of the caller?',
  severity: 'CRITICAL',
  references: ['SWC-106', 'CWE-284'],
  why: 'Any caller can destroy the contract and take or burn its balance.',
  fix: 'Remove the function, or restrict it to the owner.',
  blindTo: 'Destruction through delegated code is reported by CON-08.',
  check: (facts) =>
    inEntries(facts, ({ reviewed, contract, trace }) =>
      trace.ops.flatMap((op): PlacedHit[] => {
        const isDestroy =
          op.kind === 'destroy' || (op.kind === 'call' && op.reached.call.isYul && op.reached.name === 'selfdestruct');
        if (!isDestroy || isAuthorisedAt(op, contract) || hasHurdle(op, contract)) return [];
        return [{ at: placeOf(op), confidence: 'firm', entry: entryOf(reviewed, trace.entry) }];
      }),
    ),
});

export const ACCESS_RULES = [openPrivilege, originCheck, openDestroy];
