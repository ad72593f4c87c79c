/** Wires the audit engine: one pool of reviewing processes, started by whoever asks first. */
import { type AuditPool, createAuditPool } from '@assay/audit/node';

/** A process that never reviews anything never starts one. */
export function composeAudit() {
  let pool: AuditPool | undefined;
  return {
    /** With the sandbox, unless told otherwise. Rejects when the engine fails or takes too long; never a verdict. */
    audit: (...given: Parameters<AuditPool['audit']>): ReturnType<AuditPool['audit']> => {
      pool ??= createAuditPool({ isSandboxed: true });
      return pool.audit(...given);
    },
    stop(): void {
      pool?.close();
    },
  };
}
export type Audit = ReturnType<typeof composeAudit>;
