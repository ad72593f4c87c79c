import { hash } from 'node:crypto';
import { readHead, readText } from '@assay/audit/manifest';
import type { BundleFile } from './bundles.ts';
import { createNameRemover, type RemoveName } from './name-remover.ts';

const UNSEEN = /[\s\p{Cf}]+/gu;
const MARKDOWN = /\.md$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Digest of a bundle's content regardless of its name: equal for bytes that differ only in the skill's name, in front
 * matter, in white space or in file locations. It is never sealed or shown and serves only to recognise suspended
 * content.
 */
export function contentSha256Of(files: readonly BundleFile[], entryPath: string, name: string): string {
  const texts = new Map(files.map((file) => [file.path, textOf(file)]));
  const names = [readHead(texts.get(entryPath) ?? '').name, name].flatMap((one) => createNameRemover(one ?? '') ?? []);
  const parts = files
    .filter(({ kind }) => kind !== 'submodule')
    .map(({ path, bytes }) => {
      const text = texts.get(path);
      return hash('sha256', text === undefined ? bytes : reduce(path, text, names));
    });
  return hash('sha256', parts.toSorted().join('\n'));
}

function textOf({ bytes }: BundleFile): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined; // not text: the raw bytes are used
  }
}

function reduce(path: string, text: string, names: readonly RemoveName[]): string {
  const said = MARKDOWN.test(path) ? readText(text) : text;
  return names.reduce((rest, remove) => remove(rest), said).replace(UNSEEN, '');
}
