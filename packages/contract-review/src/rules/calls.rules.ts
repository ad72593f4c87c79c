import type { PlacedHit } from '@assay/analysis/result/at-places';
import type { Trace } from '../flow/trace.ts';
import { dependsOn, isInput, isThis, isValueExpr, rootOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Call, Expr, Fn, Stmt } from '../syntax/ast.ts';
import { expressions, statements, within } from '../syntax/walk.ts';
import {
  callsIn,
  contractRule,
  entryOf,
  inEntries,
  isAuthorisedAt,
  placeIn,
  placeOf,
  type Visit,
  writesIn,
} from './support.ts';

/** What became of a call's answer: nobody has it, somebody looks, or it only has a name. */
function isIgnored(call: Call, fn: Fn): boolean {
  for (const stmt of statements(fn.body)) {
    if (stmt.kind === 'expr' && stmt.expr === call) return true;
    const name = nameGiven(stmt, call);
    if (name === undefined) continue;
    return name === null || !isLookedAt(name, call, fn);
  }
  return false;
}

/** The name that a call's success gets; `null` where it gets none, `undefined` where the call stands elsewhere. */
function nameGiven(stmt: Stmt, call: Call): string | null | undefined {
  if (stmt.kind === 'declare' && stmt.value === call) return stmt.names[0]?.name ?? null;
  if (stmt.kind !== 'expr' || stmt.expr.kind !== 'assign' || stmt.expr.right !== call) return undefined;
  const { left } = stmt.expr;
  const first = left.kind === 'tuple' ? left.items[0] : left;
  return first?.kind === 'id' ? first.name : first == null ? null : undefined;
}

const isLookedAt = (name: string, call: Call, fn: Fn): boolean =>
  [...expressions(fn.body)].some((expr) => expr.kind === 'id' && expr.name === name && expr.start > call.end);

const uncheckedCall = contractRule({
  id: 'CON-12',
  title: 'Unchecked low-level call',
  question: 'Is the result of a low-level call or send ignored?',
  severity: 'MEDIUM',
  references: ['SWC-104', 'CWE-252'],
  why: 'The call can fail silently while the contract records it as successful.',
  fix: 'Check the result and revert if it is false.',
  blindTo:
    'HIGH if the same function sends value and changes balances. A result that is only emitted in an event counts as checked.',
  check: (facts) =>
    facts.contracts.flatMap((reviewed) => {
      const { contract, entries, fns } = reviewed;
      const booked = new Set(
        entries.filter(keepsBooks).flatMap((trace) => callsIn(trace).map(({ reached }) => reached.call)),
      );
      const sent = new Set(
        entries.flatMap((trace) =>
          callsIn(trace).flatMap(({ reached }) => (reached.value === null ? [] : [reached.call])),
        ),
      );
      return [...fns, ...contract.node.modifiers].flatMap((fn) =>
        [...expressions(fn.body)].flatMap((expr): PlacedHit[] => {
          if (expr.kind !== 'call' || !isSilent(expr, fn, contract) || !isIgnored(expr, fn)) return [];
          const isMoney = sent.has(expr) && booked.has(expr);
          return [
            { at: placeIn(fn.file, expr), confidence: 'firm', ...(isMoney ? { severity: 'HIGH' as const } : {}) },
          ];
        }),
      );
    }),
});

const keepsBooks = (trace: Trace): boolean => writesIn(trace).some(({ slot }) => slot.variable !== null);

function isSilent({ callee, args, isYul }: Call, fn: Fn, contract: Contract): boolean {
  if (isYul || callee.kind !== 'member') return false;
  if (/^(call|delegatecall|callcode)$/.test(callee.name)) return true;
  const isToken =
    callee.object.kind === 'id' &&
    contract.variables.some(
      ({ name, type }) => name === (callee.object as { name: string }).name && type.kind === 'user',
    );
  return callee.name === 'send' && args.length === 1 && !isToken && fn.body !== null;
}

const tokenReturn = contractRule({
  id: 'CON-13',
  title: 'Unchecked token transfer',
  question:
    'Is the result of a token transfer ignored, or is the requested amount recorded instead of the received one?',
  severity: 'MEDIUM',
  references: ['CWE-252', 'SWC-104'],
  why: 'Some tokens return false instead of reverting, and some deduct a fee. The recorded balances then exceed the real ones.',
  fix: 'Use a safe transfer library, and record the difference of the balances before and after.',
  blindTo: 'The token is often not known. A transfer fee is reported only if the contract accepts any token.',
  check: (facts) =>
    facts.contracts.flatMap((reviewed) => {
      const ignored = reviewed.fns.flatMap((fn) =>
        [...statements(fn.body)].flatMap((stmt) => ignoredToken(stmt, fn, reviewed.contract)),
      );
      return [
        ...ignored,
        ...reviewed.entries.flatMap((trace) => feeTokens({ reviewed, contract: reviewed.contract, trace })),
      ];
    }),
});

