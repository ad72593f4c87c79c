import type { ProductType } from '@assay/protocol';

export type Entry = { readonly path: string; readonly productType: ProductType };

const depthOf = (path: string): number => path.split('/').length;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path nearest to the root, then the first by name, so that the result is deterministic. */
const nearest = (paths: readonly string[]): string | undefined =>
  paths.toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))[0];

const isSkill = (path: string): boolean => nameOf(path).toLowerCase() === 'skill.md';
const isApi = (path: string): boolean =>
  /^(?:[\w-]+[._-])?(?:openapi|swagger)(?:[._-][\w.-]+)?\.(?:json|ya?ml)$/i.test(nameOf(path));
const isTool = (path: string): boolean => /^(mcp|server|tools|manifest)\.json$/i.test(nameOf(path));
const isContract = (path: string): boolean => path.endsWith('.sol') && !/(^|\/)(test|lib|node_modules)\//.test(path);

/** Finds the entry file of a bundle and the product type that it implies. */
export function findEntry(paths: readonly string[], asked: string | undefined): Entry | undefined {
  if (asked !== undefined)
    return paths.includes(asked) ? { path: asked, productType: typeOf(asked, paths) } : undefined;
  for (const isKind of [isSkill, isApi, isTool, isContract]) {
    const path = nearest(paths.filter(isKind));
    if (path !== undefined) return { path, productType: typeOf(path, paths) };
  }
  return undefined;
}

function typeOf(entry: string, paths: readonly string[]): ProductType {
  if (isApi(entry) || /\.ya?ml$/i.test(entry)) return 'API';
  if (isContract(entry)) return 'CONTRACT';
  if (isSkill(entry) || entry.toLowerCase().endsWith('.md')) return paths.some(isApi) ? 'SKILL+API' : 'SKILL';
  return 'TOOL';
}
