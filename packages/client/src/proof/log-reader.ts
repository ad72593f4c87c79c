import { findBase64, toBase64 } from '@assay/protocol/base64';
import { canonicalize } from '@assay/protocol/canonical-json';
import {
  findEntries,
  type Hash,
  hashLeaf,
  isSameHash,
  NoteError,
  type NoteKey,
  openNote,
  openTree,
  parseCheckpoint,
  TILE_WIDTH,
  toTilePath,
  verifyNoteSignatures,
} from '@assay/protocol/log';
import { fillPath } from '@assay/protocol/route';
import { type Http, readBounded } from '../http.ts';
import { platformEd25519, type VerifySignature } from '../keys.ts';
import { AssayError } from '../reasons.ts';
import * as ROUTES from '../routes.generated.ts';
import { type Dict, isCount, isDict, isText } from '../shape.ts';
import { type LogLeaf, readLeaf } from './leaf.ts';
import { findQuorum, readPolicy, type WitnessPolicy } from './witness-policy.ts';

export const LOG_READ_LIMITS = {
  noteBytesMax: 65_536,
  bundleBytesMax: 256 * 65_537,
  /** The limit for one run. The signed size is only a claim, so leaves are requested bundle by bundle. */
  leavesMax: 20_000_000,
} as const;

export type LogEntry = { readonly leafIndex: number; readonly leaf: LogLeaf };
/** The position of a reader, stored between runs so that the next one continues from a proven tree. */
export type FollowedLog = {
  readonly origin: string;
  readonly size: number;
  /** The right edge of the tree in base64, lowest level first. */
  readonly edge: readonly (readonly string[])[];
};

type Needs = {
  readonly http: Pick<Http, 'send'>;
  /** The key of the log, from a source other than the log. */
  readonly key: NoteKey;
  readonly witnesses?: WitnessPolicy;
  readonly now?: () => number;
  readonly verifySignature?: VerifySignature;
  readonly hash?: Hash;
};

/** The initial state, or a stored one. Throws AssayError if it is damaged. */
export function openLogState(value: unknown, origin: string): FollowedLog {
  if (value === undefined) return { origin, size: 0, edge: [] };
  const isValidShape = isDict(value) && value.origin === origin && isCount(value.size) && Array.isArray(value.edge);
  const edge = isValidShape ? (value.edge as unknown[]) : [];
  const isEdge = edge.every(
    (level) => Array.isArray(level) && level.every((hash) => isText(hash) && findBase64(hash)?.length === 32),
  );
  if (!isValidShape || !isEdge)
    throw new AssayError('log_inconsistent', `The stored state of the log ${origin} is damaged.`);
  return value as unknown as FollowedLog;
}

