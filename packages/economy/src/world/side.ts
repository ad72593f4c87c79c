/** Small irregular objects, stored in the state as JSON. */

export type QueuedIntent = {
  readonly id: string;
  readonly actor: number;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly priority: number;
  readonly source: 'owner_suggestion' | 'agent_autonomous' | 'system';
  readonly ordinal: number;
  readonly submittedTick: number;
  readonly notBeforeTick: number;
  readonly expiresAtTick: number;
  readonly rewrittenFrom: string | null;
};

export type Project = {
  readonly id: number;
  readonly city: number;
  readonly tier: number;
  /** The account that pays each stage. */
  readonly payer: number;
  /** The owner of the finished dwelling; −1 for the city. */
  readonly owner: number;
  readonly forSale: boolean;
  remaining: number;
  stage: number;
  readonly orderedTick: number;
};

export type Consent = {
  readonly id: number;
  readonly type: 'PARTNERSHIP' | 'ALLIANCE' | 'MENTORSHIP' | 'SHARED_HOME' | 'TRADE' | 'MOVE_TOGETHER';
  readonly from: number;
  readonly to: number;
  state: 'PENDING' | 'ACTIVE' | 'DECLINED' | 'ENDED' | 'EXPIRED' | 'WITHDRAWN';
  readonly terms: Readonly<Record<string, unknown>>;
  /** TRADE: the amount that may still be charged. */
  left: number;
  readonly createdTick: number;
  expiresTick: number | null;
};

export type Item = {
  readonly id: number;
  owner: number;
  readonly kind: 'RATION' | 'HOUSEHOLD_GOOD' | 'KEEPSAKE' | 'SKILL_LICENCE' | 'REVIEW_LICENCE' | 'DEED';
  readonly name: string;
  quantity: number;
  quality: number;
  readonly ref: { readonly type: 'certificate' | 'track' | 'property'; readonly id: string } | null;
  readonly unitCost: number | null;
  acquiredTick: number;
};

export type Proposal = {
  readonly id: number;
  readonly city: number;
  readonly type: 'TAX_CHANGE' | 'BENEFIT' | 'PUBLIC_POSTS' | 'PUBLIC_WAGE' | 'HOUSING';
  readonly payload: Readonly<Record<string, unknown>>;
  readonly proposer: number;
  state: 'OPEN' | 'PASSED' | 'FAILED' | 'ENACTED' | 'REJECTED';
  readonly yes: number[];
  readonly no: number[];
  quorum: number;
  readonly openedTick: number;
  readonly closesTick: number;
};

/** A personal loan. A business has its rolling debt in its own row. */
export type PersonalLoan = {
  readonly id: number;
  readonly bank: number;
  readonly actor: number;
  readonly principal: number;
  outstanding: number;
  readonly rate: number;
  readonly instalment: number;
  readonly issuedTick: number;
  readonly dueTick: number;
  missed: number;
  status: 'ACTIVE' | 'REPAID' | 'DEFAULTED' | 'WRITTEN_OFF';
};

/** `business.skills` refers to indexes of this list, so entries are never removed. */
type Certificate = {
  readonly id: string;
  readonly name: string;
  valid: boolean;
  bonusBp: number;
  isFree: boolean;
};

/** An owner's manual setting for an actor, valid until a tick. */
export type Wish = {
  readonly actor: number;
  readonly kind:
    | 'wage'
    | 'savings'
    | 'supplier'
    | 'overtime'
    | 'application'
    | 'publicPost'
    | 'moveHouse'
    | 'founding'
    | 'default';
  readonly value: number;
  readonly other: number;
  readonly untilTick: number;
};

/** Newcomers and their granted marks, by actor row. */
type Arrivals = {
  /** The part of the federal treasury reserved for settlement grants. */
  reserve: number;
  /** Visitors that acted and will become residents. */
  entering: number[];
  /** Residents whose grant the reserve could not pay yet. */
  owed: number[];
  granted: Record<number, number>;
  /** Granted marks that the service holds for purchases. */
  held: { readonly actor: number; readonly reference: string; readonly purpose: string; amount: number }[];
  /** Months of benefits earned by work. */
  worked: Record<number, number>;
};

export type Side = {
  nextId: number;
  nextOrdinal: number;
  intents: QueuedIntent[];
  projects: Project[];
  consents: Consent[];
  items: Item[];
  proposals: Proposal[];
  loans: PersonalLoan[];
  certificates: Certificate[];
  wishes: Wish[];
  dismissals: { readonly business: number; readonly actor: number }[];
  /** Businesses for sale. */
  offers: { readonly business: number; readonly price: number; readonly to: number | null }[];
  /** Transfers of the current day, by giver. */
  transfers: { readonly from: number; readonly to: number; readonly tick: number }[];
  /** External ids and names, by row. */
  actorIds: [number, string][];
  actorNames: [number, string][];
  businessNames: [number, string][];
  cityNames: string[];
  /** Absent in worlds that have not adopted the rule, so that their bytes stay the same. */
  arrivals?: Arrivals;
  salaryChanges: { readonly city: number; readonly roles: number[]; readonly factor: number; readonly tick: number }[];
};

export const emptySide = (): Side => ({
  nextId: 1,
  nextOrdinal: 1,
  intents: [],
  projects: [],
  consents: [],
  items: [],
  proposals: [],
  loans: [],
  certificates: [],
  wishes: [],
  dismissals: [],
  offers: [],
  transfers: [],
  actorIds: [],
  actorNames: [],
  businessNames: [],
  cityNames: [],
  salaryChanges: [],
});
