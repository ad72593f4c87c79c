/** Wires the gauges for operators. */
import type { PlatformServices } from '../../platform/services.ts';
import { operationsStore } from './operations.store.ts';

const MICROS_PER_DOLLAR = 1_000_000;

type Needs = {
  readonly models: readonly { readonly config: { readonly name: string; readonly dailyBudget?: number | undefined } }[];
  readonly checkWorld: () => { readonly ok: boolean } | null;
};

export function composeOperations(
  { quickDb, metrics }: PlatformServices<unknown>,
  { models, checkWorld }: Needs,
): void {
  const store = operationsStore(quickDb);
  const { gauges } = metrics;
  gauges('assay_queue_age_seconds', 'Age of the oldest job of a queue in seconds', 'queue', store.queueSeconds);
  gauges('assay_queue_jobs', 'Jobs that wait for a worker', 'queue', store.queueJobs);
  gauges('assay_operator_items', 'Items in the operator queue by kind', 'kind', store.personItems);
  gauges('assay_outbox_age_seconds', 'Age of the oldest outbox item in seconds', 'outbox', store.outboxSeconds);
  gauges('assay_log_lag_seconds', 'Age of the oldest leaf without a checkpoint in seconds', 'origin', store.logSeconds);
  gauges('assay_repeating_late_seconds', 'Delay of a periodic job in seconds', 'job', store.repeatingSeconds);
  gauges(
    'assay_ledger_imbalance',
    'Sum of all balances of a currency; any value except 0 is an error',
    'currency',
    store.imbalance,
  );
  gauges('assay_ledger_unsealed', 'Journals that are not in the hash chain yet', 'kind', store.unsealed);
  gauges('assay_key_expires_seconds', 'Seconds until the key list expires', 'key', store.trustRootSeconds);
  gauges('assay_model_budget_micros', 'Daily budget of a model in millionths of a dollar', 'model', async () =>
    Object.fromEntries(
      models.flatMap(({ config: { name, dailyBudget } }) =>
        dailyBudget === undefined ? [] : [[name, dailyBudget * MICROS_PER_DOLLAR]],
      ),
    ),
  );
  metrics.gauge('assay_world_ok', 'Whether the world runs on time', () => Number(checkWorld()?.ok ?? true));
}
