import { join, resolve } from 'node:path';
import type { Bundle } from '@assay/audit';
import type { Assignment } from '@assay/protocol';
import { openAnswerCache } from '../models/answer-cache.ts';
import { openServedModels } from '../models/find-model.ts';
import { createReaders } from '../models/reading-review.ts';
import type { Terminal } from '../terminal.ts';
import { createDayBudget } from './day-budget.ts';
import { type BundleFile, decideVote, type VoteDecision } from './decide-vote.ts';
import type { Home, Profile } from './home.ts';
import type { Journal } from './journal.ts';

type Reviewer = {
  review(assignment: Assignment, files: readonly BundleFile[]): Promise<VoteDecision>;
  close(): void;
};

/** The local engine with this validator's models. */
export async function openReviewer(
  home: Home,
  profile: Profile,
  terminal: Terminal,
  journal: Journal,
): Promise<Reviewer> {
  const { configFile, findVariable } = terminal.config.models;
  const file = profile.modelConfig === null ? configFile : resolve(profile.modelConfig);
  const isFileNamed = profile.modelConfig !== null;
  const models = await openServedModels(profile.models, { file, isFileNamed, findVariable });
  const cache = openAnswerCache(join(home.folder, 'readings'));
  const readers = createReaders(models, cache, undefined, createDayBudget(home.folder));
  const engine = await terminal.openEngine({ size: 1, isSandboxed: true });
  const reviewBundle = models.length === 0 ? engine.review : readers.around(engine.review);
  let reportedDigest: string | undefined;

  return {
    async review(assignment, files) {
      const { report } = await reviewBundle(toBundle(assignment, files));
      const { rulesetDigest, engineVersion } = assignment;
      if (report.ruleset.digest !== rulesetDigest && reportedDigest !== rulesetDigest) {
        reportedDigest = rulesetDigest;
        const own = report.engine.version;
        journal.warn('the service and this machine use different rules', { own, service: engineVersion });
      }
      return decideVote({ report, entry: assignment.entry, files });
    },
    close: engine.close,
  };
}

/** The same bundle that the service gives its own engine, except for the submitter, which is not disclosed. */
function toBundle({ productType, manifest, entry }: Assignment, files: readonly BundleFile[]): Bundle {
  return {
    productType,
    files,
    manifest,
    declaredEndpoints: manifest.declaredEndpoints,
    source: { url: '', ref: '', entry },
  };
}
