export { ACCESS_LISTS } from './access-lists.ts';
export {
  buildFinding,
  buildManifest,
  buildPayload,
  buildPayloadV1,
  buildRound,
  CERTIFICATE_ID,
  ENGINE_REVIEWER,
  hash32Of,
  MODEL_REVIEWER,
  SUBMISSION_ID,
  sha256Of,
  TIME,
} from './certificate.builder.ts';
export { createTestWallet, type TestWallet } from './test-wallet.ts';
