export { passagesOf } from '../model-review/passages.ts';
export { maskSecrets } from './masking.ts';
export { type SarifTarget, toSarif } from './sarif/index.ts';
