import { AuditFault } from '@assay/audit';
import { type Audit, composeAudit } from '../compose-audit.ts';
import { createReadingThreads, type ReadingThreads } from '../modules/submissions/compose.ts';

let shared: Audit | undefined;
let threads: ReadingThreads | undefined;

/**
 * The engine with processes that all servers of a run share: each takes a second to start and keeps no state. A
 * borrower can stop it like its own engine.
 */
export function borrowAudit(): Audit {
  shared ??= composeAudit();
  const { audit, checkPack, compareDeployed } = shared;
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => undefined); // most servers stop without pending work
  const untilEnd = <T>(work: Promise<T>): Promise<T> => Promise.race([work, end.promise]);
  return {
    audit: (...given) => untilEnd(audit(...given)),
    checkPack: (pack) => untilEnd(checkPack(pack)),
    compareDeployed: (...given) => untilEnd(compareDeployed(...given)),
    stop: () => end.reject(new AuditFault('The pool was closed.')),
  };
}

/**
 * The thread that reads submitted texts is shared like the engine, and a borrower cannot stop it. The thread for previews
 * has a low priority, with which it would delay the end of a busy worker.
 */
export function borrowReadingThreads(): ReadingThreads {
  threads ??= createReadingThreads();
  return { ...createReadingThreads(), submissions: threads.submissions };
}
