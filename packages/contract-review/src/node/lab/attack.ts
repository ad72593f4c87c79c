import type {
  AbiItem,
  CompiledContract,
  Exploit,
  ExploitStep,
  Suspect,
  Tried,
  TryRequest,
} from '@assay/analysis/types/contract-lab';
import { signatureOf, type Value } from './abi.ts';
import { argumentLists } from './arguments.ts';
import { functionsIn, isPayable, isView } from './calls.ts';
import { blocksAnyway, findOracle, look, type Sight } from './oracles.ts';
import { type Stage, setStage } from './stage.ts';
import { perform, type Step } from './steps.ts';
import { ETHER, Exhausted, PEOPLE, World } from './world.ts';

export const PLAN_LIMITS = { plans: 256, steps: 4 } as const;
const SHORT = 12n;
const LONG = 400n * 86_400n;

/** Tries every suspect. A successful plan is minimised; a failure proves nothing. */
export async function attackAll(request: TryRequest): Promise<Tried> {
  const exploits: Tried['exploits'][number][] = [];
  const notTried: Tried['notTried'][number][] = [];
  const stages = new Map<string, Stage | undefined>();
  for (const suspect of request.suspects) {
    const unit = `${suspect.contract}.${suspect.fn} (${suspect.ruleId})`;
    try {
      if (!stages.has(suspect.contract)) stages.set(suspect.contract, await stageOf(suspect.contract, request));
      const stage = stages.get(suspect.contract);
      const found = stage === undefined ? undefined : await attack(stage, suspect, request);
      if (stage === undefined) notTried.push({ unit, reason: 'the contract could not be deployed' });
      else if (found !== undefined) exploits.push({ ...found, fingerprint: suspect.fingerprint });
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error;
      notTried.push({ unit, reason: 'the gas for this review is used up' });
      stages.delete(suspect.contract);
    }
  }
  return { exploits, notTried };
}

async function stageOf(name: string, request: TryRequest): Promise<Stage | undefined> {
  const contract = request.compilation.contracts.find((one) => one.name === name && one.bytecode !== '');
  return contract === undefined ? undefined : setStage(await World.create(), contract, request);
}

async function attack(stage: Stage, suspect: Suspect, request: TryRequest): Promise<Exploit | undefined> {
  const before = await look(stage);
  let tried = 0;
  for (const plan of plansFor(stage, suspect, request)) {
    tried += 1;
    if (tried > PLAN_LIMITS.plans) return undefined;
    const oracle = await outcomeOf(stage, suspect, plan, before);
    if (oracle === undefined) continue;
    if (oracle.name === 'blocked' && (await blocksAnyway(stage, plan, oracle.detail.split(' ')[0] ?? ''))) continue;
    const short = await minimise(stage, suspect, plan, before, oracle.name);
    return {
      contract: suspect.contract,
      oracle: oracle.name,
      detail: oracle.detail,
      steps: short.map((step) => toExploitStep(step, stage)),
    };
  }
  return undefined;
}

/** Runs a plan, returns the matching oracle, and reverts all effects. */
const outcomeOf = (stage: Stage, suspect: Suspect, plan: readonly Step[], before: Sight) =>
  stage.world.whatIf(async () => {
    const destroyed = await perform(stage, plan);
    return destroyed === undefined
      ? undefined
      : findOracle(stage, suspect, { before, after: await look(stage), destroyed, plan });
  });

/** Drops every step that the outcome does not depend on. */
async function minimise(
  stage: Stage,
  suspect: Suspect,
  plan: readonly Step[],
  before: Sight,
  name: string,
): Promise<readonly Step[]> {
  let kept = plan;
  for (let at = 0; at < kept.length && kept.length > 1; ) {
    const without = kept.filter((_, place) => place !== at);
    if ((await outcomeOf(stage, suspect, without, before))?.name === name) kept = without;
    else at += 1;
  }
  return kept;
}

/**
 * Plans by increasing length: the call itself, the call after preparatory calls, reentrant calls, and calls that
 * exploit the result.
 */
