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
  title: 'Leaves its owner free to take',
  question: 'Can the owner mint, tax, freeze or replace without a limit?',
  severity: 'MEDIUM',
  references: ['CWE-250', 'CWE-269'],
  why: 'Whoever holds or steals the owner’s key decides over everybody’s money at once.',
  fix: 'Cap it, delay it, or give it away; say so where it stays.',
  blindTo: 'Whether the owner is a person, a council or nobody is not in the source. Never more than a warning.',
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
    return [{ at: placeOf(op), confidence: 'firm', note: `The owner can set ${name} to everything.` }];
  });
}

function freeze({ trace, contract }: Visit): PlacedHit[] {
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    const isList =
      /black|frozen|blocked|banned|bots?$/i.test(op.slot.variable?.name ?? '') && op.slot.keys.length === 1;
    return isList && isAdminOnly(op, contract)
      ? [{ at: placeOf(op), confidence: 'firm', severity: 'LOW', note: 'The owner can freeze whom it likes.' }]
      : [];
  });
}

const honeypot = contractRule({
  id: 'CON-31',
  title: 'Is built to keep what others put in',
  question: 'Do transfers only work for the owner, or is the way out disguised?',
  severity: 'CRITICAL',
  nature: 'malice',
  references: ['CWE-506', 'CWE-451'],
  why: 'It looks as if money came back, and only its maker can get it.',
  fix: 'Do not use it.',
  blindTo: 'A log contract whose code is elsewhere can hide the same trick; that is not seen.',
  check: (facts) => [
    ...inEntries(facts, (visit) => [...ownerOnlySales(visit), ...impossible(visit)]),
    ...outOfSight(facts),
  ],
});

/** Everybody can buy, and only the owner can sell; no switch of time ends it. */
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
            note: 'Only the owner’s transfers pass.',
            entry: entryOf(reviewed, trace.entry),
          },
        ];
  });
}

/** `msg.value > this.balance`: what was sent is already part of the balance. */
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
            note: 'What was sent is already part of the balance: this never pays.',
            entry: entryOf(reviewed, trace.entry),
          },
        ]
      : [];
  });
}

const FAR_COLUMNS = 120;

/** Code that a reader does not see, behind a long row of blanks. */
function outOfSight({ program }: ContractFacts): PlacedHit[] {
  return program.units.flatMap(({ file, text }) =>
    [...text.matchAll(new RegExp(`\\S[ \\t]{${FAR_COLUMNS},}(?=[^\\s/*])`, 'g'))].map(
      ({ index, 0: found }): PlacedHit => ({
        at: { file, start: index + found.length, end: lineEnd(text, index + found.length) },
        confidence: 'firm',
        note: 'Code stands far outside the window.',
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
  title: 'Looks different from what it says',
  question: 'Do control characters or look-alike letters change how the source reads?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['SWC-130', 'CWE-451', 'CWE-1007'],
  why: 'A reader sees another program than the compiler.',
  fix: 'Remove the characters.',
  blindTo: 'Letters are only reported inside names.',
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
  title: 'Is not the source of what is deployed',
  question: 'Was the code at the named address made from these sources?',
  severity: 'CRITICAL',
  nature: 'malice',
  references: ['CWE-345', 'CWE-494'],
  why: 'Whoever trusts the address trusts other code than what was reviewed.',
  fix: 'Hand in the very sources and name the address that was made from them.',
  blindTo:
    'Compilers and settings other than the usual ones are not tried: then the same source is called another. Who may replace the code of a proxy is for CON-24 and CON-30.',
  check: ({ program, deployment }) => {
    const [first] = program.units.filter(({ file }) => program.reviewed.has(file));
    if (deployment?.kind !== 'different' || first === undefined) return [];
    const at = { file: first.file, start: 0, end: first.text.length === 0 ? 0 : 1 };
    return [{ at, confidence: 'certain', note: deployment.reason }];
  },
});

export const TRUST_RULES = [ownerPower, honeypot, disguised, otherCode];
