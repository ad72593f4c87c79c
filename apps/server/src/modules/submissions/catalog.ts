import { BUNDLE_LIMITS, type Catalog, PRODUCT_TYPES } from '@assay/protocol';
import type { z } from 'zod';
import { type PaymentChain, PRICE_LIST } from '../payments/index.ts';
import { PRODUCTS } from './products.ts';
import { readersSha256Of } from './reader-consent.ts';

/** In wire form, with amounts as strings. */
type CatalogAnswer = z.input<typeof Catalog>;

const UNITS: Readonly<Record<string, string>> = {
  files: 'file',
  kibibytes_256: '256 KiB',
  endpoints: 'endpoint',
  mutating_endpoints: 'endpoint that changes something',
  tools: 'tool',
  source_lines_500: '500 lines of source',
};

const REFUND_POLICY =
  'A review that the service cannot complete is refunded in full. A decided review is not refunded.';

const { inlineFilesMax, inlineBytesMax, repositoryFilesMax, unpackedBytesMax, fileBytesMax, skillMdBytesMax } =
  BUNDLE_LIMITS;
const LIMITS = { inlineFilesMax, inlineBytesMax, repositoryFilesMax, unpackedBytesMax, fileBytesMax, skillMdBytesMax };

/** Everything that a developer needs to know before a submission. */
export function toCatalog(
  about: Pick<CatalogAnswer, 'payment' | 'reviewTime' | 'policyVersion' | 'readers' | 'peopleOnly'>,
): CatalogAnswer {
  return {
    products: PRODUCT_TYPES.flatMap((productType) => {
      const product = PRODUCTS[productType];
      if (product === undefined) return [];
      const { base, drivers } = PRICE_LIST[productType];
      return {
        productType,
        title: product.title,
        base: { amount: base.toString(), currency: 'USDC', decimals: 6 },
        drivers: drivers.map(({ code, freeUnits, unitAmount }) => ({
          code,
          unit: UNITS[code] ?? code,
          freeUnits,
          unitAmount: unitAmount.toString(),
        })),
        accepts: [...product.accepts],
        limits: LIMITS,
      };
    }),
    payment: about.payment,
    refundPolicy: REFUND_POLICY,
    reviewTime: about.reviewTime,
    readers: about.readers,
    readersSha256: readersSha256Of(about.readers),
    peopleOnly: about.peopleOnly,
    policyVersion: about.policyVersion,
  };
}

/** The payment part of the catalogue. Without a chain, payment is impossible. */
export const toPaymentTerms = (offer: PaymentChain['offer'] | undefined): CatalogAnswer['payment'] =>
  offer === undefined
    ? { networks: [], x402Versions: [] }
    : {
        networks: [
          {
            network: offer.network,
            embedded: offer.embedded,
            asset: offer.asset,
            payTo: offer.payTo,
            confirmations: offer.confirmations,
          },
        ],
        x402Versions: [1, 2],
      };
