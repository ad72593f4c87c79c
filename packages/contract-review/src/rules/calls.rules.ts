import type { PlacedHit } from '@assay/analysis/result/at-places';
import type { Trace } from '../flow/trace.ts';
import { dependsOn, isThis, isValueExpr } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Call, Fn, Stmt } from '../syntax/ast.ts';
import { expressions, statements, within } from '../syntax/walk.ts';
import { callsIn, contractRule, entryOf, inEntries, placeIn, placeOf, type Visit, writesIn } from './support.ts';

/** Whether the result of a call is discarded or assigned to a name that the function never reads. */
function isIgnored(call: Call, fn: Fn): boolean {
  for (const stmt of statements(fn.body)) {
    if (stmt.kind === 'expr' && stmt.expr === call) return true;
    const name = nameGiven(stmt, call);
    if (name === undefined) continue;
    return name === null || !isLookedAt(name, call, fn);
  }
  return false;
}

/**
 * The name that receives a call's success flag; `null` if none does, `undefined` if the call is in another statement.
 */
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
    'The finding is HIGH if the same function sends value and changes balances. A result that is only emitted in an event counts as checked.',
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

export const CALL_RULES = [uncheckedCall, reusedValue];
