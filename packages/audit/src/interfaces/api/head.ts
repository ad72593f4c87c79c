import { METHODS, toDocument, versionOf } from './document/document.ts';
import { createReferences } from './document/references.ts';
import { mayBeDocument } from './documents.ts';
import { childOf, textAt } from './tree/node.ts';
import { readTree } from './tree/read-tree.ts';

/** A document's name, version and description, and the number of its operations. */
type ApiHead = {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly operations: number;
  readonly mutating: number;
};

const MUTATING: ReadonlySet<string> = new Set(METHODS.filter((method) => /^(?:put|post|delete|patch)$/.test(method)));

/** Never throws. Text that is not a document has no operations. */
export function readApiHead(text: string): ApiHead {
  if (!mayBeDocument(text)) return { operations: 0, mutating: 0 };
  const { root } = readTree('', text);
  if (root?.kind !== 'map' || versionOf(root) === undefined) return { operations: 0, mutating: 0 };
  const info = childOf(root, 'info');
  const { operations } = toDocument(
    '',
    '',
    root,
    createReferences((path) => (path === '' ? root : undefined)),
  );
  const offered = operations.filter(({ kind }) => kind === 'path');
  const [description = ''] = textAt(info, 'description').trim().split('\n');
  return {
    ...(textAt(info, 'title') === '' ? {} : { name: textAt(info, 'title') }),
    ...(textAt(info, 'version') === '' ? {} : { version: textAt(info, 'version') }),
    ...(description === '' ? {} : { description }),
    operations: offered.length,
    mutating: offered.filter(({ method }) => MUTATING.has(method)).length,
  };
}
