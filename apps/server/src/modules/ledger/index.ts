export { type ChainStore, chainStore } from './chain.store.ts';
export { type InspectionStore, inspectionStore } from './inspection.store.ts';
export {
  type Account,
  type AccountTerms,
  type Booking,
  BookingRefused,
  type Currency,
  type Journal,
  LEDGER_LIMITS,
  LedgerAccountId,
  type Owner,
  type Posting,
  type Refusal,
  type StatementLine,
} from './journal.ts';
export { createLedger, type Ledger } from './ledger.service.ts';
export { type LedgerStore, ledgerStore } from './ledger.store.ts';
export { SEAL_BATCH_MAX, sealBatch } from './seal.service.ts';
export { type LedgerFinding, type LedgerReport, verifyLedger } from './verify.service.ts';
