import type { Suspect } from '@assay/analysis/types/contract-lab';
import { dataOf, functionsIn, isView, worksForVictim } from './calls.ts';
import { allowedTo, coinsOf, type Stage } from './stage.ts';
import { perform, type Step } from './steps.ts';
import { ETHER, PEOPLE } from './world.ts';

/** Externally visible state of a stage. */
export type Sight = {
  readonly ether: bigint;
  readonly coins: bigint;
  readonly victimCoins: bigint;
  readonly selfCoins: bigint;
  /** Allowance of the attackers for the contract's tokens. */
  readonly allowed: bigint;
  readonly selfEther: bigint;
  readonly slots: readonly bigint[];
  /** Results of views with one address parameter for the attackers, by name. */
  readonly credits: ReadonlyMap<string, bigint>;
};

const SLOTS = 24n;
const NOISE = ETHER / 1_000n;
const HUGE = 2n ** 200n;
const ADDRESS = 2n ** 160n - 1n;

export async function look(stage: Stage): Promise<Sight> {
  const { world, self, actor, refuser } = stage;
  const ours = [PEOPLE.attacker, PEOPLE.accomplice, actor, refuser];
  const slots: bigint[] = [];
  for (let slot = 0n; slot < SLOTS; slot += 1n) slots.push(await world.slotOf(self, slot));
  return {
    ether: await sum(ours, (who) => world.balanceOf(who)),
    coins: await sum(ours, (who) => coinsOf(stage, who)),
    victimCoins: await coinsOf(stage, PEOPLE.victim),
    selfCoins: await coinsOf(stage, self),
    allowed: await sum(ours, (who) => allowedTo(stage, who)),
    selfEther: await world.balanceOf(self),
    slots,
    credits: await credits(stage),
  };
}

async function sum(who: readonly string[], of: (one: string) => Promise<bigint>): Promise<bigint> {
  let total = 0n;
  for (const one of who) total += await of(one);
  return total;
}

async function credits({ world, contract, self, actor }: Stage): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>();
  for (const item of functionsIn(contract)) {
    const isQuestion =
      isView(item) &&
      item.inputs?.length === 1 &&
      item.inputs[0]?.type === 'address' &&
      /^uint/.test(item.outputs?.[0]?.type ?? '');
    if (!isQuestion) continue;
    for (const who of [PEOPLE.attacker, actor]) {
      const { isOk, output } = await world.call(PEOPLE.deployer, self, dataOf(contract, item, [who]));
      if (isOk && output.length >= 64) found.set(`${item.name} ${who}`, BigInt(`0x${output.slice(0, 64)}`));
    }
  }
  return found;
}

type Seen = {
  readonly before: Sight;
  readonly after: Sight;
  readonly destroyed: boolean;
  readonly plan: readonly Step[];
};
type Oracle = { readonly name: string; readonly detail: string };

const TAKES_OVER = /^CON-(05|06|08|09|11|25|26)$/;

/** The first oracle that detects a forbidden outcome. */
export async function findOracle(stage: Stage, { ruleId }: Suspect, seen: Seen): Promise<Oracle | undefined> {
  const { before, after, destroyed } = seen;
  if (destroyed && !/^CON-0[1-46]$/.test(ruleId)) return { name: 'destroyed', detail: 'The contract was destroyed.' };
  const gain = after.ether - before.ether;
  if (gain > NOISE && before.selfEther > after.selfEther)
    return { name: 'gain', detail: `The attacker has ${gain} wei more than before.` };
  if (after.coins > before.coins && (after.selfCoins < before.selfCoins || after.victimCoins < before.victimCoins))
    return {
      name: 'gain',
      detail: `The attacker has ${after.coins - before.coins} units of a token more than before.`,
    };
  if (after.allowed > before.allowed)
    return {
      name: 'gain',
      detail: `The attacker has an allowance of ${after.allowed - before.allowed} units of its token.`,
    };
  if (after.victimCoins < before.victimCoins)
    return { name: 'moved', detail: 'Tokens of an uninvolved account were transferred.' };
  if (TAKES_OVER.test(ruleId)) {
    const slot = takenSlot(stage, seen);
    if (slot !== undefined)
      return { name: 'taken', detail: `Storage slot ${slot} now contains the attacker’s address.` };
  }
  if (ruleId === 'CON-14' || ruleId === 'CON-25') return wrapped(seen);
  return ruleId === 'CON-19' ? await blocked(stage, seen) : undefined;
}

/** A storage slot that held another account's address or none before, and holds an attacker's address now. */
function takenSlot({ actor }: Stage, { before, after }: Seen): number | undefined {
  const ours = [PEOPLE.attacker, actor].map((one) => BigInt(`0x${one}`));
  const others = [PEOPLE.deployer, PEOPLE.victim].map((one) => BigInt(`0x${one}`));
  const holds = (value: bigint, who: readonly bigint[]): boolean =>
    [0n, 8n, 16n, 96n].some((shift) => who.includes((value >> shift) & ADDRESS));
  const at = after.slots.findIndex(
    (value, place) =>
      value !== before.slots[place] &&
      holds(value, ours) &&
      (before.slots[place] === 0n || holds(before.slots[place] ?? 0n, others)),
  );
  return at === -1 ? undefined : at;
}

/** An implausibly large credit or storage value, which indicates that a number wrapped around. */
function wrapped({ before, after }: Seen): Oracle | undefined {
  for (const [name, value] of after.credits)
    if (value > HUGE && (before.credits.get(name) ?? 0n) < HUGE)
      return { name: 'wrapped', detail: `${name.split(' ')[0]} returns ${value} for the attacker.` };
  const at = after.slots.findIndex(
    (value, place) => value > HUGE && (before.slots[place] ?? 0n) < HUGE && value > 2n ** 255n,
  );
  return at === -1 ? undefined : { name: 'wrapped', detail: `Storage slot ${at} wrapped around.` };
}

/** A function that worked for an honest user before fails after a step of the contract that rejects ether. */
async function blocked(stage: Stage, { plan }: Seen): Promise<Oracle | undefined> {
  if (!plan.some(({ by }) => by === 'refuser')) return undefined;
  for (const item of functionsIn(stage.contract).filter((one) => !isView(one))) {
    if (!stage.honest.has(item.name ?? '') || (await worksForVictim(stage, item))) continue;
    return { name: 'blocked', detail: `${item.name} reverts for every caller.` };
  }
  return undefined;
}

/**
 * Repeats the plan with an ordinary account that accepts ether: if the function is blocked anyway, the refusal is not
 * the cause.
 */
export const blocksAnyway = (stage: Stage, plan: readonly Step[], name: string): Promise<boolean> =>
  stage.world.whatIf(async () => {
    const plain = plan.map((step): Step => ({ ...step, by: 'attacker' }));
    if ((await perform(stage, plain)) === undefined) return true;
    const item = functionsIn(stage.contract).find((one) => one.name === name);
    return item !== undefined && !(await worksForVictim(stage, item));
  });