function ignoredToken(stmt: Stmt, fn: Fn, contract: Contract): PlacedHit[] {
  if (stmt.kind !== 'expr' || stmt.expr.kind !== 'call' || stmt.expr.callee.kind !== 'member') return [];
  const { callee, args } = stmt.expr;
  const isMove =
    (callee.name === 'transfer' && args.length === 2) ||
    (callee.name === 'transferFrom' && args.length === 3 && !isNftLike(callee.object, contract));
  if (!isMove || (callee.object.kind === 'id' && callee.object.name === 'super')) return [];
  const declared = [...contract.program.nodes.values()]
    .flatMap(({ functions }) => functions)
    .filter((one) => one.name === callee.name && one.params.length === args.length);
  const isSilentByDeclaration = declared.length > 0 && declared.every(({ returns }) => returns.length === 0);
  return isSilentByDeclaration ? [] : [{ at: placeIn(fn.file, stmt.expr), confidence: 'firm' }];
}

const isNftLike = (object: Expr, contract: Contract): boolean => {
  const name = object.kind === 'id' ? (contract.variables.find((one) => one.name === object.name)?.type ?? null) : null;
  return (
    (name?.kind === 'user' && /721|nft/i.test(name.name)) ||
    (object.kind === 'call' && object.callee.kind === 'id' && /721|nft/i.test(object.callee.name))
  );
};

/** Any token is taken in, and the amount that was asked for is booked. */
function feeTokens({ trace, contract }: Visit): PlacedHit[] {
  const measures = callsIn(trace).some(({ reached }) => reached.name === 'balanceOf');
  if (measures) return [];
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { name, args, target } = op.reached;
    const amount = args.at(-1);
    const to = args.at(-2);
    const isIn =
      /^(safe)?transferFrom$/i.test(name) &&
      to !== undefined &&
      isThis(to.expr, to.env) &&
      amount !== undefined &&
      target !== null;
    if (!isIn || !isInput(rootOf(target.expr, target.env).expr, rootOf(target.expr, target.env).env)) return [];
    const root = rootOf(amount.expr, amount.env).expr;
    const booked = writesIn(trace).some(
      (write) =>
        write.slot.keys.length > 0 &&
        write.value !== null &&
        dependsOn(write.value, write.env, (part, env) => rootOf(part, env).expr === root || sameName(part, root)),
    );
    return booked
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: 'A token with a transfer fee delivers less than is recorded here.',
            severity: isAuthorisedAt(op, contract) ? 'LOW' : 'MEDIUM',
          },
        ]
      : [];
  });
}

const sameName = (a: Expr, b: Expr): boolean => a.kind === 'id' && b.kind === 'id' && a.name === b.name;

const reusedValue = contractRule({
  id: 'CON-28',
  title: 'msg.value reused',
  question: 'Is msg.value used in a loop, or in each call of a batch?',
  severity: 'HIGH',
  references: ['CWE-837', 'CWE-682'],
  why: 'The same payment is counted in every iteration.',
  fix: 'Read msg.value once before the loop, and subtract the cost of each iteration.',
  blindTo: 'A batch is recognized by delegatecall to itself.',
  check: (facts) => inEntries(facts, (visit) => [...valueInLoops(visit), ...batches(visit)]),
});

function valueInLoops({ reviewed, trace }: Visit): PlacedHit[] {
  return trace.ops.flatMap((op): PlacedHit[] => {
    if (op.loops.length === 0) return [];
    const used =
      op.kind === 'check'
        ? op.test
        : op.kind === 'write'
          ? op.value
          : op.kind === 'call'
            ? (op.reached.value?.expr ?? null)
            : null;
    if (used === null || ![...within(used)].some(isValueExpr) || (op.kind === 'write' && op.op === '-=')) return [];
    return [{ at: placeOf(op), confidence: 'firm', entry: entryOf(reviewed, trace.entry) }];
  });
}

function batches({ reviewed, trace, contract }: Visit): PlacedHit[] {
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { how, target } = op.reached;
    const isSelf = how === 'delegate' && target !== null && isThis(target.expr, target.env);
    if (!isSelf || op.loops.length === 0 || trace.entry.mutability !== 'payable') return [];
    const takes = reviewed.entries.some(
      (other) =>
        other !== trace &&
        other.entry.mutability === 'payable' &&
        other.ops.some(
          (one) => one.kind === 'write' && one.value !== null && dependsOn(one.value, one.env, isValueExpr),
        ),
    );
    return takes || contract.hasUnknownBase
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: 'Every call of the batch reads the same msg.value.',
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

export const CALL_RULES = [uncheckedCall, tokenReturn, reusedValue];
