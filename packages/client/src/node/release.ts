import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { platformEd25519 } from '../keys.ts';
import { AssayError } from '../reasons.ts';
import { isDict, isSha256, isText } from '../shape.ts';
import { openEnvelope } from '../statement.ts';

/** The signed statement in a release folder. It lists every other file there. */
export const PROVENANCE_FILE = 'provenance.intoto.json';
export const PROVENANCE_PREDICATE_TYPE = 'https://slsa.dev/provenance/v1';

const PROVENANCE_BYTES_MAX = 1_048_576;
const FILES_MAX = 1_000;

export type ProvenRelease = {
  readonly version: string;
  readonly commit: string;
  readonly files: readonly string[];
  readonly keyIds: readonly string[];
};

/** Checks that a trusted key signed every file of the folder as part of one release, and that none is missing. Throws AssayError. */
export async function verifyRelease(folder: string, keys: readonly Uint8Array<ArrayBuffer>[]): Promise<ProvenRelease> {
  const { body, keyIds } = await openEnvelope(readProvenance(folder), keys, platformEd25519);
  const { version, commit, subjects } = readStatement(body);
  const here = readdirSync(folder).filter((name) => name !== PROVENANCE_FILE);
  if (here.length > FILES_MAX) throw new AssayError('extra_file', `${folder} has more than ${FILES_MAX} files.`);
  for (const name of here) {
    const signed = subjects.get(name);
    if (signed === undefined) throw new AssayError('extra_file', `${name} is not a file of the release.`);
    if (!lstatSync(join(folder, name)).isFile()) throw new AssayError('changed_file', `${name} is not a regular file.`);
    if ((await hashFile(join(folder, name))) !== signed)
      throw new AssayError('changed_file', `${name} differs from the released file.`);
  }
  const missing = [...subjects.keys()].find((name) => !here.includes(name));
  if (missing !== undefined) throw new AssayError('missing_file', `${missing} is part of the release, but is missing.`);
  return { version, commit, files: here.sort(), keyIds };
}

function readProvenance(folder: string): unknown {
  const path = join(folder, PROVENANCE_FILE);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > PROVENANCE_BYTES_MAX)
    throw new AssayError('statement_signature', `${folder} has no ${PROVENANCE_FILE}: it is not a signed release.`);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new AssayError('statement_signature', `${PROVENANCE_FILE} is not JSON.`, { cause });
  }
}

type Read = { version: string; commit: string; subjects: ReadonlyMap<string, string> };

function readStatement(body: Uint8Array): Read {
  const misfit = (detail: string): AssayError => new AssayError('statement_mismatch', detail);
  const statement: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  if (!isDict(statement) || statement.predicateType !== PROVENANCE_PREDICATE_TYPE || !Array.isArray(statement.subject))
    throw misfit('The statement is not the provenance of a release.');
  const subjects = new Map<string, string>();
  for (const each of statement.subject as unknown[]) {
    if (!isDict(each) || !isText(each.name) || !isDict(each.digest) || !isSha256(each.digest.sha256))
      throw misfit('A subject of the statement cannot be read.');
    if (subjects.has(each.name)) throw misfit(`The statement names ${each.name} twice.`);
    subjects.set(each.name, String(each.digest.sha256));
  }
  const { version, commit } = readParameters(statement.predicate);
  if (!isText(version) || !isText(commit)) throw misfit('The statement does not name version and commit.');
  return { version, commit, subjects };
}

function readParameters(predicate: unknown): { version?: unknown; commit?: unknown } {
  const definition = isDict(predicate) ? predicate.buildDefinition : undefined;
  const parameters = isDict(definition) ? definition.externalParameters : undefined;
  return isDict(parameters) ? { version: parameters.version, commit: parameters.commit } : {};
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
