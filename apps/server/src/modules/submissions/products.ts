import { readHead } from '@assay/audit/manifest';
import { BUNDLE_LIMITS, Problem, type ProductType } from '@assay/protocol';
import type { Surface } from '../payments/index.ts';
import { findEntry } from '../sources/index.ts';
import { countEndpoints, readDocumentHead } from './api-document.ts';
import type { BundleFile } from './bundles.ts';
import { countSourceLines, readContractHead } from './contract-source.ts';
import { type Head, sizesOf, surfaceOfSizes } from './intake.policy.ts';
import { countOffers, readToolHead } from './tool-list.ts';

export type Product = {
  readonly title: string;
  /** Ways to hand it in, as the catalogue names them. */
  readonly accepts: readonly string[];
  /** Kinds of main file that make a bundle this product. */
  readonly entryTypes: readonly ProductType[];
  /** What the main file says of itself. */
  readonly readHead: (entry: string) => Head;
  /** How large the main file may be; nothing for what people and agents read as text. */
  readonly entryBytesMax?: number;
  /** How much there is of what the price list counts, beside files and bytes. */
  readonly count?: (files: readonly BundleFile[]) => Surface;
};

/** What is reviewed here. A product is added by a line, on the day its reviewers are there. */
export const PRODUCTS: Readonly<Partial<Record<ProductType, Product>>> = {
  SKILL: {
    title: 'Skill: instructions and the files they use',
    accepts: ['github', 'inline', 'archive'],
    entryTypes: ['SKILL', 'SKILL+API'],
    readHead,
  },
  API: {
    title: 'API: OpenAPI and Swagger documents',
    accepts: ['github', 'inline', 'archive'],
    entryTypes: ['API'],
    readHead: readDocumentHead,
    entryBytesMax: BUNDLE_LIMITS.apiDocumentBytesMax,
    count: countEndpoints,
  },
  'SKILL+API': {
    title: 'Skill with the API that it uses',
    accepts: ['github', 'inline', 'archive'],
    entryTypes: ['SKILL+API'],
    readHead,
    count: countEndpoints,
  },
  CONTRACT: {
    title: 'Contract: Solidity sources',
    accepts: ['github', 'inline', 'archive'],
    entryTypes: ['CONTRACT'],
    readHead: readContractHead,
    count: countSourceLines,
  },
  TOOL: {
    title: 'Tool: the tool list of an MCP server, optionally with its source',
    accepts: ['github', 'inline', 'archive'],
    entryTypes: ['TOOL'],
    readHead: readToolHead,
    count: countOffers,
  },
};

/** Checked before any payment. */
export function getProduct(productType: ProductType): Product {
  const product = PRODUCTS[productType];
  if (product === undefined) throw new Problem('product_type_unavailable', { productType });
  return product;
}

/** The main file of a bundle, if it makes the bundle this product. */
export function findMainFile(
  { entryTypes }: Pick<Product, 'entryTypes'>,
  files: readonly Pick<BundleFile, 'path' | 'kind'>[],
  asked?: string,
): string | undefined {
  const readable = files.filter(({ kind }) => kind !== 'symlink');
  const entry = findEntry(
    readable.map(({ path }) => path),
    asked,
  );
  return entry !== undefined && entryTypes.includes(entry.productType) ? entry.path : undefined;
}

/** Everything that the price of these files may depend on. */
export const surfaceOf = (productType: ProductType, files: readonly BundleFile[]): Surface => ({
  ...surfaceOfSizes(sizesOf(files)),
  ...PRODUCTS[productType]?.count?.(files),
});
