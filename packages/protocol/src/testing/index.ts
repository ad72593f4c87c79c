export { ACCESS_LISTS } from './access-lists.ts';
export {
  buildFinding,
  buildManifest,
  buildPayload,
  buildRound,
  CERTIFICATE_ID,
  hash32Of,
  SUBMISSION_ID,
  sha256Of,
  TIME,
} from './certificate.builder.ts';
export { createTestWallet, type TestWallet } from './test-wallet.ts';
