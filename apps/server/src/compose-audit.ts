/** Wires the audit engine: one pool of reviewing processes, started by whoever asks first. */
import { type AuditPool, createAuditPool } from '@assay/audit/node';

/** A process that never reviews anything never starts one. */
export function composeAudit() {
  let pool: AuditPool | undefined;
  return {
    /** With the sandbox. Rejects when the engine fails or takes too long; that is never a verdict. */
    audit: (bundle: Parameters<AuditPool['audit']>[0]): ReturnType<AuditPool['audit']> => {
      pool ??= createAuditPool({ isSandboxed: true });
      return pool.audit(bundle);
    },
    stop(): void {
      pool?.close();
    },
  };
}
export type Audit = ReturnType<typeof composeAudit>;
