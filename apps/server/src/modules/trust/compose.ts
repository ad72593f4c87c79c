/** Wires the trust root: its publication, its renewal, and the command that rotates keys. */
import { routes as declared, type RandomBytes, type Signer } from '@assay/protocol';
import type { DeriveKey } from '../../platform/auth/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { openTrustStores } from './index.ts';
import { createTrustRoots, type TrustTransaction } from './trust-roots.service.ts';

type Needs = {
  readonly webhookSigner: Parameters<typeof createTrustRoots>[0]['webhookSigner'];
  readonly logSigner: Parameters<typeof createTrustRoots>[0]['logSigner'];
  readonly baseUrl: string;
};

const toUrl = (baseUrl: string) => (version: number) => `${baseUrl}${declared.readTrustRoot.path}?version=${version}`;

export function composeTrust(
  platform: PlatformServices<TrustTransaction>,
  { webhookSigner, logSigner, baseUrl }: Needs,
) {
  const { stores, inTransaction, random, clock } = platform;
  const urlOf = toUrl(baseUrl);
  const roots = createTrustRoots({
    store: stores.trust,
    inTransaction,
    webhookSigner,
    logSigner,
    urlOf,
    random,
    clock,
  });
  return { roots, repeating: [{ name: 'trust.renew', everyMinutes: 1_440, run: roots.renew }] };
}

type Beside = Needs & {
  readonly signer: Signer;
  readonly deriveKey: DeriveKey;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** For the command line, while the service may be running: it reads the newest keys whenever it signs. */
export async function rotateKeys(db: Database, atOnce: boolean, needs: Beside) {
  const { webhookSigner, logSigner, baseUrl, random, clock } = needs;
  const open = openTrustStores(needs);
  const roots = createTrustRoots({
    store: open(db).trust,
    inTransaction: (work) => db.transaction((handle) => work(open(handle))),
    webhookSigner,
    logSigner,
    urlOf: toUrl(baseUrl),
    random,
    clock,
  });
  await roots.open();
  return roots.rotate(atOnce);
}
