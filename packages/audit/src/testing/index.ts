export { pointsAt, reviewed } from './reviewed.ts';
