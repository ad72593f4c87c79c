import type { Quotes } from '../payments/index.ts';
import { type AskedInput, identityOf, inputSha256Of, surfaceOf } from './intake.policy.ts';
import type { Candidate, Intake } from './intake.service.ts';
import type { SealedInputRow } from './submissions.store.ts';
import type { InTransaction } from './submissions.transaction.ts';

type Deps = {
  readonly intake: Intake;
  readonly quotes: Pick<Quotes, 'create'>;
  readonly inTransaction: InTransaction;
  readonly clock: { now(): Date };
};
export type Sealed = {
  readonly candidate: Candidate;
  readonly input: SealedInputRow;
  readonly quote: Awaited<ReturnType<Quotes['create']>>;
};

/** Reads an input, prices it and keeps its bytes: what is quoted is what will be reviewed. */
export function createSealing({ intake, quotes, inTransaction, clock }: Deps) {
  async function seal(owner: string, asked: AskedInput, draftId: string | null = null): Promise<Sealed> {
    const candidate = await intake.read(asked);
    const { files, digests, given: _, productType, ...rest } = candidate;
    const inputSha256 = inputSha256Of(asked);
    const quote = await quotes.create(owner, { productType, surface: surfaceOf(files), inputSha256 });
    const sealedAt = clock.now();
    const input = await inTransaction(async (tx) => {
      const row: SealedInputRow = {
        ...{ quoteId: quote.id, owner, inputSha256, productType, ...rest, draftId, sealedAt },
        identity: identityOf(owner, candidate.source, digests.bundleSha256),
        entrySha256: digests.entrySha256,
        bundleId: await tx.bundles.save(files, sealedAt),
      };
      await tx.submissions.insertInput(row);
      return row;
    });
    return { candidate, input, quote };
  }

  return { seal };
}
export type Sealing = ReturnType<typeof createSealing>;
