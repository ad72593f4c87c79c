export { readApiHead } from './head.ts';
