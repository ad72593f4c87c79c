import type { PlacedHit } from '@assay/analysis/result/at-places';
import { nameOf } from '../flow/guards.ts';
import { comesFrom, variablesFrom } from '../flow/origins.ts';
import type { Env, Op, Trace } from '../flow/trace.ts';
import { Tracer } from '../flow/tracer.ts';
import { isTainted, rootOf, slotOf } from '../flow/values.ts';
import type { Expr, Fn, StateVariable } from '../syntax/ast.ts';
import { expressions } from '../syntax/walk.ts';
import { isBlock, isDigest, isTime } from './block-values.ts';
import type { ReviewedContract } from './rule.ts';
import { callsIn, contractRule, entryOf, isAdminOnly, placeIn, placeOf, writesIn } from './support.ts';

const isHash = (expr: Expr): boolean =>
  expr.kind === 'call' &&
  (/^(blockhash)$/.test(nameOf(expr)) || (expr.callee.kind === 'member' && isBlock(expr.callee, /^blockhash$/)));
const isGuessable = (expr: Expr): boolean =>
  isHash(expr) ||
  isTime(expr) ||
  isBlock(expr, /^(number|difficulty|prevrandao|coinbase|gaslimit|basefee)$/) ||
  (expr.kind === 'member' && expr.name === 'gasprice' && expr.object.kind === 'id');

const randomness = contractRule({
  id: 'CON-16',
  title: 'Predictable randomness',
  question: 'Is randomness derived from block data?',
  severity: 'HIGH',
  references: ['SWC-120', 'CWE-330', 'CWE-338'],
  why: 'The block proposer and every contract in the block know the number before they bet.',
  fix: 'Use a verifiable random function, or a commit-reveal scheme.',
  blindTo: 'A digest of block data that is used only as an identifier is not reported.',
  check: (facts) => facts.contracts.flatMap(drawsOf),
});

/** One contract, and the variables that store block-dependent values between calls. */
type Game = { readonly reviewed: ReviewedContract; readonly seeded: ReadonlySet<StateVariable> };

