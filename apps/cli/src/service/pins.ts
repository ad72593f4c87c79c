import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  AssayError,
  createClient,
  parseTrustRoot,
  platformEd25519,
  type RootStore,
  requireCurrent,
  TRUST_ROOT_PATH,
  type TrustRoot,
} from '@assay/client';
import { fileStores } from '@assay/client/node';
import { canonicalBytes } from '@assay/protocol/canonical-json';
import { UsageError } from '../exit-codes.ts';
import { toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { trim } from './address.ts';

/** The user's stored data about one service: first verifications, its feed and its pinned keys. */
export function memoryOf({ config }: Pick<Terminal, 'config'>, url: string) {
  const name = createHash('sha256').update(url).digest('hex').slice(0, 16);
  return fileStores(join(config.stateDir, `memory-${name}.json`));
}

/** The digest by which people compare two trust roots. */
export const digestOfRoot = (document: unknown): string =>
  createHash('sha256').update(canonicalBytes(document)).digest('hex');

export const adviceFor = (url: string): string =>
  `${url} was pinned at its first response, and it now shows different keys: another program may respond at this address. If the operator of the service confirms the change, accept it with: assay config pin ${url}`;

/** Announces once that the keys of a service come from the service itself. */
export function announced(root: RootStore, url: string, { err }: Pick<Terminal, 'err'>): RootStore {
  return {
    get: root.get,
    async set(document) {
      const isFirst = (await root.get()) === undefined;
      await root.set(document);
      if (isFirst)
        err(
          `assay: ${toSafeText(url)} was not pinned. From now on, only the keys that it shows now are accepted (trust root sha256 ${digestOfRoot(document)}). Compare the digest with the one that its operator publishes: assay config pin\n`,
        );
    },
  };
}

/** For hooks. Variables that a project sets can choose who answers at the address, so a hook learns no keys. */
export const onlyPinned = (root: RootStore, url: string): RootStore => ({
  ...root,
  async get() {
    const kept = await root.get();
    if (kept === undefined)
      throw new AssayError(
        'trust_root',
        `${url} is not pinned, and a hook does not pin keys itself. Pin it: assay config pin ${url}`,
      );
    return kept;
  },
});

export type Pinned = { readonly before: string | undefined; readonly now: string; readonly root: TrustRoot };

/** Pins the keys that the service currently presents, replacing any earlier pin. */
export async function pinService(terminal: Terminal, url: string): Promise<Pinned> {
  const base = trim(url);
  const store = memoryOf(terminal, base).root;
  const document = await clientOf(base).http.get(TRUST_ROOT_PATH);
  const root = requireCurrent(await parseTrustRoot(document, platformEd25519), Date.now());
  const kept = await store.get();
  await store.set(root.document);
  return { before: kept === undefined ? undefined : digestOfRoot(kept), now: digestOfRoot(root.document), root };
}

export const unpinService = (terminal: Terminal, url: string): Promise<void> =>
  memoryOf(terminal, trim(url)).root.set(undefined);

function clientOf(baseUrl: string) {
  try {
    return createClient({ baseUrl });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
