import type { CompiledContract, TryRequest } from '@assay/analysis/types/contract-lab';
import { encodeAll } from './abi.ts';
import { argumentLists, type Stock } from './arguments.ts';
import { type Deployed, dataOf, functionsIn, isView, worksForVictim } from './calls.ts';
import { ETHER, PEOPLE, type World } from './world.ts';

/** The attacker's contract, a contract that rejects ether, and a token that answers every call. */
export type Actors = { readonly actor: string; readonly refuser: string; readonly coin: string };

type Setting = {
  readonly world: World;
  readonly contract: CompiledContract;
  readonly request: TryRequest;
  readonly actors: Actors;
};

const FUNDS = 5n * ETHER;
const NESTING_MAX = 3;
const DEPLOY_LIMITS = { lists: 6, kept: 3, neighbours: 4, named: 12, setters: 8, settings: 4 } as const;
/** Functions that a deployer calls before users do. */
const SETTER = /^_*(set|init|setup|configure|change|update|register|enable|open|start|activate|unpause)/i;
const SLOTS = 16n;
/** Smaller numbers are amounts and dates, not addresses. */
const ADDRESS_FROM = 2n ** 120n;
const ADDRESS_TO = 2n ** 160n - 1n;

const toNumber = (text: string): bigint[] => (/^\d+$/.test(text) ? [BigInt(text)] : []);
const toText = (text: string): string[] => (/^\d+$/.test(text) ? [] : [Buffer.from(text).toString('hex')]);

/** Number of functions that an ordinary user can call: in a correctly configured contract, most of them work. */
async function scoreOf(deployed: Deployed): Promise<number> {
  let works = 0;
  for (const item of functionsIn(deployed.contract).filter((one) => !isView(one)))
    if (await worksForVictim(deployed, item)) works += 1;
  return works;
}

/** Deploys a contract and its dependencies with the constructor arguments that let users call the most functions. */
export async function deployContract({ world, contract, request, actors }: Setting) {
  const others = new Map<string, string>();
  const stock: Stock = {
    ...actors,
    self: actors.actor,
    payloads: [],
    numbers: request.constants.flatMap(toNumber),
    texts: request.constants.flatMap(toText),
    neighbours: [],
    contractOf: (type) => others.get(type),
  };
  const inputsOf = ({ abi }: CompiledContract) => abi.find(({ type }) => type === 'constructor')?.inputs ?? [];
  const find = (name: string) => request.compilation.contracts.find((one) => one.name === name && one.bytecode !== '');

  /** Deploys the contracts that a constructor requires by type first. */
  const makeNeeded = async (one: CompiledContract, depth: number): Promise<void> => {
    for (const { internalType = '' } of inputsOf(one)) {
      const name = internalType.replace(/^contract /, '');
      const needed = internalType.startsWith('contract ') && !others.has(name) ? find(name) : undefined;
      if (needed === undefined || needed === one || depth >= NESTING_MAX) continue;
      await makeNeeded(needed, depth + 1);
      const [address] = await make(needed, stock, 1);
      if (address !== undefined) others.set(name, address);
    }
  };

  const make = async (one: CompiledContract, with_: Stock, max: number): Promise<string[]> => {
    const made: string[] = [];
    const lists = argumentLists(inputsOf(one), with_, false).slice(0, DEPLOY_LIMITS.lists);
    for (const value of [FUNDS, 0n])
      for (const args of lists) {
        if (made.length >= max) return made;
        const code = one.bytecode + encodeAll(inputsOf(one), args);
        const { created } = await world.call(PEOPLE.deployer, null, code, value);
        if (created !== null) made.push(created);
      }
    return made;
  };

  await makeNeeded(contract, 0);
  const neighbours = await makeNeighbours(contract, request, (one) => make(one, stock, 1));
  const known: Stock = { ...stock, neighbours };
  let best: { self: string; score: number } | undefined;
  for (const self of await make(contract, known, inputsOf(contract).length === 0 ? 1 : DEPLOY_LIMITS.kept)) {
    await fillNamed({ world, contract, self }, actors);
    const score = await scoreOf({ world, contract, self });
    if (best === undefined || score > best.score) best = { self, score };
  }
  return best === undefined ? undefined : { self: best.self, stock: { ...known, self: best.self } };
}

/** Other contracts of the same sources: candidates for plain address parameters. */
async function makeNeighbours(
  contract: CompiledContract,
  { compilation }: TryRequest,
  make: (one: CompiledContract) => Promise<string[]>,
): Promise<string[]> {
  const made: string[] = [];
  for (const one of compilation.contracts) {
    if (one === contract || one.file !== contract.file || one.bytecode === '' || one.bytecode.includes('_')) continue;
    if (made.length >= DEPLOY_LIMITS.neighbours) break;
    made.push(...(await make(one)));
  }
  return made;
}

/**
 * Places a token at every address in the code and storage, because these addresses have code on the chain that the
 * contract was written for.
 */
async function fillNamed({ world, contract, self }: Deployed, { coin }: Actors): Promise<void> {
  const slots: bigint[] = [];
  for (let slot = 0n; slot < SLOTS; slot += 1n) slots.push(await world.slotOf(self, slot));
  const stored = slots.filter((value) => value > ADDRESS_FROM && value < ADDRESS_TO);
  const written = [...contract.runtime.matchAll(/73(?!f{40})([0-9a-f]{40})/g)].map(([, hex]) => BigInt(`0x${hex}`));
  const people = new Set<string>(Object.values(PEOPLE));
  const named = [...new Set([...stored, ...written.filter((value) => value > ADDRESS_FROM)])]
    .map((value) => value.toString(16).padStart(40, '0'))
    .filter((address) => !people.has(address));
  for (const address of named.slice(0, DEPLOY_LIMITS.named))
    if (!(await world.hasCode(address))) await world.setCode(address, await world.codeOf(coin));
}

/** The deployer calls setters, and keeps each change that lets users call more functions. */
export async function configure(deployed: Deployed & { readonly stock: Stock }): Promise<void> {
  const { world, contract, self, stock } = deployed;
  let score = await scoreOf(deployed);
  const setters = functionsIn(contract).filter((item) => !isView(item) && SETTER.test(item.name ?? ''));
  for (const item of setters.slice(0, DEPLOY_LIMITS.setters))
    for (const args of argumentLists(item.inputs ?? [], stock, false).slice(0, DEPLOY_LIMITS.settings)) {
      const set = () => world.call(PEOPLE.deployer, self, dataOf(contract, item, args));
      const after = await world.whatIf(async () => ((await set()).isOk ? scoreOf(deployed) : 0));
      if (after <= score) continue;
      await set();
      score = after;
      break;
    }
}
