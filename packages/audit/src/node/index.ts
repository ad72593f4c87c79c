export { loadParserAssets } from '@assay/analysis/node/parser-assets';
export { type AuditPool, createAuditPool } from './pool.ts';
