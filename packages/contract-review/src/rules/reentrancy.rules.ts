import type { PlacedHit } from '@assay/analysis/result/at-places';
import type { CallOp, Op, Trace, WriteOp } from '../flow/trace.ts';
import { dependsOn, isOwnBalance, isValueExpr, slotOf } from '../flow/values.ts';
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
  isUntrusted,
  mayReenter,
  placeOf,
} from './support.ts';

type Reentry = { readonly call: CallOp; readonly at: number; readonly writes: readonly WriteOp[] };

/** Calls out of our hands, each with the storage that is only brought up to date afterwards. */
function lateWrites(trace: Trace, contract: Contract, isCallOut: (op: CallOp) => boolean): Reentry[] {
  const { ops } = trace;
  return ops.flatMap((call, at): Reentry[] => {
    if (call.kind !== 'call' || !isCallOut(call) || isAdminOnly(call, contract)) return [];
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

/** Values that were read before somebody else had a turn, and are written after. */
function sameFunction(facts: ContractFacts, isCallOut: (op: CallOp, contract: Contract) => boolean): PlacedHit[] {
  return inEntries(facts, ({ reviewed, contract, trace }) =>
    lateWrites(trace, contract, (op) => isCallOut(op, contract)).flatMap((reentry): PlacedHit[] => {
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
  check: (facts) => sameFunction(facts, mayReenter),
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
      lateWrites(trace, contract, (op) => mayReenter(op, contract)).flatMap((reentry): PlacedHit[] => {
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

/** An entry without the lock that acts on the value: moves it, pays by it. */
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
    // Whoever only pays in takes nothing out, whatever the old value says.
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

const readOnly = contractRule({
  id: 'CON-03',
  title: 'Read-only reentrancy',
  question: 'Does a view function read state that is inconsistent during an external call?',
  severity: 'HIGH',
  references: ['CWE-841', 'SWC-107'],
  why: 'Contracts that call the view during the external call see a price that is wrong.',
  fix: 'Make the view revert while the reentrancy guard is held, or complete all state changes before the external call.',
  blindTo: 'View functions of other contracts are identified by name only.',
  check: (facts) => [...inconsistentViews(facts), ...borrowedPrices(facts)],
});

function inconsistentViews(facts: ContractFacts): PlacedHit[] {
  return inEntries(facts, ({ reviewed, contract, trace }) => {
    const { ops } = trace;
    return ops.flatMap((call, at): PlacedHit[] => {
      if (call.kind !== 'call' || !mayReenter(call, contract) || call.reached.value === null) return [];
      const late = new Set(
        ops.slice(at + 1).flatMap((op) => (op.kind === 'write' && op.slot.variable !== null ? [op.slot.variable] : [])),
      );
      const view = reviewed.entries.find((other) => isReadOnly(other.entry) && isRatio(other, contract, late));
      if (view === undefined || late.size === 0) return [];
      const note = `${view.entry.name} divides values of which some are changed only after this call.`;
      return [{ at: placeOf(call), confidence: 'firm', note, entry: entryOf(reviewed, trace.entry) }];
    });
  });
}

/** Divides the contract's own funds, or another value, by what is written late; and asks no lock. */
function isRatio({ ops }: Trace, contract: Contract, late: ReadonlySet<StateVariable>): boolean {
  return ops.some((op, at) => {
    if (op.kind !== 'math' || op.op !== '/' || isLocked(op, ops.slice(0, at), contract) || op.guards.length > 1)
      return false;
    const touches = (variable: ReadonlySet<StateVariable>): boolean =>
      dependsOn(op.at, op.env, (part, env) => {
        const found = slotOf(part, env, contract)?.variable;
        return found != null && variable.has(found);
      });
    return (
      touches(late) &&
      dependsOn(
        op.at,
        op.env,
        (part, env) => isOwnBalance(part, env) || (slotOf(part, env, contract)?.variable ?? null) !== null,
      )
    );
  });
}

const POOL_VIEW = /^(get_virtual_price|getVirtualPrice|getRate|get_dy|lp_price)$/;

/** A price of somebody else's pool, believed without asking whether that pool is busy. */
function borrowedPrices(facts: ContractFacts): PlacedHit[] {
  return inEntries(facts, ({ contract, trace }) => {
    const calls = trace.ops.filter((op): op is CallOp => op.kind === 'call');
    const isAsked = calls.some(({ reached }) =>
      /reentran|remove_liquidity|claim_admin_fees|ensureNotIn|lock/i.test(reached.name),
    );
    return calls.flatMap((op): PlacedHit[] =>
      POOL_VIEW.test(op.reached.name) && !isAsked && !isAdminOnly(op, contract)
        ? [
            {
              at: placeOf(op),
              confidence: 'firm',
              note: 'The pool may be in the middle of a withdrawal when it is read.',
            },
          ]
        : [],
    );
  });
}

const HOOKED =
  /^_?safe(Mint|TransferFrom|BatchTransferFrom|Transfer)$|^(tokensReceived|tokensToSend|onERC\w+Received|_?mintBatch|operatorSend)$/;

const tokenHooks = contractRule({
  id: 'CON-04',
  title: 'Reentrancy through a token hook',
  question: 'Is state written after a token transfer that calls its recipient?',
  severity: 'HIGH',
  references: ['SWC-107', 'CWE-841'],
  why: 'Safe transfers and tokens with hooks call the recipient, who can re-enter before the state is updated.',
  fix: 'Write the state before the transfer, or use a reentrancy guard.',
  blindTo:
    'A token known only by its address may have hooks. Only functions with the names of hook standards are reported.',
  check: (facts) => sameFunction(facts, isHookCall),
});

function isHookCall({ reached }: CallOp, contract: Contract): boolean {
  const { how, name, args, target } = reached;
  if (how !== 'opaque' && how !== 'high') return false;
  // SafeERC20 spells its wrappers the same way; an ERC-20 moves an amount to an address and calls nobody.
  if (/^safeTransfer(From)?$/.test(name)) return args.length >= 3 && how === 'high' && isNft(reached, contract);
  return HOOKED.test(name) && (target === null || !isUntrusted(target.expr, target.env, contract) || how === 'high');
}

function isNft({ target }: CallOp['reached'], contract: Contract): boolean {
  if (target === null) return false;
  const name = slotOf(target.expr, target.env, contract)?.type;
  return name?.kind === 'user' && /721|1155|777|nft/i.test(name.name);
}

export const REENTRANCY_RULES = [reentrancy, sharedState, readOnly, tokenHooks];
