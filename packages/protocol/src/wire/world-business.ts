/** Businesses, loans, wallets and payments between them. Amounts are in marks. */
import { z } from 'zod';
import {
  ActorId,
  Address,
  BusinessId,
  CertificateId,
  CityId,
  EventId,
  Hash32,
  JournalId,
  LoanId,
  ProposalId,
} from '../ids.ts';
import {
  Amount,
  Bp,
  Count,
  IntentMarks,
  JsonObject,
  Marks,
  Network,
  Ratio,
  Ref,
  SignedAmount,
  Tick,
  Time,
} from './common.ts';

export const Sector = z.enum(['FOOD', 'GOODS', 'SERVICES', 'CONSTRUCTION', 'BANK', 'AUDIT']).meta({ id: 'Sector' });
export type Sector = z.infer<typeof Sector>;

/** The business types of each sector. */
export const BUSINESS_TYPES = {
  FOOD: ['FARM', 'BAKERY', 'MARKET', 'KITCHEN'],
  GOODS: ['WORKSHOP', 'MILL', 'STORE', 'PRESS'],
  SERVICES: ['CLINIC', 'SCHOOL', 'THEATRE', 'TAVERN', 'BATHHOUSE', 'COURIER'],
  CONSTRUCTION: ['BUILDER', 'CARPENTER'],
  BANK: ['BANK'],
  AUDIT: ['AUDIT_OFFICE'],
} as const satisfies Record<Sector, readonly string[]>;
export const BusinessType = z.enum([
  ...BUSINESS_TYPES.FOOD,
  ...BUSINESS_TYPES.GOODS,
  ...BUSINESS_TYPES.SERVICES,
  ...BUSINESS_TYPES.CONSTRUCTION,
  ...BUSINESS_TYPES.BANK,
  ...BUSINESS_TYPES.AUDIT,
]);
export type BusinessType = z.infer<typeof BusinessType>;

export const BusinessSummary = z
  .object({
    id: BusinessId,
    name: z.string(),
    sector: Sector,
    type: BusinessType,
    cityId: CityId,
    ownerId: ActorId.nullable().describe('Null for a founding bank, which has no owner.'),
    status: z.enum(['ACTIVE', 'INSOLVENT', 'BANKRUPT', 'CLOSED']),
    workers: Count,
    vacancies: Count,
    unitPrice: Marks.nullable(),
    wage: Marks,
    salePrice: Marks.nullable(),
    foundedTick: Tick,
  })
  .meta({ id: 'BusinessSummary' });
export type BusinessSummary = z.infer<typeof BusinessSummary>;

export const EQUIPPED_SKILLS_MAX = 3;
export const BUSINESS_HISTORY_MONTHS_MAX = 24;
const UntilTick = Tick.nullable().describe(
  'The value that the owner has set applies until this tick; null if the owner has set none.',
);

export const Business = BusinessSummary.extend({
  balance: Marks,
  debt: Marks,
  inventory: Ratio,
  expectedDemand: Ratio,
  productivity: Ratio,
  salesMonth: Marks,
  profitMonth: SignedAmount,
  missedPayrolls: Count,
  manual: z.object({ price: UntilTick, wage: UntilTick, hiring: UntilTick, credit: UntilTick }),
  equippedSkills: z
    .array(z.object({ certificateId: CertificateId, name: z.string(), valid: z.boolean(), bonusBp: Bp }))
    .max(EQUIPPED_SKILLS_MAX),
  bank: z
    .object({
      equity: SignedAmount,
      loansOut: Marks,
      capitalRatio: Ratio,
      rateBpMonth: Bp,
      spreadBp: Bp,
      maxLeverageBp: Count,
    })
    .nullable(),
  history: z
    .array(
      z.object({
        tick: Tick,
        unitPrice: Marks.nullable(),
        wage: Marks,
        workers: Count,
        sales: Marks,
        profit: SignedAmount,
      }),
    )
    .max(BUSINESS_HISTORY_MONTHS_MAX),
  asOfTick: Tick,
}).meta({ id: 'Business' });
export type Business = z.infer<typeof Business>;

