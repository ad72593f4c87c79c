import {
  canonicalBytes,
  DESCRIPTION_MAX,
  type JsonValue,
  NAME_MAX,
  type Source,
  type SubmissionInput,
  sha256Hex,
  VERSION_MAX,
} from '@assay/protocol';
import type { z } from 'zod';

/** The requested review, without its payment. */
export type AskedInput = Omit<SubmissionInput, 'paymentIntentId'>;
type SealedSource = z.input<typeof Source>;
type Sized = { readonly size: number };
/** Metadata in the main file. */
export type Head = { readonly name?: string; readonly version?: string; readonly description?: string };
type Naming = {
  readonly asked: Pick<AskedInput, 'name' | 'version' | 'description'>;
  readonly head: Head;
  /** Name of the folder or repository. Undefined for inline content. */
  readonly place: string | undefined;
  /** The commit, or the digest of the bundle. */
  readonly fixedBy: string;
};

const SHORT = 7;
const KIBIBYTES_256 = 256 * 1024;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The text as a single line of limited length, possibly ''. */
export function toLine(text: string, max: number): string {
  const line = text.toWellFormed().replace(CONTROLS, ' ').trim();
  const kept = line.slice(0, max);
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)).trimEnd();
}

/** Takes the requested name, else the entry's own, else one derived from the location. */
export function nameSkill({ asked, head, place, fixedBy }: Naming) {
  const short = fixedBy.slice(0, SHORT);
  const first = (max: number, ...texts: (string | undefined)[]): string =>
    texts.map((text) => toLine(text ?? '', max)).find((text) => text !== '') ?? '';
  return {
    name: first(NAME_MAX, asked.name, head.name, place, `skill-${short}`),
    version: first(VERSION_MAX, asked.version, head.version, `0.0.0+${short}`),
    description: first(DESCRIPTION_MAX, asked.description, head.description),
  };
}

/** Units of the price list by size. */
export const surfaceOfSizes = (files: readonly Sized[]) => ({
  files: files.length,
  kibibytes_256: Math.ceil(bytesOf(files) / KIBIBYTES_256),
});

export const sizesOf = (files: readonly { readonly bytes: Uint8Array }[]): Sized[] =>
  files.map(({ bytes }) => ({ size: bytes.length }));

export const bytesOf = (files: readonly Sized[]): number => files.reduce((sum, { size }) => sum + size, 0);

/**
 * Identifies a review: the same owner, source, entry, bytes and kinds of files need only one. Inline content is
 * identified by its bytes.
 */
export const identityOf = (
  owner: string,
  { url, entry, chainId, address }: SealedSource,
  { bundleSha256, treeSha256 }: { readonly bundleSha256: string; readonly treeSha256: string },
): string =>
  sha256Hex(
    canonicalBytes({
      owner,
      url,
      entry,
      bundleSha256,
      treeSha256,
      ...(chainId === undefined || address === undefined ? {} : { chainId, address }),
    }),
  );

/** Digest of the request, independent of the order of its members. */
export const inputSha256Of = (asked: AskedInput) => sha256Hex(canonicalBytes(withoutAbsent(asked) as JsonValue));

const withoutAbsent = (asked: AskedInput): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => value !== undefined && name !== 'paymentIntentId'),
  );
