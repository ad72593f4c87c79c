import { inputDigest } from '@assay/analysis/result/seal';
import { type Bundle, type NotRead, PASSES, type Pass, type Passage, type Report } from '@assay/analysis/types';
import { READING_LIMITS } from '../limits.ts';
import { listDocuments, type ReadDocument } from './documents.ts';
import { promptVersionOf } from './instruction.ts';
import { findReadApart, inOrderOf, portion, splitIntoParts } from './parts.ts';
import { passagesOf } from './passages.ts';
import { withRelated } from './related.ts';
import { buildRequest, type PlannedRequest } from './request.ts';

export type PlannedPass = { readonly pass: Pass; readonly requests: readonly PlannedRequest[] };

/** All requests for a bundle. The plan does not depend on the order of the bundle's files. */
export type ReadingPlan = {
  readonly promptVersion: string;
  readonly inputDigest: string;
  readonly passes: readonly PlannedPass[];
  /** The documents in which quotes are looked up. */
  readonly documents: readonly ReadDocument[];
  readonly notRead: readonly NotRead[];
  /** Names that a reader sees without the content. */
  readonly notShown: readonly string[];
};

export type PlanOptions = {
  readonly passes?: readonly Pass[];
  /** Places to point the reader to. Defaults to the findings of `report`. */
  readonly passages?: readonly Passage[];
  readonly report?: Report;
  readonly submissionTokensMax?: number;
  readonly requestTokensMax?: number;
  /** A secret of the installation. It keys the digests of masked secrets and the choice of planted products. */
  readonly installationKey?: string;
};

export function planReading(bundle: Bundle, options: PlanOptions = {}): ReadingPlan {
  const { submissionTokensMax, requestTokensMax } = { ...READING_LIMITS, ...options };
  const digest = inputDigest(bundle);
  // Without a secret, the digests still differ between products.
  const installationKey = options.installationKey ?? '';
  const listed = listDocuments(bundle, `${installationKey}:${digest}`);
  const { documents, notRead: cut } = portion(listed, submissionTokensMax);
  const apart = findReadApart(documents);
  const notRead = apart === undefined ? cut : [...cut, apart];
  const passages = options.passages ?? (options.report === undefined ? [] : passagesOf(options.report));
  const passes = (options.passes ?? PASSES).map((pass): PlannedPass => {
    const parts = withRelated(splitIntoParts(inOrderOf(pass, documents), listed.entry, requestTokensMax));
    const requests = parts.map((part, index) =>
      buildRequest({
        bundle,
        inputDigest: digest,
        installationKey,
        documents: listed,
        passages,
        pass,
        part,
        index,
        count: parts.length,
      }),
    );
    return { pass, requests };
  });
  const unshown = listed.unreadable.filter(({ reason }) => reason !== 'limit').map(({ file }) => file);
  return {
    promptVersion: promptVersionOf(bundle.productType),
    inputDigest: digest,
    passes,
    documents: listed.documents,
    notRead,
    notShown: [...unshown, ...listed.missing],
  };
}
