/** Wires the validators: first what the council needs of them inside its transactions, then the rest. */
import type { RandomBytes } from '@assay/protocol';
import {
  createBench,
  createEscrow,
  createMarkBooks,
  createSettlements,
  createSlashing,
  createStanding,
  createValidatorEvents,
} from './modules/validators/index.ts';

type Needs = { readonly random: RandomBytes; readonly clock: { now(): Date } };

/** Acts on the stores of whoever calls, so it is there before any store is. */
export function composeBench({ random, clock }: Needs) {
  const books = createMarkBooks({ random, clock });
  const events = createValidatorEvents({ random, clock });
  const standing = createStanding({ events, clock });
  const slashing = createSlashing({ books, standing, events, clock });
  const settlements = createSettlements({ books, events, clock });
  const bench = createBench({ standing, slashing, settlements, clock });
  return { bench, books, events, standing, slashing, escrow: createEscrow({ books, random, clock }) };
}
