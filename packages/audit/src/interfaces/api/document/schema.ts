import { API_LIMITS } from '../limits.ts';
import { childOf, entriesOf, isTrueAt, itemsOf, type Place, type TreeNode, textOf } from '../tree/node.ts';
import type { References } from './references.ts';

export type Property = {
  readonly name: string;
  readonly at: Place;
  readonly schema: TreeNode;
  /** Names on the way from the top. */
  readonly path: readonly string[];
  readonly isReadOnly: boolean;
  /** Sent and never given back. */
  readonly isWriteOnly: boolean;
};

/** Every property that a value of this schema may have, through all its parts, each place once. */
export function propertiesOf(schema: TreeNode | undefined, { resolve }: References): Property[] {
  const found: Property[] = [];
  const seen = new Set<TreeNode>();
  const walk = (given: TreeNode | undefined, path: readonly string[], depth: number): void => {
    const node = resolve(given);
    if (node?.kind !== 'map' || seen.has(node) || depth > API_LIMITS.schemaDepthMax) return;
    if (found.length >= API_LIMITS.propertiesMax) return;
    seen.add(node);
    for (const { key, at, value } of entriesOf(childOf(node, 'properties'))) {
      const own = resolve(value) ?? value;
      const isReadOnly = isTrueAt(value, 'readOnly') || isTrueAt(own, 'readOnly');
      const isWriteOnly = isTrueAt(value, 'writeOnly') || isTrueAt(own, 'writeOnly');
      found.push({ name: key, at, schema: own, path: [...path, key], isReadOnly, isWriteOnly });
      if (!isReadOnly) walk(own, [...path, key], depth + 1);
    }
    for (const part of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
      for (const item of itemsOf(childOf(node, part))) walk(item, path, depth + 1);
    for (const part of ['items', 'additionalProperties', 'then', 'else']) walk(childOf(node, part), path, depth + 1);
    for (const { value } of entriesOf(childOf(node, 'patternProperties'))) walk(value, path, depth + 1);
  };
  walk(schema, [], 0);
  return found;
}

/** The types a schema allows; 3.1 may name several. */
export function typesOf(schema: TreeNode | undefined): readonly string[] {
  const type = childOf(schema, 'type');
  if (type?.kind === 'list') return type.items.map(textOf);
  return type === undefined ? [] : [textOf(type)];
}

export const isOfType = (schema: TreeNode | undefined, type: string): boolean => typesOf(schema).includes(type);

/** The schema itself says which values there are: a list, a shape or a fixed one. */
export const isBounded = (schema: TreeNode | undefined): boolean =>
  ['enum', 'const', 'pattern'].some((key) => childOf(schema, key) !== undefined);

/** Written samples of a value, wherever the format has a place for them. */
export function samplesOf(node: TreeNode | undefined): TreeNode[] {
  const plain = ['example', 'default', 'x-example'].flatMap((key) => childOf(node, key) ?? []);
  const examples = childOf(node, 'examples');
  const named = entriesOf(examples).map(({ value }) => childOf(value, 'value') ?? value);
  return [...plain, ...named, ...itemsOf(examples), ...itemsOf(childOf(node, 'enum'))];
}
