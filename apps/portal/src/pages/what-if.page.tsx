/** "What if?" questions about the world: the form and the answer page. */
import type { Page } from '../page.ts';
import { toTickLabels } from '../ui/chart.tsx';
import { toRate, toWorldTime } from '../ui/economy.tsx';
import { toCount, toDecimal, toMoment, toPlural } from '../ui/format.ts';
import { Facts, Foreign, Hash, Mark, Notice, Section, Table, type Tone } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { toTicks } from '../ui/ticks.ts';
import type { Wire } from '../wire.ts';

type Fork = Wire<'readWorldFork'>;
type Parameter = Wire<'listWorldForkParameters'>['items'][number];
type Answered = { readonly fork: Fork; readonly parameters: readonly Parameter[] };
type Band = { readonly p10: number; readonly median: number; readonly p90: number };

const LIVE_SECONDS = 2;

const toWholeMarks = (minor: number): string => toCount(Math.round(minor / 1e6));
const METRICS: Readonly<Record<string, { readonly title: string; readonly write: (value: number) => string }>> = {
  unemploymentRate: { title: 'Unemployment', write: toRate },
  cpi: { title: 'Price index', write: (value) => toDecimal(value, 3) },
  gdpReal: { title: 'Real output per month, marks', write: toWholeMarks },
  medianIncome: { title: 'Median income per month, marks', write: toWholeMarks },
  rentToIncome: { title: 'Rent, share of income', write: toRate },
  homeless: { title: 'Homeless people', write: (value) => toCount(Math.round(value)) },
  bankruptcies: { title: 'Bankruptcies per month', write: (value) => toDecimal(value, 1) },
  credit: { title: 'Loans outstanding, marks', write: toWholeMarks },
  treasury: { title: 'City treasuries, marks', write: toWholeMarks },
  giniIncome: { title: 'Income inequality (Gini)', write: (value) => toDecimal(value, 3) },
};

export const whatIf: Page<readonly Parameter[]> = {
  load: async ({ call }) => (await call('listWorldForkParameters')).items,
  head: (_, { place }) => ({
    title: 'What if? Assay',
    description: 'Change a tax, a benefit or a bank rule in a copy of the world and see what happens.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/world/forks/parameters` },
  }),
  body: (parameters, { place }) => (
    <div className="page">
      <Title lead="Change one parameter in copies of the current world, simulate the coming months and compare the result with unchanged copies.">
        What if?
      </Title>
      <form className="mt-6 grid max-w-xl gap-4" data-what-if={`${place.apiPrefix}/world/forks`}>
        <div>
          <label className="label block" htmlFor="what-if-path">
            Parameter
          </label>
          <select className="input w-full" id="what-if-path" name="path">
            {parameters.map(({ path, label, min, max, now, unit }) => (
              <option
                data-factor={factorOf(unit)}
                data-max={max}
                data-min={min}
                data-now={now ?? undefined}
                data-unit={unitOf(unit)}
                key={path}
                value={path}
              >
                {label}
              </option>
            ))}
          </select>
        </div>
        <div>
          <Field aria-describedby="what-if-hint" label="New value" name="value" step="any" value="30" />
          <p className="mt-1 text-sm text-muted" data-hint id="what-if-hint" />
        </div>
        <Field label="Months ahead (1 to 60)" max={60} min={1} name="months" value="12" />
        <Field label="Replicas (1 to 16)" max={16} min={1} name="replicas" value="8" />
        <button className="button" type="submit">
          Run
        </button>
        <output aria-live="polite" data-answer />
      </form>
      <noscript>
        <p className="mt-4">
          This form needs JavaScript. The API accepts the same request: <code>POST {place.apiPrefix}/world/forks</code>.
        </p>
      </noscript>
      <Section id="parameters" title="Parameters">
        <Table
          caption="Parameters that can be changed"
          columns={[
            {
              title: 'Parameter',
              cell: ({ label, min, max, unit }) => (
                <>
                  {label}
                  <span className="block text-sm text-muted sm:hidden">{toRange(min, max, unit)}</span>
                </>
              ),
            },
            { title: 'Path', isWide: true, cell: ({ path }) => <code>{path}</code> },
            { title: 'Now', isNumber: true, cell: ({ now, unit }) => (now === null ? '–' : toValue(now, unit)) },
            { title: 'Range', isNumber: true, isWide: true, cell: ({ min, max, unit }) => toRange(min, max, unit) },
          ]}
          keyOf={({ path }) => path}
          rows={parameters}
        />
      </Section>
    </div>
  ),
};

const PER_CENT = 100;
const isShare = (unit: Parameter['unit']): boolean => unit === 'share' || unit === 'monthly rate';
/** Shares are entered in per cent and sent as fractions. */
const factorOf = (unit: Parameter['unit']): number => (isShare(unit) ? PER_CENT : 1);

