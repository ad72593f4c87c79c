export { EVIDENCE_CLASSES, type EvidenceClass, evidenceClassOf } from './evidence-class.ts';
export { maskSecrets } from './masking.ts';
export { type SarifTarget, toSarif } from './sarif/index.ts';