/** Reads a log from the stored position and accepts only leaves that lead to a signed checkpoint. */
export function createLogReader({ http, key, witnesses, now = Date.now, hash, ...needs }: Needs) {
  const policy = readPolicy(witnesses);
  const verify = needs.verifySignature ?? platformEd25519;
  const check = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
    verify(new Uint8Array(publicKey), message, signature);

  async function read(path: string, bytesMax: number): Promise<Uint8Array> {
    const answer = await http.send(path, { headers: { accept: '*/*' } }).catch((cause: unknown) => {
      throw new AssayError('unreachable', `The log cannot be reached (${path}).`, { cause });
    });
    if (answer.status !== 200) throw new AssayError('unreachable', `The log returned ${answer.status} for ${path}.`);
    return readBounded(answer, bytesMax).catch((cause: unknown) => {
      if (cause instanceof AssayError) throw cause;
      throw new AssayError('unreachable', `The response of the log was incomplete (${path}).`, { cause });
    });
  }

  /** The newest checkpoint, signed by the log and by the required number of witnesses. */
  async function checkpoint() {
    const note = new TextDecoder('utf-8', { fatal: true }).decode(
      await read(ROUTES.readCheckpoint.path, LOG_READ_LIMITS.noteBytesMax),
    );
    try {
      const parsed = parseCheckpoint(note);
      if (parsed.origin !== key.name)
        throw new AssayError('log_origin', `The checkpoint is from ${parsed.origin}, not from ${key.name}.`);
      await openNote(note, [key], check);
      const quorum = findQuorum(await verifyNoteSignatures(parsed.note, policy.keys, check), policy, now());
      return { ...parsed, text: note, witnesses: quorum.map((one) => one.key.name) };
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      throw new AssayError('log_signature', error.message, { cause: error });
    }
  }

  async function entries(index: number, width: number): Promise<Uint8Array[]> {
    const path = toTilePath({ level: 'entries', index, width });
    const [level = '', ...rest] = path.split('/');
    const bytes = await read(
      fillPath(ROUTES.readTile.path, { level, path: rest.join('/') }),
      LOG_READ_LIMITS.bundleBytesMax,
    );
    const found = findEntries(bytes, width);
    if (found === undefined) throw new AssayError('bad_answer', `The entries ${path} cannot be read.`);
    return found;
  }

  /**
   * Yields every leaf since `from` and returns the state to store. Leaves are yielded before the checkpoint is
   * compared, so a caller must not act on them before the end, which throws when the leaves do not match the signed
   * tree.
   */
  async function* follow(from: FollowedLog): AsyncGenerator<LogEntry, FollowedLog & { readonly checkpoint: string }> {
    const head = await checkpoint();
    if (head.size < from.size)
      throw new AssayError(
        'log_inconsistent',
        `The number of leaves fell from ${from.size} to ${head.size}: the log was rolled back.`,
      );
    if (head.size - from.size > LOG_READ_LIMITS.leavesMax)
      throw new AssayError(
        'bad_answer',
        `The log has ${head.size} leaves. One run reads at most ${LOG_READ_LIMITS.leavesMax} new leaves.`,
      );
    const edge = from.edge.map((level) => level.map((text) => findBase64(text) ?? new Uint8Array()));
    const tree = openTree(edge, hash);
    const kept = edge.map((level) => [...level]);
    while (tree.size() < head.size) {
      const index = Math.floor(tree.size() / TILE_WIDTH);
      const width = Math.min(TILE_WIDTH, head.size - index * TILE_WIDTH);
      const bundle = await entries(index, width);
      for (const entry of bundle.slice(tree.size() - index * TILE_WIDTH)) {
        const leafIndex = tree.size();
        grow(kept, hashLeaf(entry, hash), tree.append(hashLeaf(entry, hash)));
        yield { leafIndex, leaf: parseLeaf(entry, leafIndex) };
      }
    }
    if (!isSameHash(tree.root(), head.root))
      throw new AssayError(
        'log_inconsistent',
        `The ${head.size} leaves differ from those of the signed tree: a split view, or a rewritten leaf.`,
      );
    return { origin: key.name, size: head.size, edge: kept.map((level) => level.map(toBase64)), checkpoint: head.text };
  }

  return { checkpoint, follow };
}
export type LogReader = ReturnType<typeof createLogReader>;

/** The edge of the tree after one more leaf. */
function grow(
  edge: Uint8Array[][],
  leafHash: Uint8Array,
  completed: readonly { level: number; root: Uint8Array }[],
): void {
  edge[0] = [...(edge[0] ?? []), leafHash];
  for (const { level, root } of completed) {
    edge[level] = [];
    edge[level + 1] = [...(edge[level + 1] ?? []), root];
  }
}

function parseLeaf(entry: Uint8Array, leafIndex: number): LogLeaf {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(entry);
    const leaf = readLeaf(JSON.parse(text) as Dict);
    if (canonicalize(leaf) === text) return leaf;
  } catch (cause) {
    throw new AssayError('log_leaf', `Leaf ${leafIndex} cannot be read.`, { cause });
  }
  throw new AssayError('log_leaf', `Leaf ${leafIndex} is not in canonical form.`);
}
