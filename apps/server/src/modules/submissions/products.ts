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
  /** The ways to submit it, by their names in the catalogue. */
  readonly accepts: readonly string[];
  /** Types of main file that identify a bundle as this product. */
  readonly entryTypes: readonly ProductType[];
  /** Reads the metadata in the main file. */
  readonly readHead: (entry: string) => Head;
  /** Size limit of the main file. Undefined for text. */
  readonly entryBytesMax?: number;
  /** Counts further units of the price list, besides files and bytes. */
  readonly count?: (files: readonly BundleFile[]) => Surface;
};

/** The products that can be reviewed. Adding one here requires its reviewers. */
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

/** The main file of a bundle, if it identifies the bundle as this product. */
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

/** All units that the price of these files may depend on. */
export const surfaceOf = (productType: ProductType, files: readonly BundleFile[]): Surface => ({
  ...surfaceOfSizes(sizesOf(files)),
  ...PRODUCTS[productType]?.count?.(files),
});
