import { readFileSync } from 'node:fs';
import { Sha256, sha256Hex, TermsVersion } from '@assay/protocol';

/** The documents that are accepted together, in this order. */
const DOCUMENTS = [
  { name: 'terms', title: 'Terms of service' },
  { name: 'acceptable-use', title: 'Acceptable use' },
] as const;

const VERSION = /^Version: (\S+)$/m;

type TermsText = Readonly<Record<'name' | 'title', string>> & { readonly sha256: Sha256 };

/** The texts in `docs/policies`, with the version that the terms name and the digest of all texts. */
export function readTermsTexts(folder = new URL('../../../../../docs/policies/', import.meta.url)) {
  const files = DOCUMENTS.map((document) => ({
    ...document,
    bytes: readFileSync(new URL(`${document.name}.md`, folder)),
  }));
  const [terms] = files;
  const version = TermsVersion.safeParse(VERSION.exec(terms?.bytes.toString('utf8') ?? '')?.[1]);
  if (!version.success) throw new Error('docs/policies/terms.md has no line "Version: YYYY-MM-DD".');
  return {
    version: version.data,
    sha256: toDigest(Buffer.concat(files.map(({ bytes }) => bytes))),
    documents: files.map(({ name, title, bytes }): TermsText => ({ name, title, sha256: toDigest(bytes) })),
  };
}
export type TermsTexts = ReturnType<typeof readTermsTexts>;

const toDigest = (bytes: Uint8Array): Sha256 => Sha256.parse(sha256Hex(bytes));
