import type { AbiInput } from '@assay/analysis/types/contract-lab';
import type { Value } from './abi.ts';
import { ETHER, PEOPLE } from './world.ts';

/** Candidates for arguments: accounts, contracts, and literals of the source. */
export type Stock = {
  readonly self: string;
  readonly actor: string;
  readonly coin: string;
  readonly numbers: readonly bigint[];
  readonly texts: readonly string[];
  /** Encoded calls of the contract's own functions. */
  readonly payloads: readonly string[];
  /** Other contracts of the same sources that could be deployed. */
  readonly neighbours: readonly string[];
  /** Address of a deployed contract for a parameter of that contract type. */
  readonly contractOf: (type: string) => string | undefined;
};

const MAX = 2n ** 256n - 1n;
/** The attacker's address as a number, as it appears in storage when it replaces an owner. */
const ATTACKER = BigInt(`0x${PEOPLE.attacker}`);
const VARIANTS_MAX = 20;

const isToken = (text: string): boolean => /token|coin|asset|erc20|usd|underlying|weth/i.test(text);

function addresses({ name, internalType = '' }: AbiInput, stock: Stock, isOurs: boolean): Value[] {
  const known = stock.contractOf(internalType.replace(/^contract /, ''));
  if (known !== undefined) return [known];
  if (internalType.startsWith('contract ') || isToken(name)) return isOurs ? [stock.coin, stock.actor] : [stock.coin];
  if (!isOurs) return [PEOPLE.deployer, ...stock.neighbours, stock.coin];
  return [PEOPLE.attacker, stock.actor, stock.coin, PEOPLE.victim, stock.self];
}

function numbers({ type, name }: AbiInput, stock: Stock): Value[] {
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? 256);
  const top = type.startsWith('u') ? 2n ** bits - 1n : 2n ** (bits - 1n) - 1n;
  const usual = /^(id|index|i|n|count|num)$/i.test(name) ? [0n, 1n, 2n] : [ETHER, 1n, 0n, ATTACKER, 5n * ETHER, 2n];
  const wanted = [...usual, ...stock.numbers, MAX, 2n ** 255n, MAX - ETHER + 1n];
  return [...new Set(wanted.map((one) => (one > top ? top : one)))];
}

function choices(input: AbiInput, stock: Stock, isOurs: boolean): readonly Value[] {
  const { type, components = [] } = input;
  const list = /^(.*)\[(\d*)\]$/.exec(type);
  if (list !== null) {
    const inner = choices({ ...input, type: list[1] ?? '' }, stock, isOurs);
    const length = list[2] === '' ? 2 : Number(list[2]);
    return inner.slice(0, 4).map((one) => Array.from({ length }, () => one));
  }
  if (type === 'tuple') return [components.map((one) => choices(one, stock, isOurs)[0] ?? 0n)];
  if (type === 'address') return addresses(input, stock, isOurs);
  if (type === 'bool') return [true, false];
  if (type === 'bytes') return ['', ...stock.payloads];
  if (type === 'string') return ['61', ...stock.texts];
  if (/^bytes\d+$/.test(type)) return ['00', PEOPLE.attacker.padStart(64, '0'), '01'];
  return numbers(input, stock);
}

/** Argument lists to try: all first choices, then variations of one argument at a time, then of two. */
export function argumentLists(inputs: readonly AbiInput[], stock: Stock, isOurs = true): Value[][] {
  const all = inputs.map((input) => choices(input, stock, isOurs));
  const first = all.map((list) => list[0] ?? 0n);
  const lists: Value[][] = [first];
  for (let depth = 1; depth < 16; depth += 1)
    all.forEach((list, at) => {
      const value = list[depth];
      if (value !== undefined) lists.push(first.map((one, place) => (place === at ? value : one)));
    });
  for (let at = 0; at + 1 < all.length; at += 1)
    for (const a of (all[at] ?? []).slice(1, 4))
      for (const b of (all[at + 1] ?? []).slice(1, 4))
        lists.push(first.map((one, place) => (place === at ? a : place === at + 1 ? b : one)));
  return lists.slice(0, VARIANTS_MAX);
}
