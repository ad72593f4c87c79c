import type { AuditPool } from '@assay/audit/node';
import type { KnownFindings } from '../council/index.ts';

type Deps = {
  readonly audit: AuditPool['audit'];
  readonly knownOf: (submissionId: string) => Promise<KnownFindings | undefined>;
};

/** An audit of nothing returns the digest of the current rules. */
const NOTHING = { productType: 'SKILL', files: [], source: { url: '', ref: '' } } as const;

/** The digest of the current rules, and of the rules of a submission's last decided round. */
export const createRulesets = ({ audit, knownOf }: Deps) => ({
  current: async (): Promise<string> => (await audit(NOTHING, { isSandboxed: false })).report.ruleset.digest,
  ofLastRound: async (submissionId: string): Promise<string | undefined> =>
    (await knownOf(submissionId))?.rulesetDigest,
});
