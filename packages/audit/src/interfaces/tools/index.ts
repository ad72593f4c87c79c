export type { ToolPins } from '@assay/analysis/types';
export { readListHead } from './head.ts';
