import type { AuditPool } from '@assay/audit/node';
import type { KnownFindings } from '../council/index.ts';

type Deps = {
  readonly audit: AuditPool['audit'];
  readonly knownOf: (submissionId: string) => Promise<KnownFindings | undefined>;
};

/** What the engine says about nothing names the rules it goes by. */
const NOTHING = { productType: 'SKILL', files: [], source: { url: '', ref: '' } } as const;

/** The digest of the rules in force, and of those that the last decided round of a submission was held by. */
export const createRulesets = ({ audit, knownOf }: Deps) => ({
  current: async (): Promise<string> => (await audit(NOTHING, { isSandboxed: false })).report.ruleset.digest,
  ofLastRound: async (submissionId: string): Promise<string | undefined> =>
    (await knownOf(submissionId))?.rulesetDigest,
});
