import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A signed payment that waits for the service's answer. */
export type KeptPayment = {
  readonly read: () => string | undefined;
  readonly write: (header: string) => void;
  readonly remove: () => void;
};

/**
 * The payment for one request to one service. It stays on disk until its answer is known, so that no second payment is
 * signed for the request.
 */
export function keptPayment(stateDir: string, url: string, body: object): KeptPayment {
  const digest = createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('hex');
  const path = join(stateDir, 'payments', digest);
  return {
    read: () => {
      try {
        return /^[A-Za-z0-9+/=]+$/.exec(readFileSync(path, 'utf8'))?.[0];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write: (header) => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, header, { mode: 0o600 });
    },
    remove: () => rmSync(path, { force: true }),
  };
}
