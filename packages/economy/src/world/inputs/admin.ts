/** Operator writes. Every amount has a source of funds, and homes come from builders. */
import { federalFree } from '../arrivals.ts';
import type { Rows } from '../columns.ts';
import { emit } from '../events.ts';
import { CITY_OWNED } from '../homes.ts';
import { businessId, cityId, cityRow, projectId, sideRow } from '../ids.ts';
import { actorAccount, cityAccount, FEDERAL, issue, mayIssue, moneySupply, move } from '../ledger.ts';
import { PUBLIC_ROLES, TICKS_PER_MONTH, TIERS } from '../params.ts';
import { emitDecision, enact, FACTOR_RANGE, guardOf, readChange, roleNumbers, runwayOf } from '../policy.ts';
import { residents, type World } from '../state.ts';
import { buildersFor, buildingQuote, orderBuilding, STAGES } from '../steps/building.ts';
import { publicPay } from '../steps/incomes.ts';
import { filledPosts } from '../views/business.ts';
import { type AdminInput, done, type Financing, type InputResult, refused, toMinor } from './types.ts';

type Of<Kind extends AdminInput['kind']> = Extract<AdminInput, { kind: Kind }>;

export function runAdmin(w: World, input: AdminInput): InputResult {
  switch (input.kind) {
    case 'admin.expansion':
      return expand(w, input);
    case 'admin.salaries':
      return adjustSalaries(w, input);
    case 'admin.proposal':
      return decideProposal(w, input);
    case 'admin.housing':
      return createHousing(w, input);
    default:
      return refused('unknown_input');
  }
}

const [NEED_UNEMPLOYMENT, NEED_HOMELESS, NEED_RUNWAY] = [0.15, 0.03, 1] as const;

const isEmergency = (w: World, c: number): boolean => {
  const { unemployed, population, homeless } = w.city;
  const people = Math.max(1, population[c]);
  return (
    unemployed[c] / people > NEED_UNEMPLOYMENT || homeless[c] / people > NEED_HOMELESS || runwayOf(w, c) < NEED_RUNWAY
  );
};

/** Moves `amount` into the city's treasury from the given financing. Returns a code when the source cannot cover it. */
function finance(w: World, c: number, amount: number, financing: Financing): string | null {
  if (financing === 'treasury') return w.city.deposit[c] < amount ? 'insufficient_funds' : null;
  if (financing === 'federal') {
    if (federalFree(w) < amount) return 'insufficient_funds';
    move(w, FEDERAL, cityAccount(c), amount, 'GRANT');
    return null;
  }
  if (!mayIssue(w, amount)) return 'policy_guard';
  issue(w, cityAccount(c), amount, 'GRANT');
  const data = { amount, reason: 'federal_issue', reference: cityId(w, c) };
  emit(w, 'money.issued', { city: c, subject: { type: 'city', id: data.reference }, data });
  return null;
}

const cityExcerpt = (w: World, c: number): Record<string, unknown> => ({
  treasury: String(w.city.deposit[c]),
  moneySupply: String(moneySupply(w)),
  publicPosts: filledPosts(w, c),
  underConstruction: w.side.projects.filter(({ city }) => city === c).length,
});

function expand(w: World, input: Of<'admin.expansion'>): InputResult {
  const c = cityRow(w, input.cityId);
  const [amount, perHead] = [toMinor(input.amount), toMinor(input.transferPerHead)];
  if (c === undefined) return refused('city_not_found');
  if (amount === undefined || perHead === undefined) return refused('out_of_range');
  if (!input.isForced && !isEmergency(w, c)) return refused('policy_guard');
  const growthPct = input.financing === 'federal_issue' ? (100 * amount) / moneySupply(w) : 0;
  if (growthPct > input.maxMoneyGrowthPct) return refused('policy_guard');
  const homes = input.housingUnits * buildingQuote(w, c, 1);
  if (input.housingUnits > 0 && homes === 0) return refused('no_builder');
  const cost = homes + perHead * w.city.population[c] + input.publicPosts * w.city.publicWage[c];
  if (cost > amount) return refused('insufficient_funds');
  const before = cityExcerpt(w, c);
  const code = finance(w, c, amount, input.financing);
  if (code !== null) return refused(code);
  const projectIds = orderHomes(
    w,
    c,
    Array.from({ length: input.housingUnits }, () => 1),
    CITY_OWNED,
    false,
  );
  w.city.extraPosts[c] = input.publicPosts;
  w.city.extraPostsUntil[c] = input.publicPosts > 0 ? w.tick + EXTRA_POST_MONTHS * TICKS_PER_MONTH : 0;
  if (perHead > 0) payEach(w, c, perHead);
  return done({ projectIds, cost: String(cost), moneyGrowthPct: growthPct, before, after: cityExcerpt(w, c) });
}

const EXTRA_POST_MONTHS = 6;

