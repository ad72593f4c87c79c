import type { Service } from '../service/connect.ts';

/** The models that read the submission, as lines for the submitter, and the digest with which the submission agrees to them. */
export type ShownReaders = { readonly lines: readonly string[]; readonly sha256: string | undefined };

const NO_READERS: ShownReaders = { lines: [], sha256: undefined };

export async function findReaders(
  { isPeopleOnly, productType }: { readonly isPeopleOnly: boolean; readonly productType: string },
  { api }: Service,
): Promise<ShownReaders> {
  if (isPeopleOnly) return NO_READERS;
  const { readers, readersSha256, peopleOnly } = await api.call('readCatalog', {});
  if (readers.length === 0 || peopleOnly.some((type) => type === productType)) return NO_READERS;
  return {
    lines: [
      'Models that read the content of this submission (with --people-only, no model receives it):',
      ...readers.map(({ name, model, recipient }) => `  ${name}: model ${model}; content goes to ${recipient}`),
    ],
    sha256: readersSha256,
  };
}

export const withReaders = (body: object, readersSha256: string | undefined): object =>
  readersSha256 === undefined ? body : { ...body, readersSha256 };
