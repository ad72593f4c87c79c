import type { AuditPool } from '@assay/audit/node';
import { toEngineBundle } from '../submissions/index.ts';
import type { Examine } from './examination.service.ts';

/** Asks the engine about the sealed bytes of a submission. */
export function createExamine(audit: AuditPool['audit']): Examine {
  return async ({ input, files }) => {
    try {
      const { report } = await audit(toEngineBundle(input, files));
      return { kind: 'report', report };
    } catch (error) {
      // By name: the class itself would bring the whole engine into this process.
      if (error instanceof Error && error.name === 'AuditFault') return { kind: 'fault', reason: error.message };
      throw error;
    }
  };
}