function unitOf(unit: Parameter['unit']): string {
  if (unit === 'share') return '%';
  if (unit === 'monthly rate') return '% a month';
  if (unit === 'monthly wages') return 'public wages';
  return unit === 'count' ? 'people' : 'times';
}

const toValue = (value: number, unit: Parameter['unit']): string =>
  `${Number((value * factorOf(unit)).toFixed(4))} ${unitOf(unit)}`;

const toRange = (min: number, max: number, unit: Parameter['unit']): string =>
  `${toValue(min, unit)} to ${toValue(max, unit)}`;

type FieldProps = {
  label: string;
  name: string;
  value: string;
  min?: number;
  max?: number;
  step?: 'any';
  'aria-describedby'?: string;
};
const Field = ({ label, name, value, ...limits }: FieldProps) => (
  <div>
    <label className="label block" htmlFor={`what-if-${name}`}>
      {label}
    </label>
    <input
      className="input w-full"
      defaultValue={value}
      id={`what-if-${name}`}
      name={name}
      required
      type="number"
      {...limits}
    />
  </div>
);

const STATES: Readonly<Record<Fork['state'], readonly [word: string, tone: Tone]>> = {
  QUEUED: ['Waiting', 'plain'],
  RUNNING: ['Running', 'warn'],
  DONE: ['Done', 'ok'],
  FAILED: ['Failed', 'bad'],
};

export const whatIfAnswer: Page<Answered> = {
  load: async ({ call, params: { id = '' } }) => {
    const [fork, { items }] = await Promise.all([
      call('readWorldFork', { params: { id } }),
      call('listWorldForkParameters'),
    ]);
    return { fork, parameters: items };
  },
  json: ({ fork }) => fork,
  head: ({ fork: { id } }, { place }) => ({
    title: 'What if? Assay',
    description: 'Two simulated futures for the world, side by side.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/world/forks/${id}` },
    isIndexed: false,
  }),
  body: ({ fork, parameters }) => {
    const [word, tone] = STATES[fork.state];
    return (
      <div className="page">
        <Title>What if?</Title>
        <div data-live={fork.finishedAt === null ? LIVE_SECONDS : 0}>
          {fork.question === null ? null : (
            <p className="mt-3 text-lg">
              <Foreign>{fork.question}</Foreign>
            </p>
          )}
          <p className="mt-3">
            <Mark tone={tone}>{word}</Mark> {fork.replicasDone} of {toPlural(fork.replicas, 'replica')}
          </p>
          {fork.error === null ? null : <Notice title={fork.error} tone="bad" />}
          <div className="mt-6">
            <Facts items={factsOf(fork, parameters)} />
          </div>
          {fork.series === null ? null : <Answer months={fork.months} series={fork.series} />}
        </div>
        <p className="mt-8">
          <a href="/world/what-if">Run another simulation</a> · <a href="/world">The world</a>
        </p>
      </div>
    );
  },
};

const PER_CITY = /^cities\.[^.]+\./;

/** For example: `Income tax: 30 % (now 15 %)`. */
function toChange({ path, value }: Fork['changes'][number], parameters: readonly Parameter[]): string {
  const known = parameters.find((one) => one.path === path.replace(PER_CITY, ''));
  if (known === undefined) return `${path}: ${value}`;
  const { label, unit, now } = known;
  const where = PER_CITY.test(path) ? ', in one city' : '';
  return `${label}${where}: ${toValue(value, unit)}${now === null ? '' : ` (now ${toValue(now, unit)})`}`;
}

const factsOf = (
  { changes, months, replicas, baseTick, baseHash, hash, createdAt }: Fork,
  parameters: readonly Parameter[],
) => [
  ['Changed', changes.map((change) => toChange(change, parameters)).join('; ')] as const,
  ['Horizon', `${toPlural(months, 'month')} in ${toPlural(replicas, 'replica')}`] as const,
  ['Created', toMoment(createdAt)] as const,
  ...(baseTick === null ? [] : [['Start', `${toWorldTime(baseTick)}, tick ${toCount(baseTick)}`] as const]),
  ...(baseHash === null ? [] : [['State hash', <Hash key="base">{baseHash}</Hash>] as const]),
  ...(hash === null ? [] : [['Result hash', <Hash key="hash">{hash}</Hash>] as const]),
];

const Answer = ({ series, months }: { series: NonNullable<Fork['series']>; months: number }) => (
  <Section
    id="series"
    note="Lines are medians; shaded areas cover 80 % of the replicas. Grey is the unchanged world. Figures whose ranges do not overlap differ by more than chance."
    title={`After ${toPlural(months, 'month')}`}
  >
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {Object.entries(METRICS).flatMap(([name, metric]) => {
        const found = series[name];
        return found === undefined ? [] : [<Bands key={name} {...metric} {...found} />];
      })}
    </div>
  </Section>
);

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 170, 62, 8, 10, 22] as const;

