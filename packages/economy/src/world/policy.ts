/** City policy: proposals, votes, guards, and the effect of a decision. */
import { PROPOSAL_PAYLOADS } from '@assay/protocol';
import { emit } from './events.ts';
import { clamp } from './exact.ts';
import { cityId, worldId } from './ids.ts';
import { isUnemployed } from './labour.ts';
import { POLICY_CODES } from './layout.ts';
import { HOURS_PER_DAY, PUBLIC_ROLES } from './params.ts';
import type { Proposal } from './side.ts';
import type { World } from './state.ts';
import { figureOf, HEALTH } from './statistics.ts';
import { publicPay } from './steps/incomes.ts';

const OPEN_TICKS = 7 * HOURS_PER_DAY;
const QUORUM = 0.1;
const YEARLY_TAX_CHANGE = 0.1;
export const FACTOR_RANGE = [0.75, 1.25] as const;
/** How long decided proposals are kept. */
const REMEMBERED_TICKS = 12 * 28 * HOURS_PER_DAY;

type Change =
  | { readonly type: 'TAX_CHANGE'; readonly tax: 'income' | 'profit'; readonly rate: number }
  | { readonly type: 'BENEFIT'; readonly share: number }
  | { readonly type: 'PUBLIC_POSTS'; readonly share: number }
  | { readonly type: 'PUBLIC_WAGE'; readonly factor: number; readonly roles: readonly number[] }
  | { readonly type: 'HOUSING'; readonly budget: number };

export const roleNumbers = (roles: readonly string[] | undefined): number[] =>
  roles === undefined
    ? PUBLIC_ROLES.map((_, place) => place)
    : roles.map((role) => (PUBLIC_ROLES as readonly string[]).indexOf(role)).filter((place) => place >= 0);

/** The change described by a payload; undefined when it does not match its type. */
export function readChange(type: Proposal['type'], payload: unknown): Change | undefined {
  switch (type) {
    case 'TAX_CHANGE': {
      const { data } = PROPOSAL_PAYLOADS.TAX_CHANGE.safeParse(payload);
      return data && { type, tax: data.tax, rate: data.bp / 10_000 };
    }
    case 'HOUSING': {
      const { data } = PROPOSAL_PAYLOADS.HOUSING.safeParse(payload);
      return data && { type, budget: Number(data.budget) };
    }
    case 'PUBLIC_WAGE': {
      const { data } = PROPOSAL_PAYLOADS.PUBLIC_WAGE.safeParse(payload);
      return data && { type, factor: data.factorBp / 10_000, roles: roleNumbers(data.roles) };
    }
    default: {
      const { data } = PROPOSAL_PAYLOADS[type].safeParse(payload);
      return data && { type, share: data.bp / 10_000 };
    }
  }
}

export function openProposal(w: World, proposal: Pick<Proposal, 'city' | 'type' | 'payload' | 'proposer'>): Proposal {
  const opened: Proposal = {
    id: w.side.nextId++,
    city: proposal.city,
    type: proposal.type,
    payload: proposal.payload,
    proposer: proposal.proposer,
    state: 'OPEN',
    yes: [proposal.proposer],
    no: [],
    quorum: Math.ceil(QUORUM * w.city.population[proposal.city]),
    openedTick: w.tick,
    closesTick: w.tick + OPEN_TICKS,
  };
  w.side.proposals.push(opened);
  const subject = { type: 'proposal', id: worldId(w, 'proposal', opened.id) };
  emit(w, 'proposal.submitted', {
    actor: opened.proposer,
    city: opened.city,
    subject,
    data: { type: opened.type, payload: opened.payload },
  });
  return opened;
}

