export {
  CANARY_POT,
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
export { type Purse, refusingOverdraft } from './purse.service.ts';
