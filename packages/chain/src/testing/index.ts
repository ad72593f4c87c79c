// For tests of other packages that need a chain.
export {
  isAuthorizationUsed,
  newAuthorization,
  type SignedTerms,
  sendAuthorization,
  signAuthorization,
  signCancellation,
  type TokenDomain,
} from './authorizations.ts';
export { deployWalletFactory, type WalletFactory } from './contract-wallets.ts';
export { type Fault, type FaultyRpc, startFaultyRpc } from './faulty-rpc.ts';
export { createMemoryJournal, type MemoryJournal } from './memory-journal.ts';
export { type SpawnedFacilitator, spawnFacilitator } from './spawn-facilitator.ts';
export { FAUCET_KEY, operator, reorganise, startTestChain, systemClock, type TestChain } from './test-chain.ts';
