/** Wires the figures for operators: nothing but gauges. */
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
  gauges('assay_queue_age_seconds', 'How long the oldest job of a queue has waited', 'queue', store.queueSeconds);
  gauges('assay_queue_jobs', 'Jobs that wait for a worker', 'queue', store.queueJobs);
  gauges('assay_operator_items', 'What waits for a person, by kind', 'kind', store.personItems);
  gauges('assay_outbox_age_seconds', 'How long the oldest unsent item has waited', 'outbox', store.outboxSeconds);
  gauges(
    'assay_log_lag_seconds',
    'How long the oldest leaf without a checkpoint has waited',
    'origin',
    store.logSeconds,
  );
  gauges('assay_repeating_late_seconds', 'How late repeating work is', 'job', store.repeatingSeconds);
  gauges(
    'assay_ledger_imbalance',
    'What all balances of a currency add up to; anything but 0 is a fault',
    'currency',
    store.imbalance,
  );
  gauges('assay_ledger_unsealed', 'Journals that are not in the hash chain yet', 'kind', store.unsealed);
  gauges('assay_key_expires_seconds', 'Time until the list of keys expires', 'key', store.trustRootSeconds);
  gauges('assay_model_budget_micros', 'Millionths of a dollar that a model may cost a day', 'model', async () =>
    Object.fromEntries(
      models.flatMap(({ config: { name, dailyBudget } }) =>
        dailyBudget === undefined ? [] : [[name, dailyBudget * MICROS_PER_DOLLAR]],
      ),
    ),
  );
  metrics.gauge('assay_world_ok', 'Whether the world runs and its hours come in time', () =>
    Number(checkWorld()?.ok ?? true),
  );
}
