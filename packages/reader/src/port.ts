import type { ReadingUsage } from '@assay/analysis/types/reading';

/** One question to a model. The key depends on the content and not on the hints of the engine version. */
export type ModelRequest = {
  /** Digest of instruction and content without hints and order, so that a rule change does not change the key. */
  readonly key: string;
  readonly system: string;
  readonly user: string;
  readonly inputTokensEstimated: number;
  readonly outputTokensMax: number;
};

/** The reply of a model. A model that refuses or cannot answer abstains. An exception indicates a bug. */
export type ModelReply =
  | { readonly kind: 'answer'; readonly text: string; readonly usage: ReadingUsage }
  | {
      readonly kind: 'refusal' | 'timeout' | 'unreachable' | 'budget';
      readonly detail: string;
      readonly usage: ReadingUsage;
    };

/** The only access to a model. Requests offer no tools and use temperature 0. */
export type ModelPort = {
  ask(request: ModelRequest): Promise<ModelReply>;
};
