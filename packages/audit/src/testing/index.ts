export { reviewed } from './reviewed.ts';
