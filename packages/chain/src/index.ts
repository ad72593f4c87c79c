export type { Address, Hex, LocalAccount } from 'viem';
export { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
export { AssayToken, CertificateRegistry } from './contracts/artifacts.ts';
export { type Clock, JournalDivergedError } from './embedded/block-writer.ts';
export type { ChainJournal, JournalEntry } from './embedded/chain-journal.ts';
export type { Block } from './embedded/edr-node.ts';
export { type EmbeddedChain, type EmbeddedChainOptions, startEmbeddedChain } from './embedded/embedded-chain.ts';
export { EMBEDDED_CHAIN_ID, EMBEDDED_USDC_ADDRESS } from './embedded/genesis.ts';
export {
  inspectTransfer,
  readTokenBalance,
  signTokenTransfer,
  type TokenPayment,
  type TokenTransfer,
  type TransferInspection,
} from './payments/token-transfer.ts';
export {
  decideTransfer,
  type TransferMatch,
  type TransferMismatch,
  type TransferTerms,
} from './payments/transfer.policy.ts';
export { certificateKey } from './registry/certificate-key.ts';
export { deployRegistry } from './registry/deploy-registry.ts';
export { buildMerkleBatch, type MerkleBatch } from './registry/merkle-tree.ts';
export {
  type Commit,
  type CommitPlace,
  createRegistryClient,
  type RegistryClient,
  type RegistryRevert,
  type RegistryStatus,
  type RootRecord,
} from './registry/registry-client.ts';
export {
  type ChainClient,
  type ChainClientOptions,
  checkRpcUrls,
  createChainClient,
  type RpcHealth,
} from './rpc/chain-client.ts';
export { ChainUnavailableError, isChainUnavailable, WrongChainError } from './rpc/chain-errors.ts';
export { bumpFees, type Fees } from './transactions/fees.policy.ts';
export {
  type BlockPlace,
  type BroadcastOutcome,
  type BroadcastRefusal,
  type Confirmations,
  createTransactionFeed,
  type TransactionFeed,
  type TransactionStatus,
} from './transactions/transaction-feed.ts';
export {
  createTransactionSigner,
  type SignedTransaction,
  type TransactionSigner,
  type TransactionSlot,
} from './transactions/transaction-signer.ts';
export {
  createTransactionSubmitter,
  type SubmitOutcome,
  type TransactionSubmitter,
} from './transactions/transaction-submitter.ts';
export { isSignedBy } from './wallets/wallet-signatures.ts';
export { type AuthorizationStatus, findAuthorizationStatus } from './x402/authorization-lookup.ts';
export { decodeBase64Json, encodeBase64Json } from './x402/base64-json.ts';
export {
  type Authorization,
  type ExactPayment,
  type ExactPaymentOutcome,
  parseExactPayment,
} from './x402/exact-payment.ts';
export {
  type Facilitator,
  type SettleOutcome,
  type SettleResult,
  toSettleResult,
  type VerifyOutcome,
} from './x402/facilitator.ts';
export { createHttpFacilitator } from './x402/http-facilitator.ts';
export { createLocalFacilitator, type LocalFacilitatorDeps } from './x402/local-facilitator.ts';
export {
  type PaymentHeader,
  type PaymentHeaderRefusal,
  type PaymentHeaders,
  readPaymentHeaders,
} from './x402/payment-header.ts';
export {
  findAuthorizationMismatch,
  findOfferMismatch,
  type OfferMember,
  type PaymentClaim,
  toPaymentClaim,
} from './x402/payment-mismatch.policy.ts';
export { findV1NetworkName, type PaymentNetwork, toCaip2 } from './x402/payment-network.ts';
export {
  type PaymentTerms,
  toPaymentRequiredV1,
  toPaymentRequiredV2,
  toRequirementsV2,
} from './x402/payment-terms.ts';
