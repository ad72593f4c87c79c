import { Problem, type ProductType } from '@assay/protocol';

export type Product = {
  readonly title: string;
  /** Ways to hand it in, as the catalogue names them. */
  readonly accepts: readonly string[];
  /** Kinds of main file that make a bundle this product. */
  readonly entryTypes: readonly ProductType[];
};

/** What is reviewed here. A product is added by a line, on the day its reviewers are there. */
export const PRODUCTS: Readonly<Partial<Record<ProductType, Product>>> = {
  SKILL: {
    title: 'Skill: instructions and the files they use',
    accepts: ['github', 'inline', 'archive'],
    entryTypes: ['SKILL', 'SKILL+API'],
  },
};

/** Comes before any payment: nobody pays for a review that nobody can do. */
export function getProduct(productType: ProductType): Product {
  const product = PRODUCTS[productType];
  if (product === undefined) throw new Problem('product_type_unavailable', { productType });
  return product;
}
