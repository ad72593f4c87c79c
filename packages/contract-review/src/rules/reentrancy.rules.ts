import type { PlacedHit } from '@assay/analysis/result/at-places';
import type { CallOp, Op, Trace, WriteOp } from '../flow/trace.ts';
import { dependsOn, isValueExpr } from '../flow/values.ts';
import { type Contract, isReadOnly } from '../program/program.ts';
import type { StateVariable } from '../syntax/ast.ts';
import type { ContractFacts, ReviewedContract } from './rule.ts';
import {
  areExclusive,
  contractRule,
  entryOf,
  inEntries,
  isAdminOnly,
  isLocked,
  mayReenter,
  placeOf,
} from './support.ts';

type Reentry = { readonly call: CallOp; readonly at: number; readonly writes: readonly WriteOp[] };

/** External calls, each with the storage that is updated only afterwards. */
function lateWrites(trace: Trace, contract: Contract): Reentry[] {
  const { ops } = trace;
  return ops.flatMap((call, at): Reentry[] => {
    if (call.kind !== 'call' || !mayReenter(call, contract) || isAdminOnly(call, contract)) return [];
    const before = ops.slice(0, at);
    const done = new Set(
      before.flatMap((op) => (op.kind === 'write' && !areExclusive(op, call) ? [op.slot.variable] : [])),
    );
    const writes = ops
      .slice(at + 1)
      .filter(
        (op): op is WriteOp =>
          op.kind === 'write' && op.slot.variable !== null && !done.has(op.slot.variable) && !areExclusive(op, call),
      );
    return writes.length === 0 ? [] : [{ call, at, writes }];
  });
}

const wasRead = (ops: readonly Op[], variable: StateVariable | null): boolean =>
  ops.some((op) => op.kind === 'read' && op.slot.variable === variable);

const isLockedAt = (trace: Trace, { call, at }: Reentry, contract: Contract): boolean =>
  isLocked(call, trace.ops.slice(0, at), contract);

const related = (write: WriteOp) => [{ at: placeOf(write), role: 'state is written after the call' }];

/** Values that are read before the external call and written after it. */
function sameFunction(facts: ContractFacts): PlacedHit[] {
  return inEntries(facts, ({ reviewed, contract, trace }) =>
    lateWrites(trace, contract).flatMap((reentry): PlacedHit[] => {
      if (isLockedAt(trace, reentry, contract)) return [];
      const stale = reentry.writes.find(({ slot }) => wasRead(trace.ops.slice(0, reentry.at), slot.variable));
      if (stale === undefined) return [];
      return [
        {
          at: placeOf(reentry.call),
          confidence: 'firm',
          note: `${trace.entry.name || 'The fallback'} makes an external call here and writes ${stale.slot.variable?.name} afterwards.`,
          related: related(stale),
          entry: entryOf(reviewed, trace.entry),
        },
      ];
    }),
  );
}

const reentrancy = contractRule({
  id: 'CON-01',
  title: 'Reentrancy into the same function',
  question: 'Is state written after an external call that can re-enter the same function?',
  severity: 'CRITICAL',
  references: ['SWC-107', 'CWE-841'],
  why: 'The called contract can call this function again before the state is updated, and be paid more than once.',
  fix: 'Write the state before the external call, or use a reentrancy guard.',
  blindTo: 'Calls to contracts in plain state variables are trusted. The analysis walks each loop once.',
  check: sameFunction,
});

const sharedState = contractRule({
  id: 'CON-02',
  title: 'Cross-function reentrancy',
  question: 'Can an external call re-enter another function that uses the same state?',
  severity: 'HIGH',
  references: ['SWC-107', 'CWE-841'],
  why: 'The re-entered function reads state that the interrupted function has not updated yet.',
  fix: 'Write the state before the external call, or put one shared reentrancy guard on all functions that use it.',
  blindTo: 'State shared through a third contract is not followed.',
  check: (facts) =>
    inEntries(facts, ({ reviewed, contract, trace }) =>
      lateWrites(trace, contract).flatMap((reentry): PlacedHit[] => {
        const isHeld = isLockedAt(trace, reentry, contract);
        const before = trace.ops.slice(0, reentry.at);
        const stale = reentry.writes.find(
          ({ slot }) => (isHeld || !wasRead(before, slot.variable)) && isUsedElsewhere(reviewed, trace, slot.variable),
        );
        if (stale === undefined) return [];
        const note = `Until ${stale.slot.variable?.name} is written, other functions work with its old value.`;
        return [
          {
            at: placeOf(reentry.call),
            confidence: 'firm',
            note,
            related: related(stale),
            entry: entryOf(reviewed, trace.entry),
          },
        ];
      }),
    ),
});

/** Whether an entry without the lock acts on the value: writes it, or sends value. */
function isUsedElsewhere(
  { contract, entries }: ReviewedContract,
  self: Trace,
  variable: StateVariable | null,
): boolean {
  return entries.some((trace) => {
    if (trace === self || isReadOnly(trace.entry) || trace.entry.name === self.entry.name) return false;
    const first = trace.ops.findIndex((op) => op.kind === 'read' && op.slot.variable === variable);
    const acts = trace.ops.some(
      (op) =>
        (op.kind === 'write' && op.slot.variable === variable) || (op.kind === 'call' && op.reached.value !== null),
    );
    const op = trace.ops[first];
    // An entry that only accepts deposits cannot withdraw funds based on the stale value.
    const writes = trace.ops.filter((one) => one.kind === 'write');
    if (
      writes.length > 0 &&
      writes.every((one) => one.op === '+=' && one.value !== null && dependsOn(one.value, one.env, isValueExpr))
    )
      return false;
    if (op === undefined || !acts || isAdminOnly(op, contract)) return false;
    return !isLocked(op, trace.ops.slice(0, first), contract);
  });
}

export const REENTRANCY_RULES = [reentrancy, sharedState];
