import { Problem, Sha256 } from '@assay/protocol';
import type { Quotes } from '../payments/index.ts';
import type { BundleStore } from './bundles.store.ts';
import { type AskedInput, bytesOf, identityOf, sizesOf } from './intake.policy.ts';
import type { Candidate, Intake } from './intake.service.ts';
import type { KeptBytesStore } from './kept-bytes.store.ts';
import type { Reading } from './reading.ts';
import type { StorageLimits, StorageQuota } from './storage-quota.ts';
import type { SealedInputRow, SubmissionStore } from './submissions.store.ts';
import type { InTransaction } from './submissions.transaction.ts';
import type { SuspendedContent } from './suspended-content.service.ts';

type Deps = {
  readonly intake: Intake;
  readonly readTexts: Reading;
  readonly bundles: Pick<BundleStore, 'load'>;
  readonly submissions: Pick<SubmissionStore, 'countUnsubmitted'>;
  readonly suspended: SuspendedContent;
  readonly quotes: Pick<Quotes, 'create'>;
  readonly keptBytes: KeptBytesStore;
  readonly quota: StorageQuota;
  readonly limits: Pick<StorageLimits, 'unsubmittedMs'>;
  readonly inTransaction: InTransaction;
  readonly clock: { now(): Date };
};
export type Sealed = {
  readonly candidate: Candidate;
  readonly input: SealedInputRow;
  readonly quote: Awaited<ReturnType<Quotes['create']>>;
};

/** The principal that pays, and the network address of its request. */
export type Payer = { readonly owner: string; readonly client: string };
type SealOptions = {
  readonly draftId?: string | null;
  /** An earlier price, whose content was deleted. It stays if the price is still the same. */
  readonly earlier?: Sealed['quote'] | undefined;
  /** No payment is in progress. */
  readonly isPreview?: boolean;
};

/** Maximum of priced inputs per owner that are not submitted. */
export const UNSUBMITTED_MAX = 200;
const RETRY_SECONDS = 3_600;

/** Reads an input, prices it and stores its bytes, so that the quoted content is the reviewed content. */
export function createSealing(deps: Deps) {
  const { intake, readTexts, bundles, submissions, suspended, quotes, keptBytes, quota, limits, inTransaction, clock } =
    deps;

  async function seal(
    { owner, client }: Payer,
    asked: AskedInput,
    { draftId = null, isPreview = false, earlier }: SealOptions = {},
  ): Promise<Sealed> {
    await requireUnsubmitted(owner);
    // Before the source is fetched.
    await quota.requireOwnRoom(keptBytes, { owner, bytes: 1 });
    const candidate = await intake.read(asked, isPreview);
    const { files, digests, given: _, surface, productType, inputSha256, ...rest } = candidate;
    const { contentSha256 } = candidate;
    await suspended.requireClear({ contentSha256, bundleSha256: digests.bundleSha256 });
    const priced = await quotes.create(owner, { productType, surface, inputSha256 });
    const isSame = earlier?.inputSha256 === inputSha256 && earlier.total === priced.total;
    const quote = isSame ? earlier : priced;
    const sealedAt = clock.now();
    const { bundleSha256 } = digests;
    const bytes = bytesOf(sizesOf(files));
    const input = await inTransaction(async (tx) => {
      const besides = { bundleSha256, ...(draftId !== null && { draftId }) };
      const origin = await quota.makeRoomIn(tx, { owner, client, bytes, besides });
      const row: SealedInputRow = {
        quoteId: quote.id,
        owner,
        inputSha256,
        productType,
        ...rest,
        draftId,
        sealedAt,
        identity: identityOf(owner, candidate.source, digests),
        entrySha256: digests.entrySha256,
        bundleId: await tx.bundles.save(files, sealedAt),
      };
      await tx.submissions.insertInput(row);
      await tx.keptBytes.addUnsubmitted({ quoteId: row.quoteId, owner, origin, bundleSha256, bytes });
      return row;
    });
    return { candidate, input, quote };
  }

  /** Quotes are free and their bytes are stored for days. */
  async function requireUnsubmitted(owner: string): Promise<void> {
    const since = new Date(clock.now().getTime() - limits.unsubmittedMs);
    if ((await submissions.countUnsubmitted(owner, since)) >= UNSUBMITTED_MAX) {
      throw new Problem('rate_limited', { retryAfterSeconds: RETRY_SECONDS });
    }
  }

  /** The same bytes with a current price, for any of their owners. */
  async function sealAgain(payer: string, certified: SealedInputRow): Promise<SealedInputRow> {
    await requireUnsubmitted(payer);
    const { productType, inputSha256, bundleId, entryPath } = certified;
    const files = await bundles.load(bundleId);
    const { surface } = await readTexts({
      productType,
      files,
      entryPath,
      asked: certified,
      place: undefined,
      fixedBy: bundleId,
    });
    const quote = await quotes.create(payer, { productType, surface, inputSha256: Sha256.parse(inputSha256) });
    const input = { ...certified, quoteId: quote.id, draftId: null, sealedAt: clock.now() };
    await inTransaction((tx) => tx.submissions.insertInput(input));
    return input;
  }

  return { seal, sealAgain };
}
export type Sealing = ReturnType<typeof createSealing>;
