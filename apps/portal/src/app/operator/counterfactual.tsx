/** Compares the world with and without a measure: many copies, each pair with the same random stream. */
import type { AnalysisResult } from '@assay/protocol';
import { useEffect, useState } from 'react';
import { toDecimal, toMarks, toWords } from '../../ui/format.ts';
import { Mark, Notice, Section, Table } from '../../ui/parts.tsx';
import { useKeyed } from '../key.tsx';
import { Choice, Form, useAct } from '../state.tsx';

export type Scenario = { readonly method: string; readonly params: Readonly<Record<string, unknown>> };
type Done = Extract<AnalysisResult, { state: 'done' }>;
type Metric = NonNullable<Done['counterfactuals']>[number]['metrics'][number];

const ASK_AGAIN_MS = 1500;
const HORIZONS = ['3', '6', '12', '24'] as const;
const REPLICAS = ['4', '8', '16'] as const;

type Props = { cityId: string; scenario: Scenario | undefined };

/** Requests the analysis and polls until it is ready. Another question discards the old answer. */
export function Futures({ cityId, scenario }: Props) {
  const ask = useKeyed();
  const [months, setMonths] = useState('6');
  const [replicas, setReplicas] = useState('8');
  const [waitsFor, setWaitsFor] = useState<string>();
  const [done, setDone] = useState<Done>();
  const act = useAct();
  const call = async (params: Record<string, unknown>): Promise<void> => {
    const body = { method: 'analyzeEconomicConditions', params };
    const answer = await ask('callAdmin', 'POST /rpc/admin', { body });
    const result = ('ok' in answer && answer.ok ? answer.result : {}) as AnalysisResult;
    setWaitsFor(result.state === 'running' ? result.analysis_id : undefined);
    if (result.state === 'done') setDone(result);
  };
  const begin = (): Promise<void> => {
    setDone(undefined);
    return call({
      city_id: cityId,
      horizon_months: Number(months),
      replicas: Number(replicas),
      ...(scenario === undefined ? {} : { scenarios: [scenario] }),
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: polling needs only the id
  useEffect(() => {
    if (waitsFor === undefined) return;
    const timer = setInterval(() => act.run(() => call({ analysis_id: waitsFor })), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waitsFor, act.isBusy]);
  return (
    <Section
      id="futures"
      note="Simulates copies of the world from the current tick. The world itself does not change."
      title={scenario === undefined ? 'City forecast' : 'Forecast with this measure'}
    >
      <Form act={act} onSubmit={begin} submit={scenario === undefined ? 'Analyse the city' : 'Run the forecast'}>
        <div className="flex flex-wrap gap-x-6">
          <Choice
            label="Months ahead"
            onChange={setMonths}
            options={HORIZONS.map((one) => [one, one])}
            value={months}
          />
          <Choice label="Copies" onChange={setReplicas} options={REPLICAS.map((one) => [one, one])} value={replicas} />
        </div>
      </Form>
      {waitsFor === undefined ? null : (
        <p className="mt-4 text-muted" role="status">
          Running the simulation …
        </p>
      )}
      {done === undefined ? null : <Answer done={done} />}
    </Section>
  );
}

const Answer = ({ done }: { done: Done }) => (
  <div className="mt-6">
    {done.cities.map(({ city, diagnosis, recession_probability }) => (
      <Notice key={String(city.id)} title={diagnosis} tone={recession_probability > 0.5 ? 'warn' : 'plain'}>
        {`Recession in ${Math.round(recession_probability * 100)} % of the simulated futures.`}
      </Notice>
    ))}
    {done.recommendations.length === 0 ? null : (
      <ul className="mt-4">
        {done.recommendations.map((one) => (
          <li className="border-b border-line py-2" key={one.method + JSON.stringify(one.params)}>
            <Mark>{one.method}</Mark> {one.expected_effect}
          </li>
        ))}
      </ul>
    )}
    {done.counterfactuals?.map(({ scenario, metrics }) => (
      <figure className="mt-6" key={JSON.stringify(scenario)}>
        <figcaption className="label">
          Effect in the last simulated month: mean and 80 % range across the simulated futures
        </figcaption>
        <Differences metrics={metrics} />
      </figure>
    ))}
  </div>
);

const SHARES = new Set(['unemploymentRate', 'inflation12m']);
const MARKS = new Set(['gdpReal', 'medianIncome', 'housing.avgRent', 'treasury.balance', 'moneySupply']);

function toValue(metric: string, value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  const size = Math.abs(value);
  if (SHARES.has(metric)) return `${sign}${toDecimal(size * 100, 2)} points`;
  if (MARKS.has(metric)) return `${sign}${toMarks(String(Math.round(size)))}`;
  return `${sign}${toDecimal(size, 1)}`;
}

const NAMES: Readonly<Record<string, string>> = {
  unemploymentRate: 'Unemployment',
  gdpReal: 'Output per month',
  inflation12m: 'Inflation (12 months)',
  'housing.homeless': 'Homeless people',
  'housing.avgRent': 'Rent',
  'treasury.balance': 'Treasury balance',
  moneySupply: 'Money supply',
};
const toName = (metric: string): string =>
  NAMES[metric] ?? toWords(metric.replace('.', ' ').replaceAll(/([A-Z])/g, ' $1'));

const WIDTH = 260;

/** Each row has its own scale with zero in the middle. The text beside it has the same values. */
const Bar = ({ metric: { mean_difference: mean, p10, p90 } }: { metric: Metric }) => {
  const reach = Math.max(Math.abs(p10), Math.abs(p90), Math.abs(mean)) || 1;
  const at = (value: number): number => WIDTH / 2 + (value / reach) * (WIDTH / 2 - 8);
  return (
    <svg aria-hidden="true" className="h-6 w-full max-w-xs" viewBox={`0 0 ${WIDTH} 24`}>
      <line className="stroke-line" strokeWidth="2" x1={WIDTH / 2} x2={WIDTH / 2} y1="0" y2="24" />
      <line className="stroke-muted" strokeWidth="6" x1={at(p10)} x2={at(p90)} y1="12" y2="12" />
      <circle className="fill-ink" cx={at(mean)} cy="12" r="5" />
    </svg>
  );
};

const Differences = ({ metrics }: { metrics: readonly Metric[] }) => (
  <Table
    caption="Differences"
    columns={[
      { title: 'Figure', cell: ({ metric }) => toName(metric) },
      { title: 'Range', cell: (one) => <Bar metric={one} /> },
      { title: 'Mean', isNumber: true, cell: (one) => toValue(one.metric, one.mean_difference) },
      {
        title: '80 % range',
        cell: (one) => `${toValue(one.metric, one.p10)} and ${toValue(one.metric, one.p90)}`,
      },
    ]}
    keyOf={({ metric }) => metric}
    rows={metrics}
  />
);
