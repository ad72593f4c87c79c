export { maskSecrets } from './masking.ts';
export { type SarifTarget, toSarif } from './sarif/index.ts';
