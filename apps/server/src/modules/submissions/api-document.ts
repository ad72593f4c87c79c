import { readApiHead } from '@assay/audit/api';
import type { Surface } from '../payments/index.ts';
import type { BundleFile } from './bundles.ts';
import type { Head } from './intake.policy.ts';

/** The name of an API is the title of its document. */
export function readDocumentHead(entry: string): Head {
  const { operations: _, mutating: __, ...head } = readApiHead(entry);
  return head;
}

/** Counts the endpoints in all documents of a bundle. */
export function countEndpoints(files: readonly BundleFile[]): Surface {
  const decoder = new TextDecoder();
  const heads = files
    .filter(({ path }) => /\.(?:ya?ml|json)$/i.test(path))
    .map(({ bytes }) => readApiHead(decoder.decode(bytes)));
  return {
    endpoints: heads.reduce((sum, { operations }) => sum + operations, 0),
    mutating_endpoints: heads.reduce((sum, { mutating }) => sum + mutating, 0),
  };
}
