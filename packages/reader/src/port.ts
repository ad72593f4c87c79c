import type { ReadingUsage } from '@assay/analysis/types/reading';

/** One question to a model. The same content has the same key, whatever the engine of the day hints at. */
export type ModelRequest = {
  /** Digest of instruction and content, without hints and order: rules change, the words that are judged do not. */
  readonly key: string;
  readonly system: string;
  readonly user: string;
  readonly inputTokensEstimated: number;
  readonly outputTokensMax: number;
};

/** What came back. A model that will not, cannot or may not answer abstains; only a bug of ours throws. */
export type ModelReply =
  | { readonly kind: 'answer'; readonly text: string; readonly usage: ReadingUsage }
  | {
      readonly kind: 'refusal' | 'timeout' | 'unreachable' | 'budget';
      readonly detail: string;
      readonly usage: ReadingUsage;
    };

/** The only way to a model. Tools are never offered, and the temperature is 0. */
export type ModelPort = {
  ask(request: ModelRequest): Promise<ModelReply>;
};
