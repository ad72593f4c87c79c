/** Wires the audit engine: one pool of review processes, started on first use. */
import { type AuditPool, createAuditPool } from '@assay/audit/node';

/** A process that reviews nothing never starts the pool. */
export function composeAudit({ givesWay = false }: { readonly givesWay?: boolean } = {}) {
  let pool: AuditPool | undefined;
  const open = (): AuditPool => {
    pool ??= createAuditPool({ isSandboxed: true, givesWay });
    return pool;
  };
  return {
    /** Runs with the sandbox by default. Rejects when the engine fails or times out, and never turns that into a verdict. */
    audit: (...given: Parameters<AuditPool['audit']>): ReturnType<AuditPool['audit']> => open().audit(...given),
    /** Runs the samples of a rule pack in the same sandbox as a review. */
    checkPack: (pack: string): ReturnType<AuditPool['checkPack']> => open().checkPack(pack),
    /** Checks whether deployed bytecode was compiled from the sources of a bundle. */
    compareDeployed: (...given: Parameters<AuditPool['compareDeployed']>): ReturnType<AuditPool['compareDeployed']> =>
      open().compareDeployed(...given),
    stop(): void {
      pool?.close();
    },
  };
}
export type Audit = ReturnType<typeof composeAudit>;
