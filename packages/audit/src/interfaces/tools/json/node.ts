import type { DerivedText } from '@assay/analysis/bundle/decode/view';

/** JSON values with their place in the file. */
export type StringNode = Placed & {
  readonly kind: 'string';
  readonly value: string;
  /** The decoded characters, each with its place in the file. */
  readonly text: DerivedText;
};
export type Member = { readonly key: StringNode; readonly value: JsonNode };
export type ObjectNode = Placed & { readonly kind: 'object'; readonly members: readonly Member[] };
type ArrayNode = Placed & { readonly kind: 'array'; readonly items: readonly JsonNode[] };
type PlainNode = Placed & { readonly kind: 'plain'; readonly value: number | boolean | null };
export type JsonNode = StringNode | ObjectNode | ArrayNode | PlainNode;

type Placed = { readonly start: number; readonly end: number };

/** The last duplicate counts, as in every parser that accepts duplicates. */
export const memberOf = (node: JsonNode | undefined, name: string): JsonNode | undefined =>
  node?.kind === 'object' ? node.members.findLast(({ key }) => key.value === name)?.value : undefined;

export const textAt = (node: JsonNode | undefined, name: string): string | undefined => {
  const value = memberOf(node, name);
  return value?.kind === 'string' ? value.value : undefined;
};

/** The plain JSON value. */
export function toValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key.value, toValue(value)]));
    case 'array':
      return node.items.map(toValue);
    default:
      return node.value;
  }
}

/** Every string below a node, including keys, with its path of names. */
export function* stringsIn(
  node: JsonNode,
  path: readonly string[] = [],
): Generator<{ node: StringNode; path: readonly string[]; isKey: boolean }> {
  if (node.kind === 'string') yield { node, path, isKey: false };
  else if (node.kind === 'array')
    for (const [index, item] of node.items.entries()) yield* stringsIn(item, [...path, String(index)]);
  else if (node.kind === 'object')
    for (const { key, value } of node.members) {
      yield { node: key, path: [...path, key.value], isKey: true };
      yield* stringsIn(value, [...path, key.value]);
    }
}