function drawsOf(reviewed: ReviewedContract): PlacedHit[] {
  if (reviewed.contract.node.kind !== 'contract') return [];
  const game: Game = { reviewed, seeded: variablesFrom(reviewed, isGuessable) };
  const seen = new Set<string>();
  const traces = [...reviewed.entries, ...unusedDraws(reviewed)];
  return [...traces.flatMap((trace) => drawsIn(trace, game)), ...secretsOf(game)].filter(({ at }) => {
    const key = `${at.file}:${at.start}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

const drawsIn = (trace: Trace, game: Game): PlacedHit[] =>
  hasReveal(trace) ? [] : trace.ops.flatMap((op) => chanceIn(op, trace, game));

/** Functions that read block values and have no caller here: derived contracts can call them. */
function unusedDraws({ contract, fns, entries, constructors }: ReviewedContract): Trace[] {
  const walked = new Set([...entries, ...constructors].flatMap(({ ops }) => ops.map(({ env }) => env.fn)));
  const isLeft = (fn: Fn): boolean =>
    fn.kind === 'function' && fn.body !== null && !walked.has(fn) && [...expressions(fn.body)].some(isGuessable);
  return fns.filter(isLeft).map((fn) => new Tracer(contract).trace(fn));
}

function usedBy(op: Op): readonly { readonly expr: Expr; readonly env: Env }[] {
  const { env } = op;
  if (op.kind === 'check') return [{ expr: op.test, env }];
  if (op.kind === 'math') return [{ expr: op.at, env }];
  if (op.kind === 'call') return [...op.reached.args, ...(op.reached.value === null ? [] : [op.reached.value])];
  const value = op.kind === 'write' || op.kind === 'give' ? op.value : null;
  return value === null ? [] : [{ expr: value, env }];
}

function chanceIn(op: Op, trace: Trace, game: Game): PlacedHit[] {
  const { reviewed } = game;
  if (isAdminOnly(op, reviewed.contract)) return [];
  const found: PlacedHit[] = [];
  for (const used of usedBy(op))
    comesFrom(used.expr, used.env, (part, env) => {
      if (found.length === 0 && (isDrawn(part, env, game) || isHashGuess(part, env, trace)))
        found.push({ at: placeIn(env.fn.file, part), confidence: 'firm', entry: entryOf(reviewed, trace.entry) });
      return found.length > 0;
    });
  return found;
}

/** `uint(keccak256(block…))`, `blockhash(…) % n`: a number derived from block values. */
function isDrawn(expr: Expr, env: Env, game: Game): boolean {
  const isNumber = expr.kind === 'cast' && expr.type.kind === 'elementary' && /^u?int/.test(expr.type.name);
  if (isNumber) return isDigestOf(expr.arg, env, game) || comesFrom(expr.arg, env, isHash);
  if (expr.kind !== 'binary' || expr.op !== '%') return false;
  const rests = comesFrom(expr.left, env, isGuessable) && !comesFrom(expr.left, env, isTime);
  return (isDigestOf(expr.left, env, game) || rests) && !isCalendar(expr.right);
}

const isDigestOf = (expr: Expr, env: Env, { seeded, reviewed }: Game): boolean =>
  comesFrom(
    expr,
    env,
    (part, at) =>
      isDigest(part) &&
      comesFrom(part, at, (one, where) => {
        if (isGuessable(one)) return true;
        const variable = one.kind === 'id' ? slotOf(one, where, reviewed.contract)?.variable : undefined;
        return variable != null && seeded.has(variable);
      }),
  );
const isCalendar = (expr: Expr): boolean => expr.kind === 'literal' && /(days|hours|weeks|minutes)$/.test(expr.value);

/**
 * The function compares a block hash with a value from the player and sends value. The hash of an old block is zero.
 */
function isHashGuess(expr: Expr, env: Env, trace: Trace): boolean {
  if (expr.kind !== 'binary' || !/^[!=]=$/.test(expr.op)) return false;
  const isOfBlock = (side: Expr): boolean => comesFrom(side, env, isHash);
  const isSaid = (side: Expr): boolean => !isOfBlock(side) && rootOf(side, env).expr.kind !== 'literal';
  const isCompared = (isOfBlock(expr.left) && isSaid(expr.right)) || (isOfBlock(expr.right) && isSaid(expr.left));
  return isCompared && callsIn(trace).some(({ reached }) => reached.value !== null);
}

/** A secret drawn at deployment, against which later calls are checked. */
function secretsOf(game: Game): PlacedHit[] {
  const { contract, entries, constructors } = game.reviewed;
  const isAsked = (variable: StateVariable): boolean =>
    entries.some(({ ops }) =>
      ops.some(
        (op) =>
          op.kind === 'check' &&
          isTainted(op.test, op.env) &&
          comesFrom(op.test, op.env, (part, env) => slotOf(part, env, contract)?.variable === variable),
      ),
    );
  return constructors.flatMap((trace) =>
    writesIn(trace).flatMap(({ slot, value, env, at }): PlacedHit[] => {
      const isSecret =
        slot.variable !== null &&
        value !== null &&
        comesFrom(value, env, (part, where) => isDrawn(part, where, game)) &&
        isAsked(slot.variable);
      return isSecret ? [{ at: placeOf({ at, env }), confidence: 'firm' }] : [];
    }),
  );
}

/** A commit-reveal scheme: the caller reveals a committed secret. */
const hasReveal = (trace: Trace): boolean =>
  trace.ops.some(
    (op) =>
      op.kind === 'check' &&
      op.test.kind === 'binary' &&
      op.test.op === '==' &&
      comesFrom(op.test, op.env, (part, env) => isDigest(part) && isTainted(part, env)),
  );

export const CHANCE_RULES = [randomness];
