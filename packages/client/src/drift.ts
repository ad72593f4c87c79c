import { toLineFeeds } from '@assay/protocol/line-endings';
import { bundleSha256, sha256Hex } from './digest.ts';
import { AssayError, type Reason, reason } from './reasons.ts';
import type { VerifyRecord } from './record.ts';
import { type Dict, isCount, isDict, isSha256, isText } from './shape.ts';

/** A local file. `path` is relative to the folder of the skill, with `/`. */
export type LocalFile = { readonly path: string; readonly bytes: Uint8Array };

export type FileState = 'same' | 'line_endings' | 'changed' | 'missing' | 'extra' | 'unreadable';
export type DriftFile = {
  readonly path: string;
  readonly state: FileState;
  readonly certifiedSha256: string | null;
  readonly localSha256: string | null;
};
/** The differences between a certified bundle and a folder, file by file. */
export type Drift = { readonly isSame: boolean; readonly files: readonly DriftFile[] };

export type CertifiedFile = { readonly path: string; readonly size: number; readonly sha256: string };
export type Integrity = {
  readonly entry: string;
  readonly entrySha256: string;
  readonly rawSha256: string;
  readonly bundleSha256: string;
  readonly files: readonly CertifiedFile[];
};

/** The certified digests. Checks that the file list hashes to the bundle digest of this record. */
export async function readIntegrity(record: VerifyRecord, body: unknown): Promise<Integrity> {
  if (!isDict(body) || !isIntegrity(body))
    throw new AssayError('bad_answer', 'The list of certified files cannot be read.');
  if (body.certificateId !== record.certificateId || body.payloadHash !== record.payloadHash) {
    throw new AssayError('wrong_certificate', 'The list of files is from a different certificate.');
  }
  if (body.bundleSha256 !== record.bundleSha256 || (await bundleSha256(body.files)) !== record.bundleSha256) {
    throw new AssayError('wrong_digest', 'The list of files differs from the certified list.');
  }
  const entry = findEntry(body);
  if (entry?.sha256 !== body.rawSha256)
    throw new AssayError('wrong_digest', 'The list of certified files does not contain the entry file.');
  return { ...body, entry: entry.path };
}

/** `entry` is a repository path, while files are listed by their path in the certified folder, so a suffix of `entry` names the file. */
function findEntry({ entry, files }: Integrity): CertifiedFile | undefined {
  const parts = entry.split('/');
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  return ends.flatMap((end) => files.filter(({ path }) => path === end))[0];
}

function isIntegrity(body: Dict): body is Dict & Integrity & { certificateId: unknown; payloadHash: unknown } {
  const { entry, entrySha256, rawSha256, bundleSha256: bundle, files } = body;
  return (
    isText(entry) && [entrySha256, rawSha256, bundle].every(isSha256) && Array.isArray(files) && files.every(isFile)
  );
}
const isFile = (file: unknown): file is CertifiedFile =>
  isDict(file) && isText(file.path) && isCount(file.size) && isSha256(file.sha256);

/**
 * Every file of both sides, sorted by path. An additional carriage return can change the meaning of a script, so other
 * line endings count as a difference. If they are the only one, the result says so.
 */
export async function compareFiles(
  local: readonly LocalFile[],
  integrity: Integrity,
  unreadable: readonly string[] = [],
): Promise<Drift> {
  const here = new Map(local.map((file) => [file.path, file.bytes]));
  const certified = new Map(integrity.files.map((file) => [file.path, file.sha256]));
  const paths = new Set([...here.keys(), ...certified.keys(), ...unreadable]);
  const files = await Promise.all(
    [...paths].sort().map(async (path): Promise<DriftFile> => {
      const bytes = here.get(path);
      const certifiedSha256 = certified.get(path) ?? null;
      const localSha256 = bytes ? await sha256Hex(bytes) : null;
      const state = unreadable.includes(path) ? 'unreadable' : toState(certifiedSha256, localSha256);
      const isEntry = state === 'changed' && bytes !== undefined && path === integrity.entry;
      const isLineEndings = isEntry && (await sha256Hex(toLineFeeds(bytes))) === integrity.entrySha256;
      return { path, certifiedSha256, localSha256, state: isLineEndings ? 'line_endings' : state };
    }),
  );
  return { isSame: files.every(({ state }) => state === 'same'), files };
}

function toState(certified: string | null, local: string | null): FileState {
  if (local === null) return 'missing';
  if (certified === null) return 'extra';
  return local === certified ? 'same' : 'changed';
}

const CODES = {
  line_endings: 'changed_file',
  changed: 'changed_file',
  missing: 'missing_file',
  extra: 'extra_file',
  unreadable: 'unreadable_file',
} as const;
const SENTENCES = {
  line_endings: 'differs from the certified file only in its line endings: use the published file without conversion',
  changed: 'differs from the certified file',
  missing: 'was certified, but is missing',
  extra: 'was not certified',
  unreadable: 'cannot be read',
} as const;
const REASONS_MAX = 50;

export const toDriftReasons = ({ files }: Drift): Reason[] =>
  files
    .flatMap(({ path, state }) => (state === 'same' ? [] : [{ path, state }]))
    .slice(0, REASONS_MAX)
    .map(({ path, state }) => reason(CODES[state], `${path} ${SENTENCES[state]}.`));