type EffectProps = { readonly before: Band | undefined; readonly after: Band | undefined };

/** Whether the range with the change lies outside the range without it. */
const Effect = ({ before, after }: EffectProps) => {
  if (before === undefined || after === undefined) return null;
  if (after.p10 > before.p90) return <Mark tone="plain">Higher</Mark>;
  if (after.p90 < before.p10) return <Mark tone="plain">Lower</Mark>;
  return <span className="text-sm text-muted">The ranges overlap.</span>;
};

type MonthProps = {
  band: Band;
  unchanged: Band | undefined;
  month: number;
  x: number;
  y: number;
  width: number;
  write: (value: number) => string;
};

/** An invisible area: the one under the pointer shows the values of its month. */
const Month = ({ band, unchanged, month, x, y, width, write }: MonthProps) => {
  const words = `Month ${month}: ${write(band.median)}; unchanged ${write(unchanged?.median ?? 0)}`;
  return (
    <g className="group" data-chart-point={words}>
      <title>{words}</title>
      <rect className="fill-transparent" height={HEIGHT} width={width} x={x - width / 2} y="0" />
      <line
        className="stroke-ink opacity-0 group-hover:opacity-60"
        strokeWidth="1"
        x1={x}
        x2={x}
        y1={TOP}
        y2={HEIGHT - BOTTOM}
      />
      <circle className="fill-ink opacity-0 group-hover:opacity-100" cx={x} cy={y} r="3.5" />
    </g>
  );
};

type BandsProps = {
  title: string;
  write: (value: number) => string;
  control: readonly Band[];
  changed: readonly Band[];
};

const Bands = ({ title, write, control, changed }: BandsProps) => {
  const all = [...control, ...changed];
  const ticks = toTicks(Math.min(...all.map(({ p10 }) => p10)), Math.max(...all.map(({ p90 }) => p90)));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const x = (place: number): number => LEFT + (place * (WIDTH - RIGHT - LEFT)) / Math.max(1, control.length - 1);
  const y = (value: number): number => HEIGHT - BOTTOM - ((value - low) / (high - low || 1)) * (HEIGHT - BOTTOM - TOP);
  const tickLabels = toTickLabels(ticks, write);
  const point = (value: number, place: number): string => `${x(place).toFixed(1)},${y(value).toFixed(1)}`;
  const area = (bands: readonly Band[]): string =>
    [
      ...bands.map(({ p90 }, place) => point(p90, place)),
      ...bands.map(({ p10 }, place) => point(p10, place)).reverse(),
    ].join(' ');
  const line = (bands: readonly Band[]): string => bands.map(({ median }, place) => point(median, place)).join(' ');
  const [before, after] = [control.at(-1), changed.at(-1)];
  return (
    <figure className="border-t border-ink pt-2" data-chart>
      <figcaption>
        <span className="label">{title}</span>
        <span className="block text-xl font-semibold tabular-nums">{write(after?.median ?? 0)}</span>
        <span className="block min-h-10 text-sm text-muted" data-chart-value>
          {write(after?.p10 ?? 0)} to {write(after?.p90 ?? 0)}; unchanged {write(before?.median ?? 0)} (
          {write(before?.p10 ?? 0)} to {write(before?.p90 ?? 0)})
        </span>
        <Effect after={after} before={before} />
      </figcaption>
      <svg aria-hidden="true" className="mt-1 w-full" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        <g className="fill-muted" fontSize="11">
          {ticks.map((value, place) => (
            <g key={value}>
              <line className="stroke-line" x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
              <text textAnchor="end" x={LEFT - 6} y={y(value) + 4}>
                {tickLabels[place]}
              </text>
            </g>
          ))}
          <text x={LEFT} y={HEIGHT - 4}>
            Month 1
          </text>
          {control.length < 2 ? null : (
            <text textAnchor="end" x={WIDTH - RIGHT} y={HEIGHT - 4}>
              {`Month ${control.length}`}
            </text>
          )}
        </g>
        <polygon className="fill-line" fillOpacity="0.5" points={area(control)} />
        <polygon className="fill-brass" fillOpacity="0.25" points={area(changed)} />
        <polyline className="fill-none stroke-muted" points={line(control)} strokeWidth="2" />
        <polyline className="fill-none stroke-brass" points={line(changed)} strokeWidth="2.5" />
        {changed.map((band, place) => (
          <Month
            band={band}
            key={x(place)}
            month={place + 1}
            unchanged={control[place]}
            width={(WIDTH - RIGHT - LEFT) / Math.max(1, control.length - 1)}
            write={write}
            x={x(place)}
            y={y(band.median)}
          />
        ))}
      </svg>
    </figure>
  );
};
