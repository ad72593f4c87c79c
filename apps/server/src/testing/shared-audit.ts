import { AuditFault } from '@assay/audit';
import { type Audit, composeAudit } from '../compose-audit.ts';

let shared: Audit | undefined;

/**
 * The engine, whose processes are shared by all servers of a run: they take a second each to start, and keep nothing of those
 * they worked for. To the server that borrows it, it ends like one of its own.
 */
export function borrowAudit(): Audit {
  shared ??= composeAudit();
  const { audit, checkPack, compareDeployed } = shared;
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => undefined); // most servers end while nobody waits
  const untilEnd = <T>(work: Promise<T>): Promise<T> => Promise.race([work, end.promise]);
  return {
    audit: (...given) => untilEnd(audit(...given)),
    checkPack: (pack) => untilEnd(checkPack(pack)),
    compareDeployed: (...given) => untilEnd(compareDeployed(...given)),
    stop: () => end.reject(new AuditFault('The pool was closed.')),
  };
}
