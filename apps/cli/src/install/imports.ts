import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import { readUserSettings } from '../service/settings.ts';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { FetchError } from './git.ts';
import { type Lock, writeWhole } from './lock.ts';
import { requireInside } from './place.ts';
import { Audits, type Trusted } from './trusted.ts';

const IMPORT_BYTES_MAX = 4_194_304;
const IMPORTS = '.assay/imports';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const pathOf = (project: string, sha256: string): string => join(project, IMPORTS, `${sha256}.json`);

/** Third-party approvals: a document with `trusted`, such as the assay.lock of another project. */
export function parseAudits(text: string, from: string): Readonly<Record<string, Trusted>> {
  try {
    return Audits.parse(JSON.parse(text)).trusted;
  } catch (error) {
    throw new UsageError(`${from} contains no list of approvals ("trusted", as in assay.lock).`, { cause: error });
  }
}

export function storeImport(project: string, text: string): string {
  const sha256 = digestOf(text);
  requireInside(project, pathOf(project, sha256));
  writeWhole(pathOf(project, sha256), text);
  return sha256;
}

/** Every approval that applies in this project. An import that differs from its pin is an error, not an empty list. */
export function trustedHere(lock: Lock, terminal: Terminal): Record<string, Trusted> {
  const imported = lock.imports.map(({ url, sha256 }) => {
    const text = readImport(terminal.cwd, sha256, url);
    if (digestOf(text) !== sha256)
      throw new UsageError(
        `imports: the stored approvals from ${url} differ from the lock (sha256 ${digestOf(text)}, the lock says ${sha256}).`,
      );
    return parseAudits(text, url);
  });
  return Object.assign({}, ...imported, lock.trusted, readUserSettings(terminal).trusted ?? {});
}

function readImport(project: string, sha256: string, url: string): string {
  try {
    return readRegularText(pathOf(project, sha256), IMPORT_BYTES_MAX);
  } catch (error) {
    throw new UsageError(`imports: the approvals from ${url} are not stored. Run: assay trust import ${url}`, {
      cause: error,
    });
  }
}

const IMPORT_TIMEOUT_MS = 20_000;

/** Fetches over an authenticated connection, without redirects. */
export async function fetchAudits(address: string): Promise<string> {
  const url = URL.parse(address);
  const isLoopback = url !== null && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) || url.username !== '')
    throw new UsageError(`${address} is not a URL from which approvals can be imported. Use https://…`);
  try {
    return await readAnswer(await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(IMPORT_TIMEOUT_MS) }));
  } catch (error) {
    throw new FetchError(`${address} cannot be fetched: ${reasonOf(error as Error)}.`, { cause: error });
  }
}

/** `fetch` says only that it failed; its cause says why. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : message;

async function readAnswer(answer: Response): Promise<string> {
  if (!answer.ok) throw new Error(`the response status is ${answer.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    const part = next.value;
    size += part.length;
    if (size > IMPORT_BYTES_MAX) throw new Error(`it has more than ${IMPORT_BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
