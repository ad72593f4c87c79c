/** Wires the audit engine: one pool of review processes, started at the first use. */
import { type AuditPool, createAuditPool } from '@assay/audit/node';

/** A process that never reviews anything never starts one. */
export function composeAudit({ givesWay = false }: { readonly givesWay?: boolean } = {}) {
  let pool: AuditPool | undefined;
  const open = (): AuditPool => {
    pool ??= createAuditPool({ isSandboxed: true, givesWay });
    return pool;
  };
  return {
    /** With the sandbox, unless told otherwise. Rejects when the engine fails or takes too long; never a verdict. */
    audit: (...given: Parameters<AuditPool['audit']>): ReturnType<AuditPool['audit']> => open().audit(...given),
    /** The samples of a rule pack, run as reviews are. */
    checkPack: (pack: string): ReturnType<AuditPool['checkPack']> => open().checkPack(pack),
    /** Whether what lies on a chain was made from the sources of a bundle. */
    compareDeployed: (...given: Parameters<AuditPool['compareDeployed']>): ReturnType<AuditPool['compareDeployed']> =>
      open().compareDeployed(...given),
    stop(): void {
      pool?.close();
    },
  };
}
export type Audit = ReturnType<typeof composeAudit>;
