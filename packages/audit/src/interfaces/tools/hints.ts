import { type JsonNode, memberOf } from './json/node.ts';
import type { Offer } from './server.ts';

const flag = (node: JsonNode | undefined, name: string): boolean | undefined => {
  const value = memberOf(node, name);
  return value?.kind === 'plain' && typeof value.value === 'boolean' ? value.value : undefined;
};

/** Hints belong into `annotations`. Some servers write them beside the name. */
export const hint = ({ annotations, node }: Offer, name: string): boolean | undefined =>
  flag(annotations, name) ?? flag(node, name);
