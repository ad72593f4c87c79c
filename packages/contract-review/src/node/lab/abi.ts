import type { AbiInput } from '@assay/analysis/types/contract-lab';

/** Argument values: numbers and addresses, texts and bytes as hexadecimal, lists of these. */
export type Value = bigint | boolean | string | readonly Value[];

const WORD = 64;
const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(WORD, '0');
const padRight = (hex: string): string => hex.padEnd(Math.ceil(hex.length / WORD) * WORD, '0');

const listOf = (type: string): { base: string; length: number | null } | undefined => {
  const [, base, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  return base === undefined ? undefined : { base, length: length === '' ? null : Number(length) };
};

function isDynamic({ type, components = [] }: AbiInput): boolean {
  if (type === 'bytes' || type === 'string') return true;
  const list = listOf(type);
  if (list !== undefined) return list.length === null || isDynamic({ name: '', type: list.base, components });
  return type === 'tuple' && components.some(isDynamic);
}

function encodeOne(input: AbiInput, value: Value): string {
  const { type, components = [] } = input;
  const list = listOf(type);
  if (list !== undefined) {
    const items = Array.isArray(value) ? value : [];
    const body = encodeAll(
      items.map(() => ({ name: '', type: list.base, components })),
      items,
    );
    return list.length === null ? word(BigInt(items.length)) + body : body;
  }
  if (type === 'tuple') return encodeAll(components, Array.isArray(value) ? value : []);
  if (type === 'bytes' || type === 'string') {
    const hex = String(value);
    return word(BigInt(hex.length / 2)) + padRight(hex);
  }
  if (typeof value === 'boolean') return word(value ? 1n : 0n);
  if (typeof value === 'bigint') return word(value);
  return /^bytes\d+$/.test(type) ? String(value).padEnd(WORD, '0').slice(0, WORD) : String(value).padStart(WORD, '0');
}

/** Encodes heads first, then the dynamic tails, as the ABI specifies. */
export function encodeAll(inputs: readonly AbiInput[], values: readonly Value[]): string {
  const parts = inputs.map((input, at) => ({ isLate: isDynamic(input), hex: encodeOne(input, values[at] ?? 0n) }));
  const head = parts.reduce((sum, { isLate, hex }) => sum + (isLate ? WORD : hex.length), 0);
  let offset = head / 2;
  let heads = '';
  let tails = '';
  for (const { isLate, hex } of parts) {
    heads += isLate ? word(BigInt(offset)) : hex;
    if (!isLate) continue;
    tails += hex;
    offset += hex.length / 2;
  }
  return heads + tails;
}

export const signatureOf = ({ name = '', inputs = [] }: { name?: string; inputs?: readonly AbiInput[] }): string =>
  `${name}(${inputs.map(typeText).join(',')})`;

const typeText = ({ type, components = [] }: AbiInput): string =>
  type.startsWith('tuple') ? `(${components.map(typeText).join(',')})${type.slice(5)}` : type;
