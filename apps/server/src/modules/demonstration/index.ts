export { createDemonstration, type Demonstration } from './demonstration.ts';
