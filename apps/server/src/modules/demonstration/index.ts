export { seedDemonstration } from './demonstration.ts';
