export {
  CANARY_POT,
  COMMONS,
  createMarkBooks,
  escrowOf,
  FINDINGS_POOL,
  ISSUE,
  type MarkBooks,
  type Move,
  type PurseTransaction,
  purseOf,
  RESERVE,
  stakeOf,
  TREASURY,
  vestingOf,
} from './mark-books.ts';
export { createPurse, type Paid, type Payment, type PotAct, type Purse, refusingOverdraft } from './purse.service.ts';
