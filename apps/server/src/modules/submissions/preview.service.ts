import { type EngineReport, FINDINGS_MAX, type Finding, toBlockingFindings } from '@assay/protocol';
import type { BundleStore } from './bundles.store.ts';
import { toEngineBundle } from './bundles.ts';
import type { SealedInputRow } from './submissions.store.ts';

type Deps = {
  readonly bundles: Pick<BundleStore, 'load'>;
  /** Calls `onStart` when the engine begins. */
  readonly audit: (
    bundle: ReturnType<typeof toEngineBundle>,
    onStart: () => void,
  ) => Promise<{ readonly report: EngineReport }>;
  readonly startMs?: number;
  readonly waitMs?: number;
};
type Previewed = {
  /** Null when the engine was too busy to run. */
  readonly wouldBlock: boolean | null;
  readonly blockingFindings: readonly Finding[];
};
type Preview = { readonly isStarted: Promise<true>; readonly result: Promise<Previewed> };

/** A client asks for a price and pays a moment later, so the result is cached for a short time. */
const KEPT_MAX = 500;
/** A price does not wait in the queue behind free work of other callers. */
const START_MS = 50;
/** Maximum delay of a price by a running preview, about three previews of an idle engine. */
const WAIT_MS = 1_500;
const NO_PREVIEW: Previewed = { wouldBlock: null, blockingFindings: [] };

/** Blocking findings of the engine, shown to the caller before payment for a review. */
export function createPreviews({ bundles, audit, startMs = START_MS, waitMs = WAIT_MS }: Deps) {
  /** Finished and running previews. A repeated request gets the first result. */
  const kept = new Map<string, Preview>();

  function start(input: SealedInputRow): Preview {
    const started = Promise.withResolvers<true>();
    const compute = async (): Promise<Previewed> => {
      const bundle = toEngineBundle(input, await bundles.load(input.bundleId));
      return toPreviewed((await audit(bundle, () => started.resolve(true))).report);
    };
    return { isStarted: started.promise, result: compute() };
  }

  function keep(key: string, preview: Preview): Preview {
    kept.set(key, preview);
    preview.result.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return preview;
  }

  async function preview(input: SealedInputRow): Promise<Previewed> {
    const key = keyOf(input);
    const { isStarted, result } = kept.get(key) ?? keep(key, start(input));
    const isDone = result.then(() => true);
    // The caller requested a price: a late or failed preview does not withhold it.
    try {
      if (!(await within(Promise.race([isStarted, isDone]), startMs, false))) return NO_PREVIEW;
      return await within(result, waitMs, NO_PREVIEW);
    } catch {
      return NO_PREVIEW;
    }
  }

  return {
    preview,
    /** Stores the result of a validation of the same input, so that its price needs no further preview. */
    remember(input: SealedInputRow, report: EngineReport): void {
      keep(keyOf(input), { isStarted: Promise.resolve(true), result: Promise.resolve(toPreviewed(report)) });
    },
  };
}

/** The value, or `otherwise` after the time limit. */
async function within<T>(value: Promise<T>, limitMs: number, otherwise: T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(late.resolve, limitMs, otherwise);
  try {
    return await Promise.race([value, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
export type Previews = ReturnType<typeof createPreviews>;

const keyOf = ({ bundleId, inputSha256 }: SealedInputRow): string => `${bundleId}/${inputSha256}`;

function toPreviewed(report: EngineReport): Previewed {
  const blockingFindings = toBlockingFindings(report).slice(0, FINDINGS_MAX);
  return { wouldBlock: blockingFindings.length > 0, blockingFindings };
}
