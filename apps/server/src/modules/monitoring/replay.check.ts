import { type EngineFinding, SEVERITIES } from '@assay/protocol';
import type { Examine, KnownFindings } from '../council/index.ts';
import type { Lifecycle } from '../submissions/index.ts';

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;
type Deps = {
  readonly examine: Examine;
  /** The findings of a submission's last decided round; undefined if none was decided. */
  readonly knownOf: (submissionId: string) => Promise<KnownFindings | undefined>;
};
/** `fault`: the engine failed, which says nothing about the bytes. */
export type ReplaySeen =
  | { readonly kind: 'fault' }
  | {
      readonly kind: 'reviewed';
      readonly rulesetDigest: string;
      /** The current rules would not certify these bytes. */
      readonly isBlocked: boolean;
      /** MEDIUM or worse, and unknown to the deciding round. Worst first. */
      readonly news: readonly EngineFinding[];
    };

const NEWS_FROM = SEVERITIES.indexOf('MEDIUM');

/** Reviews certified bytes with the current rules and reports new findings. No vote, no verdict, no change. */
export function createReplayCheck({ examine, knownOf }: Deps) {
  return async (bundle: SealedBundle): Promise<ReplaySeen> => {
    const known = await knownOf(bundle.submission.id);
    const examined = await examine(bundle);
    if (examined.kind === 'fault') return { kind: 'fault' };
    const { findings, blocking, ruleset } = examined.report;
    const isNew = ({ fingerprint, severity }: EngineFinding) =>
      SEVERITIES.indexOf(severity) >= NEWS_FROM && !known?.fingerprints.has(fingerprint);
    return {
      kind: 'reviewed',
      rulesetDigest: ruleset.digest,
      isBlocked: blocking.length > 0,
      news: findings.filter(isNew),
    };
  };
}
export type ReplayCheck = ReturnType<typeof createReplayCheck>;
