import type { PlacedHit } from '@assay/analysis/result/at-places';
import { needs } from '../flow/guards.ts';
import type { CallOp, Op, Trace } from '../flow/trace.ts';
import { dependsOn, isInput, isSenderExpr, isTainted, rootOf, slotOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Expr } from '../syntax/ast.ts';
import { expressions } from '../syntax/walk.ts';
import { hitAt, INITIALISER, isMisnamed, openAuthorityWrites, runsOnce } from './access.rules.ts';
import {
  callsIn,
  contractRule,
  entryOf,
  inEntries,
  isAuthorisedAt,
  isKeyedBySender,
  isPlainSlot,
  placeIn,
  type Visit,
  writesIn,
} from './support.ts';

const chosenCall = contractRule({
  id: 'CON-08',
  title: 'Arbitrary call or delegatecall',
  question: 'Does a caller choose both the target and the data of a call, or the code of a delegatecall?',
  severity: 'CRITICAL',
  references: ['SWC-112', 'CWE-829', 'CWE-94'],
  why: 'The caller acts as the contract: with its storage, its funds and its allowances.',
  fix: 'Allow only listed targets, or hard-code the called function.',
  blindTo: 'A proxy that delegates everything to one implementation is not reported.',
  check: (facts) => inEntries(facts, (visit) => callsIn(visit.trace).flatMap((op) => chosen(visit, op))),
});

function chosen(visit: Visit, op: CallOp): PlacedHit[] {
  const { trace, contract, reviewed } = visit;
  const { how, target, args, call } = op.reached;
  if (target === null || isAuthorisedAt(op, contract) || isListed(op, target, contract)) return [];
  const isChosen = isTainted(target.expr, target.env) && !isPickedFromList(target.expr, target.env, contract);
  const data = args.find(({ expr, env }) => isTainted(expr, env) && !isEncoded(expr, env));
  if (how === 'delegate') {
    if (isChosen) return [hitAt(visit, op, 'The caller chooses the code that runs in this contract’s storage.')];
    const variable = slotOf(target.expr, target.env, contract)?.variable;
    const isOpen = variable != null && reviewed.entries.some((other) => openWritesTo(other, contract, variable.name));
    if (isOpen) return [hitAt(visit, op, `Anybody can set ${variable.name}, and with it the code that runs here.`)];
    const forwards =
      !call.isYul &&
      args.some(({ expr, env }) => dependsOn(expr, env, (part) => part.kind === 'member' && part.name === 'data'));
    const hasState =
      contract.variables.filter(({ isConstant, isImmutable }) => !isConstant && !isImmutable).length >= 2;
    return forwards && hasState && trace.entry.kind === 'fallback'
      ? [
          {
            ...hitAt(visit, op, 'Any function of the other contract can be run in this contract’s storage.'),
            severity: 'HIGH',
          },
        ]
      : [];
  }
  return how === 'low' && isChosen && data !== undefined && !call.isYul
    ? [hitAt(visit, op, 'The caller chooses whom to call and with which data.')]
    : [];
}

const openWritesTo = (trace: Trace, contract: Contract, name: string): boolean =>
  writesIn(trace).some(
    (op) =>
      op.slot.variable?.name === name &&
      isPlainSlot(op.slot) &&
      op.value !== null &&
      isTainted(op.value, op.env) &&
      !isAuthorisedAt(op, contract) &&
      !runsOnce(op, trace, contract),
  );

/** `abi.encodeWithSelector(fixed, …)`: the caller chooses arguments, not the function. */
const isEncoded = (expr: Expr, env: Op['env']): boolean => {
  const root = rootOf(expr, env);
  return (
    root.expr.kind === 'call' &&
    root.expr.callee.kind === 'member' &&
    /^encode(WithSelector|WithSignature|Call)$/.test(root.expr.callee.name) &&
    !isInput(root.expr.args[0] ?? root.expr, root.env)
  );
};

const isPickedFromList = (expr: Expr, env: Op['env'], contract: Contract): boolean => {
  const root = rootOf(expr, env);
  return slotOf(root.expr, root.env, contract) !== undefined;
};

/** The target is in an allowlist, or equals a stored address. */
const isListed = (op: CallOp, target: { expr: Expr; env: Op['env'] }, contract: Contract): boolean => {
  const root = rootOf(target.expr, target.env).expr;
  return op.guards.some((guard) =>
    needs(guard, (expr, how) => {
      const isAbout = dependsOn(
        expr,
        guard.env,
        (part, env) =>
          part === root ||
          rootOf(part, env).expr === root ||
          (root.kind === 'id' && part.kind === 'id' && part.name === root.name),
      );
      const rests =
        dependsOn(expr, guard.env, (part, env) => slotOf(part, env, contract) !== undefined) ||
        (expr.kind === 'call' && how === 'true');
      return isAbout && (rests || how === '==') && (how === '==' || how === 'true' || how === '!=');
    }),
  );
};

const openInitialiser = contractRule({
  id: 'CON-09',
  title: 'Unprotected initializer',
  question: 'Can any caller run the initializer, or run it a second time?',
  severity: 'CRITICAL',
  references: ['CWE-665', 'CWE-284', 'SWC-118'],
  why: 'The caller of the initializer becomes the owner of the contract.',
  fix: 'Let it run once (a flag or an initializer modifier), and disable initializers in the constructor of the implementation.',
  blindTo: 'Whether a proxy is initialized in the transaction that creates it is not visible in the source.',
  check: (facts) =>
    inEntries(facts, (visit) => {
      const { trace, contract } = visit;
      const name = trace.entry.name;
      if (trace.entry.kind !== 'function' || !INITIALISER.test(name)) return [];
      const open = openAuthorityWrites(visit).map((op) =>
        hitAt(visit, op, `Anybody can call ${name} and set ${op.slot.variable?.name}.`),
      );
      return open.length > 0 ? open : unlocked(visit, contract);
    }),
});

