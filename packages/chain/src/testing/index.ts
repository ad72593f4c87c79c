// For tests of other packages that need a chain.
export {
  isAuthorizationUsed,
  newAuthorization,
  type SignedTerms,
  sendAuthorization,
  signAuthorization,
} from './authorizations.ts';
export { deployWalletFactory, type WalletFactory } from './contract-wallets.ts';
export { type Fault, type FaultyRpc, startFaultyRpc } from './faulty-rpc.ts';
export { type SpawnedFacilitator, spawnFacilitator } from './spawn-facilitator.ts';
export { operator, reorganise, startTestChain, type TestChain } from './test-chain.ts';