function* plansFor(stage: Stage, { fn, ruleId }: Suspect, { uses }: TryRequest): Generator<readonly Step[]> {
  const { contract, stock } = stage;
  const targets = targetsOf(contract, fn);
  const acting = functionsIn(contract).filter((item) => !isView(item));
  const reads = new Set(
    uses.filter((one) => one.contract === contract.name && one.fn === fn).flatMap((one) => one.reads),
  );
  const writers = acting.filter(
    ({ name }) =>
      name !== fn &&
      uses.some(
        (one) =>
          one.contract === contract.name && one.fn === name && one.writes.some((variable) => reads.has(variable)),
      ),
  );
  const payers = acting.filter(isPayable);
  const first = [...new Set([...writers.filter(isPayable), ...payers, ...writers])].slice(0, 5);
  const variants = (item: AbiItem, max: number): readonly (readonly Value[])[] =>
    argumentLists(item.inputs ?? [], stock).slice(0, max);
  const steps = function* (item: AbiItem, max: number, by: Step['by'] = 'attacker'): Generator<Step> {
    for (const args of variants(item, max))
      for (const value of isPayable(item) ? [ETHER, 0n, 6n * ETHER] : [0n])
        yield { by, item, args, value, back: null, waits: SHORT };
  };
  /** A reentrant call of the same function, or of another function that uses the same state. */
  const returning = function* (item: AbiItem, max: number): Generator<Step> {
    for (const step of steps(item, max, 'actor')) yield { ...step, back: step };
    if (ruleId !== 'CON-02') return;
    for (const step of steps(item, 2, 'actor'))
      for (const other of acting.filter((one) => one !== item && !isPayable(one)).slice(0, 5))
        for (const args of variants(other, 4)) yield { ...step, back: { item: other, args } };
  };
  const isReentry = /^CON-0[1234]$/.test(ruleId);
  for (const target of targets) {
    if (isReentry) {
      for (const p of first)
        for (const pre of steps(p, 2, 'actor')) for (const step of returning(target, 5)) yield [pre, step];
      for (const p of first)
        for (const pre of steps(p, 1, 'actor'))
          for (const step of returning(target, 3)) yield [pre, { ...step, waits: LONG }];
      for (const step of returning(target, 6)) yield [step];
    }
    if (ruleId === 'CON-19') {
      for (const p of [target, ...first]) for (const step of steps(p, 3, 'refuser')) yield [step];
      continue;
    }
    if (ruleId === 'CON-06') {
      for (const step of steps(target, 20, 'lured')) yield [step];
      continue;
    }
    for (const step of steps(target, 20)) yield [step];
    for (const step of steps(target, 6, 'actor')) yield [step];
    for (const p of first)
      for (const pre of steps(p, 3))
        for (const step of steps(target, 8)) for (const waits of [SHORT, LONG]) yield [pre, { ...step, waits }];
    for (const step of steps(target, 6))
      for (const g of acting.slice(0, 8)) if (g !== target) for (const post of steps(g, 3)) yield [step, post];
    for (const p of first.slice(0, 3))
      for (const pre of steps(p, 2))
        for (const step of steps(target, 4))
          for (const g of acting.slice(0, 5)) for (const post of steps(g, 2)) yield [pre, step, post];
  }
}

const NO_NAME: AbiItem = { type: 'fallback', stateMutability: 'payable' };

const targetsOf = (contract: CompiledContract, fn: string): AbiItem[] => {
  if (fn === 'fallback' || fn === 'receive') return [NO_NAME];
  return functionsIn(contract).filter(({ name }) => name === fn);
};

const nameOf = (address: string, { self, actor, refuser, coin }: Stage): string | undefined =>
  ({
    ...Object.fromEntries(Object.entries(PEOPLE).map(([name, one]) => [one, name])),
    [self]: 'the contract',
    [actor]: 'the attacker’s contract',
    [refuser]: 'a contract that refuses',
    [coin]: 'a token',
  })[address];

const show = (value: Value, stage: Stage): string => {
  if (Array.isArray(value)) return `[${value.map((one) => show(one, stage)).join(', ')}]`;
  return typeof value === 'string' ? (nameOf(value, stage) ?? `0x${value}`) : String(value);
};

const CALLERS: Readonly<Record<Step['by'], string>> = {
  attacker: 'attacker',
  actor: 'the attacker’s contract',
  refuser: 'a contract that refuses money',
  lured: 'the attacker’s contract, called by the owner,',
};

function toExploitStep({ by, item, args, value, back, waits }: Step, stage: Stage): ExploitStep {
  const from = CALLERS[by];
  const call = item.type === 'function' ? signatureOf(item) : 'a plain payment';
  const again =
    back === null
      ? ''
      : back.item === item
        ? ', and again when it is paid'
        : `, and ${signatureOf(back.item)} when it is paid`;
  const how = `${call}${again}`;
  return {
    from: waits === LONG ? `${from}, 400 days later` : from,
    to: stage.contract.name,
    call: how,
    args: args.map((one) => show(one, stage)),
    value: value.toString(),
  };
}
