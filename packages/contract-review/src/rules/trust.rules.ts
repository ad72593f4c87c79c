import type { PlacedHit } from '@assay/analysis/result/at-places';
import { isAuthority } from '../flow/guards.ts';
import { dependsOn, isInput, isOwnBalance, isTainted, isValueExpr, rootOf } from '../flow/values.ts';
import type { Expr } from '../syntax/ast.ts';
import { expressions } from '../syntax/walk.ts';
import type { ContractFacts } from './rule.ts';
import {
  contractRule,
  entryOf,
  inEntries,
  isAdminOnly,
  isPlainSlot,
  placeIn,
  placeOf,
  type Visit,
  writesIn,
} from './support.ts';

const ownerPower = contractRule({
  id: 'CON-30',
  title: 'Unlimited owner privileges',
  question: 'Can the owner mint, tax, freeze or replace without a limit?',
  severity: 'MEDIUM',
  references: ['CWE-250', 'CWE-269'],
  why: 'The holder of the owner’s key, or a thief of it, controls the funds of all users.',
  fix: 'Limit, delay or renounce the privilege. Document what remains.',
  blindTo:
    'Whether the owner is a person, a multisig or the zero address is not visible in the source. The finding is never more than a warning.',
  check: (facts) => inEntries(facts, (visit) => [...freeMint(visit), ...freeFee(visit), ...freeze(visit)]),
});

const isCapped = (guards: readonly { readonly test: Expr }[]): boolean =>
  guards.some(({ test }) => [...compares(test)].some(({ op }) => /^[<>]=?$/.test(op)));

function* compares(expr: Expr): Generator<Extract<Expr, { kind: 'binary' }>> {
  if (expr.kind === 'binary') {
    yield expr;
    yield* compares(expr.left);
    yield* compares(expr.right);
  }
}

function freeMint({ trace, contract, reviewed }: Visit): PlacedHit[] {
  if (!/mint|issue/i.test(trace.entry.name)) return [];
  const op = trace.ops.find(
    (one) =>
      (one.kind === 'write' && one.slot.keys.length > 0 && (one.op === '+=' || one.op === '=')) ||
      (one.kind === 'call' && one.reached.how === 'opaque' && /mint/i.test(one.reached.name)),
  );
  if (
    op === undefined ||
    !isAdminOnly(op, contract) ||
    isCapped(op.guards) ||
    trace.ops.some((one) => one.kind === 'check' && isCapped([{ test: one.test }]))
  )
    return [];
  return [
    {
      at: placeOf(op),
      confidence: 'firm',
      note: 'The owner can mint any amount.',
      entry: entryOf(reviewed, trace.entry),
    },
  ];
}

function freeFee({ trace, contract }: Visit): PlacedHit[] {
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    const name = op.slot.variable?.name ?? '';
    const isFee =
      /fee|tax|commission/i.test(name) &&
      isPlainSlot(op.slot) &&
      op.slot.type?.kind === 'elementary' &&
      /^u?int/.test(op.slot.type.name);
    if (
      !isFee ||
      op.value === null ||
      !isTainted(op.value, op.env) ||
      !isAdminOnly(op, contract) ||
      isCapped(op.guards)
    )
      return [];
    return [{ at: placeOf(op), confidence: 'firm', note: `The owner can set ${name} to any value.` }];
  });
}

function freeze({ trace, contract }: Visit): PlacedHit[] {
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    const isList =
      /black|frozen|blocked|banned|bots?$/i.test(op.slot.variable?.name ?? '') && op.slot.keys.length === 1;
    return isList && isAdminOnly(op, contract)
      ? [{ at: placeOf(op), confidence: 'firm', severity: 'LOW', note: 'The owner can freeze any account.' }]
      : [];
  });
}

const honeypot = contractRule({
  id: 'CON-31',
  title: 'Honeypot',
  question: 'Do transfers succeed only for the owner, or is the withdrawal disguised?',
  severity: 'CRITICAL',
  nature: 'malice',
  references: ['CWE-506', 'CWE-451'],
  why: 'Withdrawals look possible, but only the publisher can withdraw.',
  fix: 'Do not use the contract.',
  blindTo: 'A logging contract whose code is elsewhere can hide the same trick. It is not reported.',
  check: (facts) => [
    ...inEntries(facts, (visit) => [...ownerOnlySales(visit), ...impossible(visit)]),
    ...outOfSight(facts),
  ],
});

