import type { View } from '@assay/analysis/types';
import { type JsonNode, memberOf, type ObjectNode } from './json/node.ts';
import { TOOL_LIMITS } from './limits.ts';
import type { Parameter } from './server.ts';

const NESTED = ['items', 'additionalProperties', 'not', 'if', 'then', 'else'] as const;
const CHOICES = ['anyOf', 'oneOf', 'allOf'] as const;
const MAPS = ['$defs', 'definitions', 'patternProperties'] as const;

/** Every property that a schema names, at any depth. */
export function parametersOf(view: View, schema: JsonNode): Parameter[] {
  const found: Parameter[] = [];
  const visit = (node: JsonNode | undefined): void => {
    if (node?.kind !== 'object' || found.length >= TOOL_LIMITS.parametersMax) return;
    const properties = memberOf(node, 'properties');
    const required = requiredOf(node);
    for (const { key, value } of properties?.kind === 'object' ? properties.members : []) {
      found.push(toParameter(view, key, value, required.has(key.value)));
      visit(value);
    }
    for (const name of NESTED) visit(memberOf(node, name));
    for (const name of CHOICES) for (const one of itemsOf(memberOf(node, name))) visit(one);
    for (const name of MAPS) {
      const map = memberOf(node, name);
      for (const { value } of map?.kind === 'object' ? map.members : []) visit(value);
    }
  };
  visit(schema);
  return found.slice(0, TOOL_LIMITS.parametersMax);
}

/** Parameters as registries list them, one object each. */
export const argumentsOf = (view: View, list: JsonNode | undefined): Parameter[] =>
  itemsOf(list)
    .slice(0, TOOL_LIMITS.parametersMax)
    .flatMap((node) => {
      const name = memberOf(node, 'name');
      if (name?.kind !== 'string') return [];
      const required = memberOf(node, 'required');
      const isRequired = required?.kind === 'plain' && required.value === true;
      const made = toParameter(view, { start: node.start, value: name.value }, node, isRequired);
      return [made];
    });

const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] => (node?.kind === 'array' ? node.items : []);

const requiredOf = (node: ObjectNode): ReadonlySet<string> =>
  new Set(itemsOf(memberOf(node, 'required')).flatMap((one) => (one.kind === 'string' ? [one.value] : [])));

function toParameter(
  view: View,
  key: { start: number; value: string },
  schema: JsonNode,
  isRequired: boolean,
): Parameter {
  const types = typesOf(schema);
  return {
    name: key.value,
    at: { view, start: key.start, end: schema.end },
    schema,
    types,
    isFree: isFree(schema, types),
    isRequired,
  };
}

function typesOf(schema: JsonNode): string[] {
  const type = memberOf(schema, 'type');
  const own =
    type?.kind === 'string' ? [type.value] : itemsOf(type).flatMap((one) => (one.kind === 'string' ? [one.value] : []));
  const chosen = CHOICES.flatMap((name) => itemsOf(memberOf(schema, name)).flatMap((one) => typesOf(one)));
  const items = memberOf(schema, 'items');
  return [...new Set([...own, ...chosen, ...(own.includes('array') && items !== undefined ? typesOf(items) : [])])];
}

/** Bounds that a machine can hold somebody to. */
const BOUNDS = ['enum', 'const', 'pattern'] as const;

function isFree(schema: JsonNode, types: readonly string[]): boolean {
  if (types.length > 0 && !types.includes('string')) return false;
  const items = memberOf(schema, 'items');
  const isBound = (node: JsonNode | undefined): boolean => BOUNDS.some((name) => memberOf(node, name) !== undefined);
  return !isBound(schema) && !isBound(items) && !CHOICES.some((name) => itemsOf(memberOf(schema, name)).some(isBound));
}