function payEach(w: World, c: number, perHead: number): void {
  const people = residents(w)[c] as Rows;
  for (const h of people) move(w, cityAccount(c), actorAccount(h), perHead, 'GRANT');
  w.city.spending[c] += perHead * people.length;
  const data = { amount: perHead * people.length, perHead };
  emit(w, 'city.rebate_paid', { city: c, subject: { type: 'city', id: cityId(w, c) }, data });
}

function orderHomes(w: World, city: number, tiers: readonly number[], owner: number, forSale: boolean): string[] {
  return tiers.map((tier) =>
    projectId(w, orderBuilding(w, { city, tier, payer: cityAccount(city), owner, forSale }).id),
  );
}

const LEAST_RUNWAY = 2;

function adjustSalaries(w: World, input: Of<'admin.salaries'>): InputResult {
  const c = cityRow(w, input.cityId);
  if (c === undefined) return refused('city_not_found');
  const roles = roleNumbers(input.roles);
  const start = c * PUBLIC_ROLES.length;
  const factors = roles.map((role) => w.city.salaryFactor[start + role] * (1 + input.percentage));
  const isOutside = factors.some((factor) => factor < FACTOR_RANGE[0] - 1e-9 || factor > FACTOR_RANGE[1] + 1e-9);
  if (isOutside || (input.percentage > 0 && runwayOf(w, c) < LEAST_RUNWAY)) return refused('policy_guard');
  const now = roles.map((role) => publicPay(w, c, role));
  const isLater = input.effectiveTick !== undefined && input.effectiveTick > w.tick;
  for (const [place, role] of roles.entries()) {
    const factor = factors[place] ?? 1;
    if (isLater) w.side.salaryChanges.push({ city: c, roles: [role], factor, tick: input.effectiveTick ?? w.tick });
    else enact(w, c, { type: 'PUBLIC_WAGE', factor, roles: [role] });
  }
  const pay = (place: number): number => Math.round(w.city.publicWage[c] * (factors[place] ?? 1));
  const salaries = roles.map((role, place) => ({
    role: PUBLIC_ROLES[role],
    before: String(Math.round(now[place] ?? 0)),
    after: String(pay(place)),
  }));
  const mean = roles.reduce((sum, _, place) => sum + pay(place), 0) / Math.max(1, roles.length);
  const annualCost = String(Math.round(mean * filledPosts(w, c) * 12));
  const before = { salaries: salaries.map(({ role, before: wage }) => ({ role, wage })) };
  return done({
    cityId: input.cityId,
    percentage: input.percentage,
    salaries,
    annualCost,
    runwayMonths: runwayOf(w, c),
    before,
    after: { salaries },
  });
}

function decideProposal(w: World, input: Of<'admin.proposal'>): InputResult {
  const row = sideRow(w, 'proposal', input.proposalId);
  const proposal = w.side.proposals.find(({ id }) => id === row);
  if (proposal === undefined) return refused('proposal_not_found');
  if (proposal.state !== 'PASSED') return refused('proposal_wrong_state');
  const before = { state: proposal.state };
  if (input.decision === 'reject') {
    proposal.state = 'REJECTED';
    emitDecision(w, proposal);
    return done({ proposalId: input.proposalId, effects: [], before, after: { state: proposal.state } });
  }
  const change = readChange(proposal.type, proposal.payload);
  if (change === undefined || guardOf(w, proposal.city, change) !== null) return refused('policy_guard');
  const effects = [enact(w, proposal.city, change)];
  proposal.state = 'ENACTED';
  emitDecision(w, proposal);
  return done({ proposalId: input.proposalId, effects, before, after: { state: proposal.state } });
}

const HOMES_MAX = 4000;

function createHousing(w: World, input: Of<'admin.housing'>): InputResult {
  const c = cityRow(w, input.cityId);
  if (c === undefined) return refused('city_not_found');
  const tiers = TIERS.flatMap((tier, place) =>
    Array.from({ length: Math.max(0, Math.floor(input.distribution[tier] ?? 0)) }, () => place),
  );
  if (tiers.length === 0 || tiers.length > HOMES_MAX) return refused('out_of_range');
  const builders = buildersFor(w, c);
  if (builders.length === 0) return refused('no_builder');
  const totalCost = buildingQuote(w, c, tiers.length);
  const before = cityExcerpt(w, c);
  const code = finance(w, c, totalCost, input.financing);
  if (code !== null) return refused(code);
  const projectIds = orderHomes(w, c, tiers, CITY_OWNED, input.ownership === 'auction');
  const contracts = builders.map((f) => ({
    businessId: businessId(w, f),
    units: Math.ceil(tiers.length / builders.length),
    price: String(w.business.price[f]),
  }));
  const nextMonth = (Math.floor(w.tick / TICKS_PER_MONTH) + 1) * TICKS_PER_MONTH;
  return done({
    cityId: input.cityId,
    projectId: projectIds[0],
    projectIds,
    contracts,
    totalCost: String(totalCost),
    completionTick: nextMonth + (STAGES - 1) * TICKS_PER_MONTH,
    before,
    after: cityExcerpt(w, c),
  });
}
