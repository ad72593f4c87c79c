import type { Intake } from '@assay/analysis/bundle/read-bundle';
import type { Parsers } from '@assay/analysis/languages/code/parsers';
import type { Bundle, Options, Report, RuleInfo } from '@assay/analysis/types';

type Files = {
  readonly bundle: Bundle;
  readonly options: Options;
  readonly parsers: Parsers;
  readonly intake: Intake;
};

/** What the caller brings, so that this package need not know the one that calls it. */
export type ReviewHost = {
  /** Reviews the files that are no Solidity, as those of every other product. */
  readonly reviewFiles: (files: Files) => Promise<{ readonly report: Report }>;
  /** Rules about files that could not be read, which contracts share with other products. */
  readonly rules: CoverageRules;
};

export type CoverageRules = Readonly<
  Record<
    'budgetHit' | 'missingEntry' | 'missingFile' | 'pathEscape' | 'undecodableText' | 'unparsedSink' | 'unreadContent',
    RuleInfo
  >
>;
