import { type EngineReport, FINDINGS_MAX, type Finding, toBlockingFindings } from '@assay/protocol';
import type { BundleStore } from './bundles.store.ts';
import { toEngineBundle } from './bundles.ts';
import type { SealedInputRow } from './submissions.store.ts';

type Deps = {
  readonly bundles: Pick<BundleStore, 'load'>;
  readonly audit: (bundle: ReturnType<typeof toEngineBundle>) => Promise<{ readonly report: EngineReport }>;
};
type Previewed = {
  /** Null when the engine was too busy to look. */
  readonly wouldBlock: boolean | null;
  readonly blockingFindings: readonly Finding[];
};

/** A client asks for its price and pays a moment later: what was found is kept for that long. */
const KEPT_MAX = 500;
const NOT_LOOKED: Previewed = { wouldBlock: null, blockingFindings: [] };

/** Blocking findings of the engine, shown to the caller before payment for a review. */
export function createPreview({ bundles, audit }: Deps) {
  const kept = new Map<string, Previewed>();

  async function look(input: SealedInputRow): Promise<Previewed> {
    const { report } = await audit(toEngineBundle(input, await bundles.load(input.bundleId)));
    const blockingFindings = toBlockingFindings(report).slice(0, FINDINGS_MAX);
    return { wouldBlock: blockingFindings.length > 0, blockingFindings };
  }

  return async (input: SealedInputRow): Promise<Previewed> => {
    const key = `${input.bundleId}/${input.inputSha256}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    // The price is what was asked for: a preview that cannot be had does not withhold it.
    const found = await look(input).catch(() => NOT_LOOKED);
    if (found !== NOT_LOOKED) kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
export type Preview = ReturnType<typeof createPreview>;
