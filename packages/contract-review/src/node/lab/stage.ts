import type { CompiledContract, TryRequest } from '@assay/analysis/types/contract-lab';
import { encodeAll, type Value } from './abi.ts';
import { ACTOR, COIN } from './actors.data.ts';
import { argumentLists, type Stock } from './arguments.ts';
import { dataOf, functionsIn, isPayable, isView, plainValue, worksForVictim } from './calls.ts';
import { type Actors, configure, deployContract } from './deploy.ts';
import { ETHER, PEOPLE, type World } from './world.ts';

/** A deployed contract in use, and all accounts around it. */
export type Stage = {
  readonly world: World;
  readonly contract: CompiledContract;
  readonly self: string;
  /** The attacker's contract, and one that rejects ether. */
  readonly actor: string;
  readonly refuser: string;
  readonly coin: string;
  readonly stock: Stock;
  /** Functions that work for an ordinary user before the attack. */
  readonly honest: Set<string>;
};

const FUNDS = 5n * ETHER;
const COINS = 1_000n * ETHER;

const actorCall = (
  signature: keyof typeof ACTOR.selectors,
  types: readonly string[],
  values: readonly Value[],
): string =>
  ACTOR.selectors[signature] +
  encodeAll(
    types.map((type) => ({ name: '', type })),
    values,
  );

export const armData = (left: bigint, target: string, value: bigint, payload: string): string =>
  actorCall(
    'arm(uint8,uint256,address,uint256,bytes)',
    ['uint8', 'uint256', 'address', 'uint256', 'bytes'],
    [1n, left, target, value, payload],
  );

export const runData = (to: string, value: bigint, data: string): string =>
  actorCall('run(address,uint256,bytes)', ['address', 'uint256', 'bytes'], [to, value, data]);

const coinCall = (signature: keyof typeof COIN.selectors, types: readonly string[], values: readonly Value[]): string =>
  COIN.selectors[signature] +
  encodeAll(
    types.map((type) => ({ name: '', type })),
    values,
  );

export async function coinsOf({ world, coin }: Pick<Stage, 'world' | 'coin'>, who: string): Promise<bigint> {
  const { output } = await world.call(PEOPLE.deployer, coin, coinCall('balanceOf(address)', ['address'], [who]));
  return output === '' ? 0n : BigInt(`0x${output.slice(0, 64)}`);
}

/** Allowance of an account for the contract's tokens. */
export async function allowedTo(
  { world, coin, self }: Pick<Stage, 'world' | 'coin' | 'self'>,
  who: string,
): Promise<bigint> {
  const data = coinCall('allowance(address,address)', ['address', 'address'], [self, who]);
  const { output } = await world.call(PEOPLE.deployer, coin, data);
  return output === '' ? 0n : BigInt(`0x${output.slice(0, 64)}`);
}

/** Deploys the contract with its dependencies and simulates ordinary use. */
export async function setStage(
  world: World,
  contract: CompiledContract,
  request: TryRequest,
): Promise<Stage | undefined> {
  if (contract.bytecode === '' || contract.bytecode.includes('_')) return undefined;
  const actors = await makeActors(world);
  const { self, stock } = (await deployContract({ world, contract, request, actors })) ?? {};
  if (self === undefined || stock === undefined) return undefined;
  const stage: Stage = {
    world,
    contract,
    self,
    ...actors,
    stock: { ...stock, payloads: payloadsFor(contract) },
    honest: new Set(),
  };
  await configure(stage);
  await populate(stage);
  for (const item of functionsIn(contract).filter((one) => !isView(one)))
    if (await worksForVictim(stage, item)) stage.honest.add(item.name ?? '');
  return stage;
}

async function makeActors(world: World): Promise<Actors> {
  const made = async (bytecode: string, value = 0n): Promise<string> =>
    (await world.call(PEOPLE.deployer, null, bytecode, value)).created ?? '';
  const coin = await made(COIN.bytecode);
  const actor = await made(ACTOR.bytecode + encodeAll([{ name: '', type: 'bool' }], [false]), 20n * ETHER);
  const refuser = await made(ACTOR.bytecode + encodeAll([{ name: '', type: 'bool' }], [true]), 20n * ETHER);
  return { coin, actor, refuser };
}

/** Encoded calls that take funds, for contracts that execute data from the caller. */
const payloadsFor = (contract: CompiledContract): string[] => [
  ACTOR.selectors['take()'],
  coinCall('transfer(address,uint256)', ['address', 'uint256'], [PEOPLE.attacker, ETHER]),
  coinCall(
    'transferFrom(address,address,uint256)',
    ['address', 'address', 'uint256'],
    [PEOPLE.victim, PEOPLE.attacker, ETHER],
  ),
  ...functionsIn(contract)
    .filter((item) => !isView(item))
    .slice(0, 6)
    .map((item) =>
      dataOf(
        contract,
        item,
        (item.inputs ?? []).map(({ type }) => plainValue(type, PEOPLE.attacker, ETHER)),
      ),
    ),
];

/** Users deposit, hold tokens and approve; the deployer initialises. Calls that fail are skipped. */
async function populate(stage: Stage): Promise<void> {
  const { world, contract, self, coin, stock } = stage;
  for (const who of [self, PEOPLE.victim, PEOPLE.deployer])
    await world.call(PEOPLE.deployer, coin, coinCall('mint(address,uint256)', ['address', 'uint256'], [who, COINS]));
  await world.call(
    PEOPLE.victim,
    coin,
    coinCall('approve(address,uint256)', ['address', 'uint256'], [self, 2n ** 255n]),
  );
  const initialisers = functionsIn(contract).filter((item) => /^_*(init|setup|configure)/i.test(item.name ?? ''));
  const own: Stock = { ...stock };
  for (const item of initialisers)
    await world.call(
      PEOPLE.deployer,
      self,
      dataOf(contract, item, argumentLists(item.inputs ?? [], own, false)[0] ?? []),
    );
  const paid = functionsIn(contract).filter(
    (item) => isPayable(item) && !/^_*(init|claim|withdraw)/i.test(item.name ?? ''),
  );
  for (const item of paid.slice(0, 8)) {
    for (const [who, value] of [
      [PEOPLE.victim, FUNDS],
      [PEOPLE.victim, ETHER],
      [PEOPLE.deployer, FUNDS],
    ] as const) {
      const args = argumentLists(item.inputs ?? [], { ...own, actor: who, coin }, false)[0] ?? [];
      const asOwn = args.map((one) => (one === PEOPLE.deployer ? who : one));
      await world.call(who, self, dataOf(contract, item, asOwn), value);
    }
  }
  await world.call(PEOPLE.victim, self, '', FUNDS);
  const takesEther = contract.abi.some((item) => isPayable(item));
  if ((await world.balanceOf(self)) === 0n && takesEther) await world.setBalance(self, FUNDS);
  world.wait(60n);
}