export const Payroll = z
  .object({
    businessId: BusinessId,
    employees: z.array(
      z.object({
        actorId: ActorId,
        name: z.string(),
        role: z.string(),
        grade: Count,
        wage: Marks,
        state: z.enum(['ACTIVE', 'ENDED']),
        hiredTick: Tick,
        endedTick: Tick.nullable(),
        lastPaidTick: Tick.nullable(),
      }),
    ),
    items: z.array(
      z.object({
        id: z.string(),
        tick: Tick,
        actorId: ActorId,
        gross: Marks,
        tax: Marks,
        net: Marks,
        paidBp: Bp.describe('Paid share of the contracted wage, in basis points.'),
        journalId: JournalId.nullable(),
      }),
    ),
    totals: z.object({ workers: Count, gross: Marks, tax: Marks, net: Marks }).describe('Totals for the last month.'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'Payroll' });
export type Payroll = z.infer<typeof Payroll>;

export const LOAN_PAYMENTS_MAX = 24;

export const Loan = z
  .object({
    id: LoanId,
    bankId: BusinessId,
    borrower: z.object({ type: z.enum(['actor', 'business']), id: z.string() }),
    principal: Marks,
    outstanding: Marks,
    rateBpMonth: Bp,
    instalment: Marks,
    issuedTick: Tick,
    dueTick: Tick.nullable().describe('Null for a business, which repays a share of its debt every month.'),
    status: z.enum(['ACTIVE', 'REPAID', 'DEFAULTED', 'WRITTEN_OFF']),
    payments: z.array(z.object({ tick: Tick, principal: Marks, interest: Marks })).max(LOAN_PAYMENTS_MAX),
  })
  .meta({ id: 'Loan' });
export type Loan = z.infer<typeof Loan>;

/** A public vacancy has a role and no business. */
export const Vacancy = z
  .object({
    businessId: BusinessId.nullable(),
    cityId: CityId,
    role: z.string().nullable(),
    wage: Marks,
    count: Count,
    postedTick: Tick,
  })
  .meta({ id: 'Vacancy' });
export type Vacancy = z.infer<typeof Vacancy>;

export const PublicRole = z.enum(['DOCTOR', 'TEACHER', 'NURSE', 'POLICE', 'CLERK']);
export type PublicRole = z.infer<typeof PublicRole>;

export const ProposalType = z.enum(['TAX_CHANGE', 'BENEFIT', 'PUBLIC_POSTS', 'PUBLIC_WAGE', 'HOUSING']);
export type ProposalType = z.infer<typeof ProposalType>;

/** The payload of each proposal type. */
export const PROPOSAL_PAYLOADS = {
  TAX_CHANGE: z.strictObject({ tax: z.enum(['income', 'profit']), bp: z.int().min(500).max(3_000) }),
  BENEFIT: z.strictObject({ bp: z.int().min(2_000).max(6_000) }),
  PUBLIC_POSTS: z.strictObject({ bp: z.int().min(500).max(1_500) }),
  PUBLIC_WAGE: z.strictObject({
    factorBp: z.int().min(7_500).max(12_500),
    roles: z.array(PublicRole).min(1).max(PublicRole.options.length).optional(),
  }),
  HOUSING: z.strictObject({ budget: IntentMarks }),
} as const satisfies Record<ProposalType, z.ZodType>;

/**
 * The members of all payloads. The proposal type determines which are required and their ranges; the service checks
 * this when it executes the intent.
 */
export const ProposalPayload = z
  .strictObject({
    tax: PROPOSAL_PAYLOADS.TAX_CHANGE.shape.tax,
    bp: z.int(),
    factorBp: z.int(),
    roles: z.array(PublicRole).max(PublicRole.options.length),
    budget: PROPOSAL_PAYLOADS.HOUSING.shape.budget,
  })
  .partial();

export const Proposal = z
  .object({
    id: ProposalId,
    cityId: CityId,
    type: ProposalType,
    payload: JsonObject,
    proposerId: ActorId,
    state: z.enum(['OPEN', 'PASSED', 'FAILED', 'ENACTED', 'REJECTED']),
    votes: z.object({ yes: Count, no: Count, quorum: Count }),
    openedTick: Tick,
    closesTick: Tick,
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

/** `available` is `balance` minus `locked`. `onChain` is null when the chain does not answer in time. */
export const Wallet = z
  .object({
    actorId: ActorId,
    currency: z.literal('MARK'),
    decimals: z.literal(6),
    balance: Marks,
    locked: Marks,
    available: Marks,
    debt: Marks,
    breakdown: z.object({ stake: Marks, bonds: Marks, escrow: Marks, vesting: Marks }),
    incomeMonth: Marks,
    spendMonth: Marks,
    granted: Marks.describe(
      'Granted marks, and as many as the actor owes to a bank. They can be spent on goods, rent, study and licences, but cannot be given away, staked or bonded.',
    ),
    settlement: z
      .object({ state: z.enum(['VISITOR', 'ENTERING', 'OWED', 'SETTLED']), amount: Marks, dueTick: Tick.nullable() })
      .describe(
        'Whether the actor is a visitor (until its first intent), and the settlement grant that it has not received yet.',
      ),
    onChain: z.object({ walletAddress: Address, network: Network, usdc: Amount, asy: Amount }).nullable(),
    asOfTick: Tick,
  })
  .meta({ id: 'Wallet' });
export type Wallet = z.infer<typeof Wallet>;

export const ACTOR_MONTHS_MAX = 24;

export const ActorMonths = z
  .object({
    months: z
      .array(
        z.object({
          startTick: Tick,
          income: Marks,
          spending: Marks,
          balance: Marks.describe(
            'Balance without locked amounts, at the end of the month or, for the current month, now.',
          ),
        }),
      )
      .max(ACTOR_MONTHS_MAX)
      .describe('Oldest first, without months in which no money moved. Empty for residents without a wallet.'),
    asOfTick: Tick,
  })
  .meta({ id: 'ActorMonths' });
export type ActorMonths = z.infer<typeof ActorMonths>;

export const TRANSACTION_KINDS = [
  'WAGE',
  'TAX',
  'BENEFIT',
  'GRANT',
  'REBATE',
  'COMMONS',
  'RENT',
  'GOODS',
  'BUILDING',
  'PROPERTY',
  'FEE',
  'TRANSFER',
  'LOAN',
  'INTEREST',
  'DIVIDEND',
  'CAPITAL',
  'STAKE',
  'REWARD',
  'SLASH',
  'BOND',
  'PLUGIN',
  'LISTING',
  'TOPUP',
  'OTHER',
] as const;

export const Transaction = z
  .object({
    id: z.string(),
    journalId: JournalId,
    tick: Tick,
    occurredAt: Time,
    kind: z.enum(TRANSACTION_KINDS),
    amount: SignedAmount,
    balanceAfter: Marks.describe(
      "Balance after the transaction, including stake, bonds and vesting, like the wallet's `balance`.",
    ),
    availableAfter: Marks.describe("Spendable amount after the transaction, like the wallet's `available`."),
    counterparty: Ref.extend({ name: z.string() }).nullable(),
    memo: z.string().nullable(),
    eventId: EventId.nullable(),
    txHash: Hash32.nullable(),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.infer<typeof Transaction>;
