import type { Intake } from '@assay/analysis/bundle/read-bundle';
import type { Parsers } from '@assay/analysis/languages/code/parsers';
import type { Bundle, Options, Report, RuleInfo } from '@assay/analysis/types';

type Files = {
  readonly bundle: Bundle;
  readonly options: Options;
  readonly parsers: Parsers;
  readonly intake: Intake;
};

/** Functions of the caller, injected so that this package does not depend on it. */
export type ReviewHost = {
  /** Reviews the files that are not Solidity like those of any other product. */
  readonly reviewFiles: (files: Files) => Promise<{ readonly report: Report }>;
  /** Rules about unreadable files, shared with other products. */
  readonly rules: CoverageRules;
};

export type CoverageRules = Readonly<
  Record<
    'budgetHit' | 'missingEntry' | 'missingFile' | 'pathEscape' | 'undecodableText' | 'unparsedSink' | 'unreadContent',
    RuleInfo
  >
>;
