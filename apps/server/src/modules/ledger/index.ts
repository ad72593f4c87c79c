export { chainStore } from './chain.store.ts';
export { inspectionStore } from './inspection.store.ts';
export { type Account, type Booking, BookingRefused, type Currency, type Owner } from './journal.ts';
export { createLedger, type Ledger } from './ledger.service.ts';
export { ledgerStore } from './ledger.store.ts';
export { SEAL_BATCH_MAX, sealBatch } from './seal.service.ts';
export { verifyLedger } from './verify.service.ts';
