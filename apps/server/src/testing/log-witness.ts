import { openWitness, serveWitness } from '@assay/client/node';
import { createNoteKey, createSigner, NOTE_KEY_TYPES, type NoteKey } from '@assay/protocol';
import { logSigner } from '../modules/transparency/index.ts';
import { keyDerivation } from '../platform/auth/index.ts';
import { SERVICE_SEED } from './service-seed.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export const TEST_ORIGIN = 'assay.localhost/api/v1/public/transparency';

/** The log key of every test server. */
export function testLogKey(origin = TEST_ORIGIN): NoteKey {
  const { publicKey } = logSigner(keyDerivation(createSigner(SERVICE_SEED)));
  return createNoteKey(origin, NOTE_KEY_TYPES.ed25519, publicKey);
}

/** A real witness on a loopback port with its own store. */
export async function startWitness(name: string, { now = Date.now }: { now?: () => number } = {}) {
  const folder = await createTemporaryFolder();
  const witness = await openWitness({ home: folder.path, name, logs: [testLogKey()], now });
  const server = await serveWitness(witness, { port: 0 });
  return {
    home: folder.path,
    url: server.url,
    verifierKey: witness.verifierKey,
    /** The witness's entry in a service's configuration. */
    entry: { key: witness.verifierKey, url: server.url },
    addCheckpoint: witness.addCheckpoint,
    async close(): Promise<void> {
      await server.close();
      await witness.close();
      await folder.remove();
    },
  };
}
