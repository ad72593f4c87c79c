export type { ToolPin, ToolPins } from '../model.ts';
export { readListHead } from './head.ts';