/** The additional monthly cost of the change. Guards compare it with the treasury. */
function monthlyCost(w: World, c: number, change: Change): number {
  const { publicWage, benefit, publicPosts, unemployed, population } = w.city;
  if (change.type === 'BENEFIT') return Math.max(0, (change.share - benefit[c]) * publicWage[c] * unemployed[c]);
  if (change.type === 'PUBLIC_POSTS')
    return Math.max(0, (change.share - publicPosts[c]) * population[c] * publicWage[c]);
  if (change.type === 'PUBLIC_WAGE')
    return Math.max(0, (change.factor - 1) * publicPosts[c] * population[c] * publicWage[c]);
  return change.type === 'HOUSING' ? change.budget : 0;
}

/** Returns `policy_guard` or null. */
export function guardOf(w: World, c: number, change: Change): string | null {
  if (change.type === 'TAX_CHANGE') {
    const place = change.tax === 'income' ? 0 : 1;
    const now = change.tax === 'income' ? w.city.incomeTax[c] : w.city.profitTax[c];
    const health = HEALTH[w.city.health[c]];
    const isDownturn = health === 'RECESSION' || health === 'CRISIS';
    if (change.rate > now && isDownturn) return 'policy_guard';
    return Math.abs(change.rate - w.city.taxYearStart[c * 2 + place]) > YEARLY_TAX_CHANGE + 1e-9
      ? 'policy_guard'
      : null;
  }
  return monthlyCost(w, c, change) > w.city.deposit[c] ? 'policy_guard' : null;
}

type PolicyEffect = { readonly code: string; readonly before: unknown; readonly after: unknown };

const bp = (share: number): number => Math.round(share * 10_000);

/** Applies the change and emits its event. */
export function enact(w: World, c: number, change: Change): PolicyEffect {
  const effect = pull(w, c, change);
  const place = (POLICY_CODES as readonly string[]).indexOf(effect.code);
  w.city.policyTick[c * POLICY_CODES.length + place] = w.tick;
  emit(w, 'city.policy_changed', { city: c, subject: { type: 'city', id: cityId(w, c) }, data: effect });
  return effect;
}

function pull(w: World, c: number, change: Change): PolicyEffect {
  const { city } = w;
  if (change.type === 'TAX_CHANGE') {
    const column = change.tax === 'income' ? city.incomeTax : city.profitTax;
    const before = bp(column[c]);
    column[c] = change.rate;
    return { code: change.tax === 'income' ? 'INCOME_TAX' : 'PROFIT_TAX', before, after: bp(change.rate) };
  }
  if (change.type === 'HOUSING') {
    const before = String(city.buildingBudget[c]);
    city.buildingBudget[c] = change.budget;
    return { code: 'BUILDING_BUDGET', before, after: String(change.budget) };
  }
  if (change.type === 'PUBLIC_WAGE') {
    const start = c * PUBLIC_ROLES.length;
    const before = bp(city.salaryFactor[start]);
    for (const role of change.roles)
      city.salaryFactor[start + role] = clamp(change.factor, FACTOR_RANGE[0], FACTOR_RANGE[1]);
    return { code: 'SALARY_FACTOR', before, after: bp(change.factor) };
  }
  const column = change.type === 'BENEFIT' ? city.benefit : city.publicPosts;
  const before = bp(column[c]);
  column[c] = change.share;
  return { code: change.type, before, after: bp(change.share) };
}

/** Closes the votes that are due. */
export function closeVotes(w: World): void {
  for (const proposal of w.side.proposals) {
    if (proposal.state !== 'OPEN' || proposal.closesTick > w.tick) continue;
    const votes = proposal.yes.length + proposal.no.length;
    proposal.quorum = Math.ceil(QUORUM * w.city.population[proposal.city]);
    proposal.state = votes >= proposal.quorum && proposal.yes.length > proposal.no.length ? 'PASSED' : 'FAILED';
    emitDecision(w, proposal);
  }
}

