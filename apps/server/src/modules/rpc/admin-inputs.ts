/** Converts operator calls to inputs of the kernel. */
import type { AdminInput } from '@assay/economy/world';
import { ADMIN_METHODS, type AdminMethod } from '@assay/protocol';
import type { z } from 'zod';

export type AdminParams<Method extends AdminMethod> = z.output<(typeof ADMIN_METHODS)[Method]>;
/** The methods that change the world. */
export type WriteMethod = Exclude<AdminMethod, 'analyzeEconomicConditions'>;

const DRY_RUN = 'dry run';

export const TO_INPUT: { readonly [Method in WriteMethod]: (params: AdminParams<Method>) => AdminInput } = {
  executeEmergencyExpansion: ({ city_id, amount, financing, allocation, max_money_growth_pct, force, reason }) => ({
    kind: 'admin.expansion',
    cityId: city_id,
    amount: amount.toString(),
    financing,
    housingUnits: allocation.housing_units ?? 0,
    publicPosts: allocation.public_posts ?? 0,
    transferPerHead: (allocation.transfer_per_head ?? 0n).toString(),
    maxMoneyGrowthPct: max_money_growth_pct,
    isForced: force,
    reason: reason ?? DRY_RUN,
  }),
  adjustPublicSalaries: ({ city_id, percentage, roles, effective_tick, reason }) => ({
    kind: 'admin.salaries',
    cityId: city_id,
    percentage,
    ...(roles === undefined ? {} : { roles }),
    ...(effective_tick === undefined ? {} : { effectiveTick: effective_tick }),
    reason: reason ?? DRY_RUN,
  }),
  approveProposal: ({ proposal_id, decision, reason }) => ({
    kind: 'admin.proposal',
    proposalId: proposal_id,
    decision,
    reason: reason ?? DRY_RUN,
  }),
  createHousing: ({ city_id, housing_distribution, ownership, financing, reason }) => ({
    kind: 'admin.housing',
    cityId: city_id,
    distribution: housing_distribution,
    ownership,
    financing,
    reason: reason ?? DRY_RUN,
  }),
};

const isWrite = (method: string): method is WriteMethod => Object.hasOwn(TO_INPUT, method);

/** Parses a scenario, which is a simulated write. Undefined for other calls. */
export function readScenario(method: string, params: object): AdminInput | undefined {
  if (!isWrite(method)) return undefined;
  const parsed = ADMIN_METHODS[method].safeParse({ ...params, dry_run: true });
  return parsed.success ? TO_INPUT[method](parsed.data as never) : undefined;
}
