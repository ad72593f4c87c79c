export { type SarifTarget, toSarif } from './to-sarif.ts';