export function emitDecision(w: World, proposal: Proposal): void {
  const subject = { type: 'proposal', id: worldId(w, 'proposal', proposal.id) };
  const data = {
    decision: proposal.state,
    votes: { yes: proposal.yes.length, no: proposal.no.length, quorum: proposal.quorum },
  };
  emit(w, 'proposal.decided', { city: proposal.city, subject, data });
}

/** At the start of a month: enacts passed proposals whose guards hold. The others wait for an operator. */
export function enactPassed(w: World): void {
  if (w.tick % (12 * 28 * HOURS_PER_DAY) === 0) startTaxYear(w);
  for (const proposal of w.side.proposals) {
    if (proposal.state !== 'PASSED') continue;
    const change = readChange(proposal.type, proposal.payload);
    if (change === undefined || guardOf(w, proposal.city, change) !== null) continue;
    enact(w, proposal.city, change);
    proposal.state = 'ENACTED';
    emitDecision(w, proposal);
  }
  w.side.proposals = w.side.proposals.filter(
    ({ state, closesTick }) => state === 'OPEN' || state === 'PASSED' || closesTick > w.tick - REMEMBERED_TICKS,
  );
}

function startTaxYear(w: World): void {
  for (let c = 0; c < w.rows.city; c++) {
    w.city.taxYearStart[c * 2] = w.city.incomeTax[c];
    w.city.taxYearStart[c * 2 + 1] = w.city.profitTax[c];
  }
}

/** The weight that the cost of public posts has for residents who would hold none. */
const POST_COST = 0.3;

/** What the actor gains beyond a mean resident: public money comes from the residents and returns to them per head. */
function interestOf(w: World, h: number, change: Change): number | undefined {
  const c = w.actor.city[h];
  const { incomeTax, profitTax, benefit, publicPosts, publicWage, unemployed, population } = w.city;
  const out = unemployed[c] / Math.max(1, population[c]);
  const hasNoJob = isUnemployed(w, h);
  if (change.type === 'BENEFIT') return (change.share - benefit[c]) * ((hasNoJob ? 1 : 0) - out);
  if (change.type === 'PUBLIC_POSTS')
    return (change.share - publicPosts[c]) * ((hasNoJob || w.actor.publicPost[h] > 0 ? 1 : 0) - POST_COST);
  if (change.type !== 'TAX_CHANGE') return undefined;
  if (change.tax === 'income') return (incomeTax[c] - change.rate) * (w.actor.gross[h] - (1 - out) * publicWage[c]);
  return (profitTax[c] - change.rate) * (w.lists.owners.has(h) ? 1 : -1);
}

/** The effect of the change on this actor's month. Its sign decides the vote. */
export function gainOf(w: World, h: number, change: Change): number {
  const interest = w.params.switches.residentProposals === true ? interestOf(w, h, change) : undefined;
  if (interest !== undefined) return interest;
  const c = w.actor.city[h];
  const { publicPost, gross, income, home } = w.actor;
  const isServant = publicPost[h] > 0;
  if (change.type === 'TAX_CHANGE')
    return change.tax === 'income'
      ? (w.city.incomeTax[c] - change.rate) * Math.max(gross[h], income[h])
      : w.city.profitTax[c] - change.rate;
  if (change.type === 'BENEFIT') return (change.share - w.city.benefit[c]) * (isUnemployed(w, h) ? 1 : -0.2);
  if (change.type === 'PUBLIC_POSTS')
    return (change.share - w.city.publicPosts[c]) * (isUnemployed(w, h) || isServant ? 1 : -0.2);
  if (change.type === 'PUBLIC_WAGE')
    return isServant ? change.factor * w.city.publicWage[c] - publicPay(w, c, publicPost[h] - 1) : 1 - change.factor;
  return home[h] < 0 || w.dwelling.owner[home[h]] !== h ? change.budget : -1;
}

/** Months that the treasury lasts, by the last month's figures. Long when there is none yet. */
export const runwayOf = (w: World, c: number): number => figureOf(w, c, 'treasury.runwayMonths') ?? 120;
