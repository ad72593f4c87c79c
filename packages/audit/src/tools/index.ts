export type { ToolPins } from '../model.ts';
export { readListHead } from './head.ts';
