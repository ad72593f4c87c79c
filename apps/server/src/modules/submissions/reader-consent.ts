import { canonicalBytes, type ModelReader, Problem, type Sha256, sha256Hex } from '@assay/protocol';
import type { AskedInput } from './intake.policy.ts';
import type { SealedInputRow } from './submissions.store.ts';

type Agreed = Pick<SealedInputRow, 'readers' | 'namesReaders'>;

export const readersSha256Of = (readers: readonly ModelReader[]): Sha256 => sha256Hex(canonicalBytes(readers));

/** The models that a submission agrees to: the current ones, or none if only people may read it. */
export function agreeToReaders(
  { readers, readersSha256 }: Pick<AskedInput, 'readers' | 'readersSha256'>,
  isPeopleOnly: boolean,
  current: readonly ModelReader[],
): Agreed {
  if (isPeopleOnly) return { readers: [], namesReaders: readers !== undefined };
  if (readersSha256 === undefined) return { readers: [...current], namesReaders: false };
  if (readersSha256 !== readersSha256Of(current)) throw new Problem('readers_changed');
  return { readers: [...current], namesReaders: true };
}

/** The name is the operator's label. Content goes to a recipient for a model. */
export const isAgreedReader = (
  { readers }: Pick<Agreed, 'readers'>,
  { model, recipient }: Pick<ModelReader, 'model' | 'recipient'>,
): boolean => readers?.some((agreed) => agreed.model === model && agreed.recipient === recipient) ?? false;