/** An implementation contract that can run foreign code and does not disable initializers. */
function unlocked({ trace, reviewed }: Visit, contract: Contract): PlacedHit[] {
  const guarded = trace.entry.invocations.find(({ name }) => /^(re)?initializer$/.test(name));
  const isLockedUp = contract.line.some(({ functions }) =>
    functions.some(
      (fn) =>
        fn.kind === 'constructor' &&
        (fn.invocations.some(({ name }) => name === 'initializer') ||
          [...expressions(fn.body)].some(
            (expr) => expr.kind === 'id' && /disableInitializers|initialized/i.test(expr.name),
          )),
    ),
  );
  const isDangerous =
    reviewed.contract.node.bases.some(({ name }) => /UUPS/.test(name)) ||
    reviewed.entries.some((other) => callsIn(other).some(({ reached }) => reached.how === 'delegate'));
  if (guarded === undefined || isLockedUp || !isDangerous) return [];
  return [
    {
      at: placeIn(trace.entry.file, trace.entry.nameAt),
      confidence: 'firm',
      severity: 'HIGH',
      note: 'The implementation does not disable initializers: any caller can initialize it and make it run foreign code.',
    },
  ];
}

const foreignFrom = contractRule({
  id: 'CON-10',
  title: 'Arbitrary sender in transferFrom',
  question: 'Can a caller choose the account whose tokens are transferred?',
  severity: 'CRITICAL',
  references: ['CWE-863', 'CWE-284'],
  why: 'Any caller can take the tokens of every account that has approved this contract.',
  fix: 'Transfer from msg.sender only, or check that the owner approved this transfer.',
  blindTo:
    'A permit in the same call counts as consent, with a warning: tokens without permit can accept the call silently.',
  check: (facts) =>
    inEntries(facts, (visit) => {
      if (/^_?(safe)?(batch)?transferFrom$/i.test(visit.trace.entry.name)) return [];
      return callsIn(visit.trace).flatMap((op) => foreignTransfer(visit, op));
    }),
});

function foreignTransfer(visit: Visit, op: CallOp): PlacedHit[] {
  const { contract, trace } = visit;
  const { how, name, args } = op.reached;
  const isPull = /^(safe)?TransferFrom$/i.test(name) && (how === 'high' || how === 'library');
  const from = isPull ? args[args.length >= 4 && how === 'library' ? 1 : 0] : undefined;
  if (from === undefined || isAuthorisedAt(op, contract) || op.guards.some(({ isAssumed }) => isAssumed)) return [];
  const root = rootOf(from.expr, from.env);
  if (!isInput(root.expr, root.env)) return [];
  const isAgreed = op.guards.some(
    (guard) =>
      dependsOn(
        guard.test,
        guard.env,
        (part, env) =>
          rootOf(part, env).expr === root.expr ||
          (part.kind === 'id' && root.expr.kind === 'id' && part.name === root.expr.name),
      ) && dependsOn(guard.test, guard.env, isSenderExpr),
  );
  if (isAgreed || usesAllowance(trace)) return [];
  const hasPermit = callsIn(trace).some(({ reached }) => /^permit$/i.test(reached.name));
  return [
    {
      ...hitAt(visit, op, 'The caller says whose tokens are moved.'),
      ...(hasPermit ? { severity: 'HIGH' as const } : {}),
    },
  ];
}

const usesAllowance = (trace: Trace): boolean =>
  trace.ops.some((op) => op.kind === 'write' && op.slot.keys.length === 2 && isKeyedBySender(op.slot));

const misnamed = contractRule({
  id: 'CON-11',
  title: 'Misspelled constructor or default visibility',
  question: 'Is the constructor misspelled, or is an internal function public because it declares no visibility?',
  severity: 'CRITICAL',
  references: ['SWC-118', 'SWC-100', 'CWE-665', 'CWE-710'],
  why: 'Any caller can run code that should run only once or only internally.',
  fix: 'Use the constructor keyword, and declare the visibility of every function.',
  blindTo:
    'A name that differs much from the contract name counts as a constructor only if the function makes its caller the owner.',
  check: (facts) =>
    inEntries(facts, (visit) => {
      const { trace, contract } = visit;
      const { entry } = trace;
      if (isMisnamed(entry, contract))
        return openAuthorityWrites(visit).map((op) => ({
          ...hitAt(visit, op, `${entry.name} looks like a constructor and is a function.`),
          at: placeIn(entry.file, entry.nameAt),
        }));
      return entry.visibility === null && entry.kind === 'function' ? openByDefault(visit) : [];
    }),
});

function openByDefault(visit: Visit): PlacedHit[] {
  const { trace, contract } = visit;
  const moves = trace.ops.find(
    (op) =>
      !isAuthorisedAt(op, contract) &&
      (op.kind === 'destroy' ||
        (op.kind === 'call' &&
          (op.reached.how === 'ether' || op.reached.how === 'delegate' || op.reached.value !== null))),
  );
  const isInner = trace.entry.name.startsWith('_');
  const at = placeIn(trace.entry.file, trace.entry.nameAt);
  const severity = moves !== undefined && isInner ? 'HIGH' : moves !== undefined ? 'MEDIUM' : 'LOW';
  return [
    {
      at,
      confidence: 'firm',
      severity,
      note: `${trace.entry.name} declares no visibility, so any caller can call it.`,
      entry: entryOf(visit.reviewed, trace.entry),
    },
  ];
}

export const TAKEOVER_RULES = [chosenCall, openInitialiser, foreignFrom, misnamed];
