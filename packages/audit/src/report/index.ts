export { EVIDENCE_CLASSES, type EvidenceClass, evidenceClassOf } from '@assay/analysis/result/evidence-class';
export { maskSecrets } from '@assay/analysis/result/masking';
export { type SarifTarget, toSarif } from './sarif/index.ts';
