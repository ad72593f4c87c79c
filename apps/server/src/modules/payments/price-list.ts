import type { ProductType } from '@assay/protocol';

/** The price of each unit beyond the free ones. */
export type PriceDriver = { readonly code: string; readonly freeUnits: number; readonly unitAmount: bigint };
type Price = { readonly base: bigint; readonly drivers: readonly PriceDriver[] };

const files: PriceDriver = { code: 'files', freeUnits: 50, unitAmount: 10_000n };
const kibibytes: PriceDriver = { code: 'kibibytes_256', freeUnits: 4, unitAmount: 50_000n };
const endpoints: PriceDriver = { code: 'endpoints', freeUnits: 25, unitAmount: 20_000n };
const mutatingEndpoints: PriceDriver = { code: 'mutating_endpoints', freeUnits: 10, unitAmount: 30_000n };
const tools: PriceDriver = { code: 'tools', freeUnits: 25, unitAmount: 20_000n };
const sourceLines: PriceDriver = { code: 'source_lines_500', freeUnits: 2, unitAmount: 500_000n };

/** USDC in millionths. Ordinary submissions cost at most 1 USDC, because x402 clients refuse more by default. */
export const PRICE_LIST: Readonly<Record<ProductType, Price>> = {
  SKILL: { base: 900_000n, drivers: [files, kibibytes] },
  API: { base: 900_000n, drivers: [endpoints, mutatingEndpoints] },
  'SKILL+API': { base: 990_000n, drivers: [files, kibibytes, endpoints, mutatingEndpoints] },
  TOOL: { base: 900_000n, drivers: [tools, files] },
  CONTRACT: { base: 5_000_000n, drivers: [sourceLines] },
};
