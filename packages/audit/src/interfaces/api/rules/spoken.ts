import { withGloss } from '@assay/analysis/prose/vocabulary/index';
import type { ApiDocument, Operation } from '../document/document.ts';
import { propertiesOf } from '../document/schema.ts';
import { childOf, entriesOf, itemsOf, type Place, type TreeNode, textOf } from '../tree/node.ts';
import { once } from './norm.ts';

/** A text about the whole service or a part of it, where no operation says it of itself. */
export type Saying = { readonly at: Place; readonly text: string };

const texts = (node: TreeNode | undefined, ...keys: readonly string[]): Saying[] =>
  keys.flatMap((key): Saying[] => {
    const at = childOf(node, key);
    return at === undefined || textOf(at) === '' ? [] : [{ at, text: withGloss(textOf(at)) }];
  });

/** What is said of the service as a whole: at its head, of its parts, its servers and its ways to come in. */
export const sayingsOf = once(({ root, schemes }: ApiDocument): Saying[] => [
  ...texts(childOf(root, 'info'), 'summary', 'description'),
  ...itemsOf(childOf(root, 'tags')).flatMap((tag) => texts(tag, 'description')),
  ...itemsOf(childOf(root, 'servers')).flatMap((server) => texts(server, 'description')),
  ...[...schemes.values()].flatMap(({ node }) => texts(node, 'description')),
  ...texts(childOf(root, 'externalDocs'), 'description'),
  ...entriesOf(root)
    .filter(({ key, value }) => key.startsWith('x-') && value.kind === 'scalar')
    .flatMap(({ key }) => texts(root, key)),
]);

/** Everything that is said about a call in sentences: by itself, of what is sent, and of what comes back. */
export const spokenBy = (document: ApiDocument): ((operation: Operation) => string) => {
  const known = spokenIn.get(document) ?? once((operation: Operation) => speak(document, operation));
  spokenIn.set(document, known);
  return known;
};
const spokenIn = new WeakMap<ApiDocument, (operation: Operation) => string>();

const speak = ({ references }: ApiDocument, { prose, parameters, bodies, answers }: Operation): string =>
  [
    prose,
    ...parameters.map(({ description }) => description),
    ...bodies.flatMap(({ schema }) => propertiesOf(schema, references).map(({ description }) => description)),
    ...answers.map(({ description }) => description),
  ]
    .filter((text) => text !== '')
    .join('\n\n');

/** Sentences, each without full stops of its own: `latest.json` is one word and ends nothing. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?;])(?=\s|$)|(?<=[。！？；])|\n\s*\n|\n(?=\s*(?:[-*•]|\d+\.)\s)/)
    .map((sentence) =>
      sentence
        .trim()
        .replace(/\.(?=\S)/g, '·')
        .replace(/\s+/g, ' '),
    )
    .filter((sentence) => sentence !== '');
