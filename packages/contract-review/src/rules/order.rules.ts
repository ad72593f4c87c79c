import type { PlacedHit } from '@assay/analysis/result/at-places';
import { needs } from '../flow/guards.ts';
import { comesFrom } from '../flow/origins.ts';
import type { Binding, CallOp, Trace, WriteOp } from '../flow/trace.ts';
import { dependsOn, isInput, isSender, isTainted, rootOf, slotOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Expr, StateVariable, TypeNode } from '../syntax/ast.ts';
import { isDigest, isTime } from './block-values.ts';
import {
  callsIn,
  contractRule,
  entryOf,
  inEntries,
  isAdminOnly,
  isKeyedBySender,
  mentions,
  placeOf,
  type Visit,
  writesIn,
} from './support.ts';

const orderDependence = contractRule({
  id: 'CON-18',
  title: 'Front-running',
  question: 'Can an observer of pending transactions take the outcome?',
  severity: 'MEDIUM',
  references: ['SWC-114', 'CWE-362', 'CWE-367'],
  why: 'A pending transaction is public: its answer can be copied, its price moved, its allowance spent twice.',
  fix: 'Use a commit-reveal scheme. Require a minimum amount and a deadline.',
  blindTo: 'HIGH for swaps that accept any amount.',
  check: (facts) =>
    inEntries(facts, (visit) => [
      ...openAnswers(visit),
      ...anyPrice(visit),
      ...approvals(visit),
      ...movedPrices(visit),
      ...openMoves(visit),
      ...pulledPrices(visit),
    ]),
});

/** An answer in plain text wins money. */
function openAnswers({ trace, reviewed }: Visit): PlacedHit[] {
  return trace.ops.flatMap((op): PlacedHit[] => {
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
            note: 'An observer of the pending transaction can send the answer first.',
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

const SWAP = /^(swap\w*|exactInput\w*|exactOutput\w*|addLiquidity\w*|removeLiquidity\w*|exchange|zap\w*)$/;

function anyPrice({ trace, contract }: Visit): PlacedHit[] {
  return callsIn(trace).flatMap((op): PlacedHit[] => {
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
      ? [{ at: placeOf(op), confidence: 'firm', note: 'The deadline is always the current time: it never expires.' }]
      : [];
  });
}

/** `{…, amountOutMinimum: 0}` */
const dependsOnZeroField = (expr: Expr): boolean =>
  expr.kind === 'call' && expr.args.some((arg) => arg.kind === 'literal' && arg.value === '0') && expr.args.length >= 5;

/** An allowance that is set from one value to another can be spent before and after. */
function approvals({ trace, reviewed, contract }: Visit): PlacedHit[] {
  if (
    trace.entry.name !== 'approve' ||
    reviewed.fns.some(({ name }) => /^(increase|decrease)(Allowance|Approval)$/.test(name))
  )
    return [];
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    const isSet =
      op.op === '=' &&
      op.slot.keys.length === 2 &&
      isKeyedBySender(op.slot) &&
      op.value !== null &&
      isTainted(op.value, op.env);
    const { variable } = op.slot;
    // Asked whether anything is left of the old one; a check of the other side's address says nothing about that.
    const isZeroFirst = variable !== null && op.guards.some((guard) => mentions(guard, contract, variable));
    return isSet && !isZeroFirst
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            severity: 'LOW',
            note: 'A changed allowance can be spent both before and after the change.',
          },
        ]
      : [];
  });
}

/** What a buyer gets is a plain value that somebody else may change in between. */
function movedPrices({ trace, reviewed, contract }: Visit): PlacedHit[] {
  return callsIn(trace).flatMap((op): PlacedHit[] => {
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
            note: `${variable.name} can change between submission and execution.`,
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

/** A move that is stored as it is: whoever moves next has read it, and the moves together decide who is paid. */
function openMoves({ trace, reviewed, contract }: Visit): PlacedHit[] {
  if (trace.entry.mutability !== 'payable' || showsPromised(trace)) return [];
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    const { variable } = op.slot;
    if (variable === null || !isMove(op, contract) || isAdminOnly(op, contract)) return [];
    const isDecisive = reviewed.entries.some((other) =>
      callsIn(other).some((call) => isWonBy(variable, call, contract)),
    );
    return isDecisive
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: `The next player can read ${variable.name} before playing.`,
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

const showsPromised = ({ ops }: Trace): boolean =>
  ops.some(
    (op) => op.kind === 'check' && dependsOn(op.test, op.env, (part, env) => isDigest(part) && isTainted(part, env)),
  );

/** Something that can be a move: no address, no list. */
const isChoice = (type: TypeNode | undefined, { program }: Contract): boolean =>
  (type?.kind === 'elementary' && !type.name.startsWith('address')) ||
  (type?.kind === 'user' && !program.structs.has(type.name) && !program.nodes.has(type.name));

/** What the caller named is kept beside others of its kind, alone or together with who named it. */
function isMove({ op, slot, value, env }: WriteOp, contract: Contract): boolean {
  if (value === null || !isTainted(value, env) || (op !== '=' && op !== 'push')) return false;
  const type = op === 'push' && slot.type?.kind === 'array' ? slot.type.base : slot.type;
  const isRecord = type?.kind === 'user' && contract.program.structs.has(type.name);
  return (slot.keys.length > 0 || op === 'push') && (isRecord || isChoice(type, contract));
}

/** Money goes to somebody because of two or more of the stored moves. */
function isWonBy(variable: StateVariable, { reached, guards }: CallOp, contract: Contract): boolean {
  const { how, value, target } = reached;
  if ((how !== 'ether' && how !== 'low') || value === null || target === null) return false;
  return guards.some(({ test, env, isAssumed }) => {
    const read = new Set<number>();
    if (!isAssumed)
      comesFrom(test, env, (part, at) => {
        const slot = slotOf(part, at, contract);
        if (slot?.variable === variable && slot.keys.length > 0 && isChoice(slot.type, contract)) read.add(part.start);
        return false;
      });
    return read.size > 1;
  });
}

/** The buyer's tokens are taken at a price that was set after they agreed, and they named no highest one. */
function pulledPrices({ trace, reviewed, contract }: Visit): PlacedHit[] {
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { name, args } = op.reached;
    const [from, amount] = [args.at(-3), args.at(-1)];
    if (!/^(safe)?transferFrom$/i.test(name) || from === undefined || amount === undefined) return [];
    const { variable, keys } = slotAt(amount, contract) ?? { variable: null, keys: [] };
    if (!isSender(from.expr, from.env) || variable === null || keys.length > 0 || isAdminOnly(op, contract)) return [];
    const isNamed = op.guards.some(
      (guard) => mentions(guard, contract, variable) && dependsOn(guard.test, guard.env, isInput),
    );
    const isSet = reviewed.entries.some((other) =>
      writesIn(other).some(
        ({ slot, value, env }) => slot.variable === variable && value !== null && isTainted(value, env),
      ),
    );
    return isSet && !isNamed
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: `${variable.name} can be raised between consent and payment.`,
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

const slotAt = ({ expr, env }: Binding, contract: Contract) => {
  const root = rootOf(expr, env);
  return slotOf(root.expr, root.env, contract);
};

export const ORDER_RULES = [orderDependence];
