export { openLab } from './lab/lab.ts';
export { loadParserAssets } from './parser-assets.ts';
export { type AuditPool, createAuditPool } from './pool.ts';