/** All accounts can buy, but only the owner can sell, with no time limit on the restriction. */
function ownerOnlySales({ trace, contract, reviewed }: Visit): PlacedHit[] {
  if (!/^_?transfer(From)?$/.test(trace.entry.name)) return [];
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    if (op.slot.keys.length !== 1 || !/balance/i.test(op.slot.variable?.name ?? '')) return [];
    const guard = op.guards.find(
      (one) => !one.isAssumed && isAuthority(one, contract) && !dependsOn(one.test, one.env, isInput),
    );
    return guard === undefined
      ? []
      : [
          {
            at: placeIn(guard.env.fn.file, guard.test),
            confidence: 'firm',
            note: 'Only transfers of the owner succeed.',
            entry: entryOf(reviewed, trace.entry),
          },
        ];
  });
}

/** `msg.value > this.balance`: the balance already includes the sent value. */
function impossible({ trace, reviewed }: Visit): PlacedHit[] {
  return trace.ops.flatMap((op): PlacedHit[] => {
    if (op.kind !== 'check' || op.test.kind !== 'binary' || !/^[<>]=?$/.test(op.test.op)) return [];
    const isValue = (side: Expr): boolean => isValueExpr(rootOf(side, op.env).expr);
    const isBalance = (side: Expr): boolean => isOwnBalance(rootOf(side, op.env).expr, op.env);
    const { left, right } = op.test;
    const isNever =
      (isValue(left) && isBalance(right) && /^>=?$/.test(op.test.op)) ||
      (isBalance(left) && isValue(right) && /^<=?$/.test(op.test.op));
    return isNever
      ? [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: 'The balance already includes the sent value: this never pays.',
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

const FAR_COLUMNS = 120;

/** Code that a reader does not see, because a long run of spaces precedes it. */
function outOfSight({ program }: ContractFacts): PlacedHit[] {
  return program.units.flatMap(({ file, text }) =>
    [...text.matchAll(new RegExp(`\\S[ \\t]{${FAR_COLUMNS},}(?=[^\\s/*])`, 'g'))].map(
      ({ index, 0: found }): PlacedHit => ({
        at: { file, start: index + found.length, end: lineEnd(text, index + found.length) },
        confidence: 'firm',
        note: 'Code is placed far outside the visible lines.',
      }),
    ),
  );
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;
const FOREIGN_LETTER = /[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f\uff21-\uff5a]/;

const disguised = contractRule({
  id: 'CON-36',
  title: 'Deceptive characters in the source',
  question: 'Do control characters or look-alike letters change how the source is displayed?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['SWC-130', 'CWE-451', 'CWE-1007'],
  why: 'A reader sees a different program than the compiler.',
  fix: 'Remove the characters.',
  blindTo: 'Look-alike letters are reported only in names.',
  check: ({ program, contracts }) => [
    ...program.units.flatMap(({ file, text }) =>
      [...text.matchAll(BIDI)].map(
        ({ index }): PlacedHit => ({ at: { file, start: index, end: index + 1 }, confidence: 'certain' }),
      ),
    ),
    ...contracts.flatMap(({ fns }) =>
      fns.flatMap((fn) =>
        [...expressions(fn.body)].flatMap((expr): PlacedHit[] =>
          expr.kind === 'id' && FOREIGN_LETTER.test(expr.name)
            ? [{ at: placeIn(fn.file, expr), confidence: 'firm' }]
            : [],
        ),
      ),
    ),
  ],
});

const otherCode = contractRule({
  id: 'CON-38',
  title: 'Source does not match the deployed code',
  question: 'Was the code at the declared address compiled from this source?',
  severity: 'CRITICAL',
  nature: 'malice',
  references: ['CWE-345', 'CWE-494'],
  why: 'Users of the address trust code that was not reviewed.',
  fix: 'Submit the exact source, and name the address that was deployed from it.',
  blindTo:
    'Unusual compilers and settings are not tried, so matching source can be reported as different. The authority to replace the code of a proxy is reviewed by CON-30.',
  check: ({ program, deployment }) => {
    const [first] = program.units.filter(({ file }) => program.reviewed.has(file));
    if (deployment?.kind !== 'different' || first === undefined) return [];
    const at = { file: first.file, start: 0, end: first.text.length === 0 ? 0 : 1 };
    return [{ at, confidence: 'certain', note: deployment.reason }];
  },
});

export const TRUST_RULES = [ownerPower, honeypot, disguised, otherCode];
