/**
 * Serialises the world: a length word, a JSON header, the used part of every column, and the SHA-256 of all that. This
 * digest is the state hash, so unused capacity does not affect it. States saved before the digest existed have format 0
 * and end with the columns.
 */
import { createHash } from 'node:crypto';
import { type ColumnArray, type ColumnSpec, makeColumn } from './columns.ts';
import { KernelFault } from './fault.ts';
import { TABLES, type TableName } from './layout.ts';
import type { WorldParams } from './params.ts';
import type { Side } from './side.ts';
import { emptyWorld, KERNEL_VERSION, type Nation, rebuildLists, type World } from './state.ts';

type Header = {
  version: number;
  params: WorldParams;
  seed: number;
  luck: number;
  tick: number;
  chainHash: string;
  rows: { [Name in TableName]: number };
  nation: Nation;
  side: Side;
};

const ALIGNMENT = 8;
const LENGTH_BYTES = 8;
/** The offset of the format: the second half of the length word, formerly 0. */
const FORMAT_AT = 4;
const WITH_DIGEST = 1;
const DIGEST_BYTES = 32;
const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
const TABLE_NAMES = Object.keys(TABLES) as TableName[];

function* columnsOf(w: World): Generator<{ table: TableName; name: string; spec: ColumnSpec; values: ColumnArray }> {
  for (const table of TABLE_NAMES) {
    for (const [name, spec] of Object.entries(TABLES[table] as Record<string, ColumnSpec>)) {
      yield { table, name, spec, values: (w[table] as Record<string, ColumnArray>)[name] as ColumnArray };
    }
  }
}

const used = (w: World, table: TableName, spec: ColumnSpec, values: ColumnArray): Uint8Array =>
  new Uint8Array(values.buffer, 0, w.rows[table] * spec.width * values.BYTES_PER_ELEMENT);

export function save(w: World): Uint8Array<ArrayBuffer> {
  const body = toBody(w);
  const bytes = new Uint8Array(body.length + DIGEST_BYTES);
  bytes.set(body);
  bytes.set(digestOf(body), body.length);
  new DataView(bytes.buffer).setUint32(FORMAT_AT, WITH_DIGEST, true);
  return bytes;
}

function toBody(w: World): Uint8Array<ArrayBuffer> {
  const header: Header = {
    version: KERNEL_VERSION,
    params: w.params,
    seed: w.seed,
    luck: w.luck,
    tick: w.tick,
    chainHash: w.chainHash,
    rows: w.rows,
    nation: w.nation,
    side: w.side,
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  let size = LENGTH_BYTES + padded(head.length);
  for (const { table, spec, values } of columnsOf(w)) size += padded(used(w, table, spec, values).length);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, LENGTH_BYTES);
  let place = LENGTH_BYTES + padded(head.length);
  for (const { table, spec, values } of columnsOf(w)) {
    const part = used(w, table, spec, values);
    bytes.set(part, place);
    place += padded(part.length);
  }
  return bytes;
}

/** Throws KernelFault for another version, and for damaged bytes if they carry a digest. */
export const load = (bytes: Uint8Array): World => fromBody(openBody(bytes));

/** The state without its digest. Throws when the digest does not match. */
function openBody(bytes: Uint8Array): Uint8Array {
  if (bytes.length < LENGTH_BYTES) throw new KernelFault('state', 'the state is empty');
  const format = new DataView(bytes.buffer, bytes.byteOffset).getUint32(FORMAT_AT, true);
  if (format === 0) return bytes;
  if (format !== WITH_DIGEST) throw new KernelFault('state', `the state has the unknown format ${format}`);
  const body = new Uint8Array(bytes.subarray(0, -DIGEST_BYTES)); // a copy: `slice` of a Buffer shares its memory
  if (body.length < LENGTH_BYTES) throw new KernelFault('state', 'the state ends before its digest');
  new DataView(body.buffer).setUint32(FORMAT_AT, 0, true);
  if (!digestOf(body).equals(bytes.subarray(-DIGEST_BYTES)))
    throw new KernelFault('state', 'the state is damaged: its digest is not that of its bytes');
  return body;
}

/** The hash of a saved state. Throws KernelFault for damaged bytes. */
export const hashOfSaved = (bytes: Uint8Array): string => digestOf(openBody(bytes)).toString('hex');

function fromBody(bytes: Uint8Array): World {
  const header = readHeader(bytes);
  if (header.version !== KERNEL_VERSION) {
    throw new KernelFault('version', `the state was written by kernel ${header.version}, this is ${KERNEL_VERSION}`);
  }
  const w = emptyWorld(Object.freeze(header.params), header.seed, { ...header.rows });
  w.luck = header.luck;
  w.tick = header.tick;
  w.chainHash = header.chainHash;
  w.rows = header.rows;
  w.nation = header.nation;
  w.side = header.side;
  let place = LENGTH_BYTES + padded(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true));
  for (const { table, name, spec } of columnsOf(w)) {
    const values = makeColumn(spec, w.rows[table]);
    const length = values.byteLength;
    if (place + length > bytes.length) throw new KernelFault('state', 'the state ends before its columns do');
    new Uint8Array(values.buffer).set(bytes.subarray(place, place + length));
    (w[table] as Record<string, ColumnArray>)[name] = values;
    place += padded(length);
  }
  if (place !== bytes.length) throw new KernelFault('state', 'the state goes on after its columns');
  rebuildLists(w);
  return w;
}

function readHeader(bytes: Uint8Array): Header {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  try {
    return JSON.parse(text) as Header;
  } catch {
    throw new KernelFault('state', 'the state has no readable header');
  }
}

export const sha256 = (...parts: readonly (Uint8Array | string)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const digestOf = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest();

/** SHA-256 of everything that determines the future. */
export const stateHash = (w: World): string => digestOf(toBody(w)).toString('hex');

/** A deep copy. */
export const clone = (w: World): World => fromBody(toBody(w));

const firstByte = new Uint8Array(Uint16Array.of(1).buffer)[0];
if (firstByte !== 1) throw new KernelFault('host', 'the world runs on little-endian machines only');
