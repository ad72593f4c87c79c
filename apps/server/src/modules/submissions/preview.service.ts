import { type EngineReport, FINDINGS_MAX, type Finding, toBlockingFindings } from '@assay/protocol';
import type { BundleStore } from './bundles.store.ts';
import { toEngineBundle } from './bundles.ts';
import type { SealedInputRow } from './submissions.store.ts';

type Deps = {
  readonly bundles: Pick<BundleStore, 'load'>;
  readonly audit: (bundle: ReturnType<typeof toEngineBundle>) => Promise<{ readonly report: EngineReport }>;
  readonly waitMs?: number;
};
type Previewed = {
  /** Null when the engine was too busy to run. */
  readonly wouldBlock: boolean | null;
  readonly blockingFindings: readonly Finding[];
};

/** A client asks for a price and pays a moment later, so the result is cached for a short time. */
const KEPT_MAX = 500;
/** Maximum delay of a price, about three previews of an idle engine: the caller is about to pay for the findings. */
const WAIT_MS = 1_500;
const NO_PREVIEW: Previewed = { wouldBlock: null, blockingFindings: [] };

/** Blocking findings of the engine, shown to the caller before payment for a review. */
export function createPreviews({ bundles, audit, waitMs = WAIT_MS }: Deps) {
  /** Finished and running previews. A repeated request gets the first result. */
  const kept = new Map<string, Promise<Previewed>>();

  async function computePreview(input: SealedInputRow): Promise<Previewed> {
    const { report } = await audit(toEngineBundle(input, await bundles.load(input.bundleId)));
    return toPreviewed(report);
  }

  function keep(key: string, running: Promise<Previewed>): void {
    kept.set(key, running);
    running.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  }

  async function preview(input: SealedInputRow): Promise<Previewed> {
    const key = keyOf(input);
    const running = kept.get(key) ?? computePreview(input);
    if (!kept.has(key)) keep(key, running);
    const late = Promise.withResolvers<Previewed>();
    const timer = setTimeout(late.resolve, waitMs, NO_PREVIEW);
    // The caller requested a price: a late or failed preview does not withhold it.
    try {
      return await Promise.race([running, late.promise]);
    } catch {
      return NO_PREVIEW;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    preview,
    /** Stores the result of a validation of the same input, so that its price needs no further preview. */
    remember: (input: SealedInputRow, report: EngineReport): void =>
      keep(keyOf(input), Promise.resolve(toPreviewed(report))),
  };
}
export type Previews = ReturnType<typeof createPreviews>;

const keyOf = ({ bundleId, inputSha256 }: SealedInputRow): string => `${bundleId}/${inputSha256}`;

function toPreviewed(report: EngineReport): Previewed {
  const blockingFindings = toBlockingFindings(report).slice(0, FINDINGS_MAX);
  return { wouldBlock: blockingFindings.length > 0, blockingFindings };
}
