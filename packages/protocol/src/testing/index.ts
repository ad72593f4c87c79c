export { ACCESS_LISTS } from './access-lists.ts';
export { buildFinding, buildManifest, buildPayload, buildRound, CERTIFICATE_ID } from './certificate.builder.ts';
export { createTestWallet, type TestWallet } from './test-wallet.ts';
