export { maskSecrets } from '@assay/analysis/result/masking';
export { type SarifTarget, toSarif } from './sarif/index.ts';
