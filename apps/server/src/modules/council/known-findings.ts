import { toRunIdentity } from '@assay/protocol';
import { unpackReport } from './reports.ts';
import type { RoundStore } from './rounds.store.ts';

export type KnownFindings = { readonly fingerprints: ReadonlySet<string>; readonly rulesetDigest: string };

/** The findings of the last decided round of a submission; undefined if the engine has never reported on it. */
export const createKnownFindings =
  (rounds: Pick<RoundStore, 'findDecidedReport'>) =>
  async (submissionId: string): Promise<KnownFindings | undefined> => {
    const stored = await rounds.findDecidedReport(submissionId);
    if (stored === undefined) return undefined;
    const report = unpackReport(stored);
    return {
      fingerprints: new Set(report.findings.map(({ fingerprint }) => fingerprint)),
      rulesetDigest: toRunIdentity(report).rulesetDigest,
    };
  };
