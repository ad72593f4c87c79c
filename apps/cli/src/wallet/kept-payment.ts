import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type SignedPayment = {
  readonly header: string;
  /** The list of readers in the paid request, which the next attempt repeats. */
  readonly readersSha256: string | undefined;
};

/** A signed payment that waits for the service's answer. */
export type KeptPayment = {
  readonly read: () => SignedPayment | undefined;
  readonly write: (payment: SignedPayment) => void;
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
        const found = /^([A-Za-z0-9+/=]+)(?:\n([0-9a-f]{64}))?$/.exec(readFileSync(path, 'utf8'));
        const [, header, readersSha256] = found ?? [];
        return header === undefined ? undefined : { header, readersSha256 };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write: ({ header, readersSha256 }) => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, readersSha256 === undefined ? header : `${header}\n${readersSha256}`, { mode: 0o600 });
    },
    remove: () => rmSync(path, { force: true }),
  };
}
