/** The residents of the world. */
import type { Context, Page } from '../page.ts';
import { Chart } from '../ui/chart.tsx';
import { toWorldMonth, toWorldTime } from '../ui/economy.tsx';
import { toCount, toDecimal, toInline, toMarks, toShare, toWords } from '../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Section, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { StandingMark } from '../ui/verdict.tsx';
import type { VerifyRecord, Wire } from '../wire.ts';
import { Businesses, CityLink } from './city.page.tsx';

const pick = (query: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries([...query].filter(([name, value]) => names.includes(name) && value !== ''));

type MoreProps = { path: string; cursor: string | null; kept?: Record<string, string> };
const More = ({ path, cursor, kept = {} }: MoreProps) =>
  cursor === null ? null : (
    <p className="mt-5">
      <a href={`${path}?${new URLSearchParams({ ...kept, cursor })}`}>More</a>
    </p>
  );

type Cities = Wire<'listCities'>['items'];
type Listed<List> = List & { readonly cities: Cities };

const KINDS = ['RESIDENT', 'PLAYER'] as const;
const SECTORS = ['FOOD', 'GOODS', 'SERVICES', 'CONSTRUCTION', 'BANK', 'AUDIT'] as const;
const BUSINESS_STATES = ['ACTIVE', 'INSOLVENT', 'BANKRUPT', 'CLOSED'] as const;
const ACTOR_FILTERS = ['q', 'cityId', 'kind'];
const BUSINESS_ORDERS = [
  ['sales', 'Sales'],
  ['price', 'Price'],
  ['founded', 'Newest'],
  ['name', 'Name'],
] as const;
const BUSINESS_FILTERS = ['q', 'cityId', 'sector', 'status', 'forSale', 'sort'];

/** A list beside the cities that it names. */
async function withCities<List>(call: Context['call'], list: Promise<List>): Promise<Listed<List>> {
  const [listed, { items }] = await Promise.all([list, call('listCities')]);
  return { ...listed, cities: items };
}

const WORLD_LINKS = [
  ['/world', 'Map and figures'],
  ['/world/actors', 'Residents'],
  ['/world/businesses', 'Businesses'],
  ['/market', 'Market'],
] as const;

const WorldLinks = ({ at }: { at: string }) => (
  <nav aria-label="World" className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
    {WORLD_LINKS.map(([href, name]) =>
      href === at ? null : (
        <a href={href} key={href}>
          {name}
        </a>
      ),
    )}
  </nav>
);

type Choice = readonly [name: string, label: string, any: string, options: readonly (readonly [string, string])[]];

/** A search by name with further filters. */
const Finder = ({ action, choices, query }: { action: string; choices: readonly Choice[]; query: URLSearchParams }) => (
  <search>
    <form action={action} className="mt-6 flex flex-wrap items-end gap-3" method="get">
      <label className="block grow sm:max-w-sm">
        <span className="label">Name</span>
        <input className="input mt-1 h-11" defaultValue={query.get('q') ?? ''} maxLength={100} name="q" type="search" />
      </label>
      {choices.map(([name, label, any, options]) => (
        <label className="block" key={name}>
          <span className="label">{label}</span>
          <select className="input mt-1 h-11" defaultValue={query.get(name) ?? ''} name={name}>
            <option value="">{any}</option>
            {options.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button className="button h-11" type="submit">
        Search
      </button>
    </form>
  </search>
);

export const actors: Page<Listed<Wire<'listActors'>>> = {
  load: ({ call, query }) =>
    withCities(call, call('listActors', { query: { limit: '50', ...pick(query, [...ACTOR_FILTERS, 'cursor']) } })),
  json: ({ cities, ...list }) => list,
  head: (_, { place }) => ({
    title: 'Residents: Assay',
    description: 'All residents in the world.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/actors` },
  }),
  body: ({ items, nextCursor, cities }, { query }) => (
    <div className="page">
      <Title lead="Everyone who lives in the world: simulated residents, players with a wallet, and the validators of the council.">
        Residents
      </Title>
      <WorldLinks at="/world/actors" />
      <Finder
        action="/world/actors"
        choices={[
          ['cityId', 'City', 'All cities', cities.map(({ id, name }) => [id, name])],
          ['kind', 'Kind', 'All kinds', KINDS.map((kind) => [kind, toWords(kind)])],
        ]}
        query={query}
      />
      <div className="mt-6">
        <Table
          caption="Actors"
          empty="No resident matches."
          columns={[
            {
              title: 'Name',
              cell: ({ id, name, cityId }) => (
                <>
                  <a href={`/world/actors/${id}`}>
                    <Foreign>{name}</Foreign>
                  </a>
                  <span className="block text-sm sm:hidden">
                    <CityLink cities={cities} id={cityId} />
                  </span>
                </>
              ),
            },
            { title: 'City', isWide: true, cell: ({ cityId }) => <CityLink cities={cities} id={cityId} /> },
            {
              title: 'Kind',
              cell: ({ kind, validatorState }) => (
                <>
                  {toWords(kind)}
                  {validatorState === null ? null : (
                    <span className="block text-sm text-muted">Validator: {toInline(toWords(validatorState))}</span>
                  )}
                </>
              ),
            },
            { title: 'Reputation', isNumber: true, cell: ({ reputation }) => reputation },
          ]}
          keyOf={({ id }) => id}
          rows={items}
        />
      </div>
      <More cursor={nextCursor} kept={pick(query, ACTOR_FILTERS)} path="/world/actors" />
    </div>
  ),
};

/** Open businesses with the most workers first, unless the query says otherwise. */
export const businesses: Page<Listed<Wire<'listBusinesses'>>> = {
  load: ({ call, query }) =>
    withCities(
      call,
      call('listBusinesses', {
        query: { limit: '50', sort: 'workers', ...pick(query, [...BUSINESS_FILTERS, 'cursor']) },
      }),
    ),
  json: ({ cities, ...list }) => list,
  head: (_, { place }) => ({
    title: 'Businesses: Assay',
    description: 'Every business in the world.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/businesses` },
  }),
  body: ({ items, nextCursor, cities }, { query }) => (
    <div className="page">
      <Title lead="Shops, farms, workshops and banks of the world, the largest employers first. Each sets its own prices, wages and staff.">
        Businesses
      </Title>
      <WorldLinks at="/world/businesses" />
      <Finder
        action="/world/businesses"
        choices={[
          ['cityId', 'City', 'All cities', cities.map(({ id, name }) => [id, name])],
          ['sector', 'Sector', 'All sectors', SECTORS.map((sector) => [sector, toWords(sector)])],
          ['status', 'State', 'All states', BUSINESS_STATES.map((state) => [state, toWords(state)])],
          ['forSale', 'Offer', 'All', [['true', 'For sale']]],
          ['sort', 'Order', 'Workers', BUSINESS_ORDERS],
        ]}
        query={query}
      />
      <div className="mt-6">
        <Businesses cities={cities} items={items} />
      </div>
      <More cursor={nextCursor} kept={pick(query, BUSINESS_FILTERS)} path="/world/businesses" />
    </div>
  ),
};

type ActorMonth = Wire<'readActorMonths'>['months'][number];
type ActorData = {
  readonly actor: Wire<'readActor'>;
  readonly months: readonly ActorMonth[];
  readonly tickSeconds: number;
};

/** A live page: a small script requests it again for every hour of the world. */
export const actor: Page<ActorData> = {
  load: async ({ call, params: { id = '' } }) => {
    const params = { id };
    const [one, { months }, { tickSeconds }] = await Promise.all([
      call('readActor', { params }),
      call('readActorMonths', { params }),
      call('readWorld'),
    ]);
    return { actor: one, months, tickSeconds };
  },
  json: ({ actor: one }) => one,
  head: ({ actor: one }, { place }) => ({
    title: `${one.name}: Assay`,
    description: `Current activity of ${one.name}.`,
    twin: { type: 'application/json', href: `${place.apiPrefix}/actors/${one.id}` },
  }),
  body: ({ actor: one, months, tickSeconds }) => {
    const { state } = one;
    return (
      <div className="page" data-live={tickSeconds}>
        <Title>{one.name}</Title>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <Mark>{toWords(state.activity.kind)}</Mark>
          <span>
            in <a href={`/world/cities/${one.city.id}`}>{one.city.name}</a>, {toWorldTime(state.asOfTick)}, hour{' '}
            {state.asOfTick} of the world. This page updates live.
          </span>
          {one.validator === null ? null : <a href={`/validators/${one.validator.id}`}>Council record</a>}
          <a href="/world/actors">All residents</a>
        </p>
        <Section id="needs" title="Wellbeing">
          <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
            {Object.entries({ mood: state.mood, ...state.needs }).map(([need, value]) => (
              <div key={need}>
                <dt className="label">{toWords(need)}</dt>
                <dd className="flex items-center gap-3">
                  <meter aria-label={toWords(need)} className="grow" max={100} min={0} value={value} />
                  <span className="w-10 text-right tabular-nums">{Math.round(value)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section id="life" title="Work, home and money">
          <Facts
            items={[
              [
                'Work',
                state.employment.businessId === null ? (
                  toWords(state.employment.state)
                ) : (
                  <a href={`/world/businesses/${state.employment.businessId}`} key="work">
                    {state.employment.role ?? 'Employed'}
                  </a>
                ),
              ],
              ['Wage', state.employment.wage === null ? 'None' : toMarks(state.employment.wage)],
              [
                'Home',
                `${toWords(state.home.kind)}${state.home.rent === null ? '' : `, ${toMarks(state.home.rent)} a month`}`,
              ],
              ['Purse', toMarks(state.balance)],
              ['Debt', toMarks(state.debt)],
              ['Reputation', String(state.reputation)],
            ]}
          />
        </Section>
        <ActorMonths months={months} />
        <Known items={one.relationships} />
        <Things items={one.inventory} />
        {one.businesses.length === 0 ? null : (
          <Section id="owns" title="Owns">
            <Businesses items={one.businesses} />
          </Section>
        )}
      </div>
    );
  },
};

const ACTOR_MEASURES = [
  { title: 'Purse', unit: 'marks', read: ({ balance }: ActorMonth) => toMarksNumber(balance) },
  { title: 'Income', unit: 'marks a month', read: ({ income }: ActorMonth) => toMarksNumber(income) },
  { title: 'Spending', unit: 'marks a month', read: ({ spending }: ActorMonth) => toMarksNumber(spending) },
] as const;

/** Only for actors with a wallet; the purses of others are not recorded monthly. */
const ActorMonths = ({ months }: Pick<ActorData, 'months'>) =>
  months.length < 2 ? null : (
    <Section id="months" note="Hover over a month, or touch it, to see its value." title="Month by month">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {ACTOR_MEASURES.map(({ title, unit, read }) => (
          <Chart
            key={title}
            labels={months.map(({ startTick }) => toWorldMonth(startTick))}
            line={{ name: title, values: months.map(read) }}
            title={title}
            unit={unit}
            write={(value) => toCount(Math.round(value))}
          />
        ))}
      </div>
    </Section>
  );

type Actor = ActorData['actor'];

const Known = ({ items }: { items: Actor['relationships'] }) =>
  items.length === 0 ? null : (
    <Section id="known" title="Relationships">
      <Table
        caption="Relationships"
        columns={[
          {
            title: 'Actor',
            cell: ({ otherActorId, otherName }) => (
              <a href={`/world/actors/${otherActorId}`}>
                <Foreign>{otherName}</Foreign>
              </a>
            ),
          },
          { title: 'Type', cell: ({ type }) => toWords(type) },
          { title: 'Affinity', isNumber: true, cell: ({ affinity }) => affinity },
          { title: 'Trust', isNumber: true, cell: ({ trust }) => trust },
        ]}
        keyOf={({ otherActorId, type }) => otherActorId + type}
        rows={items}
      />
    </Section>
  );

const Things = ({ items }: { items: Actor['inventory'] }) =>
  items.length === 0 ? null : (
    <Section id="things" title="Belongings">
      <Table
        caption="Belongings"
        columns={[
          {
            title: 'Item',
            cell: ({ name, ref }) =>
              ref?.type === 'certificate' ? (
                <a href={`/certificates/${ref.id}`}>
                  <Foreign>{name}</Foreign>
                </a>
              ) : (
                <Foreign>{name}</Foreign>
              ),
          },
          { title: 'Kind', cell: ({ kind }) => toWords(kind) },
          { title: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity },
        ]}
        keyOf={({ id }) => id}
        rows={items}
      />
    </Section>
  );

/** The verify result of each equipped skill; none for unknown ones. */
type BusinessData = Wire<'readBusiness'> & {
  readonly records: ReadonlyMap<string, VerifyRecord>;
  readonly owner: Wire<'readActor'> | undefined;
  readonly city: Wire<'readCity'>;
};

export const business: Page<BusinessData> = {
  load: async ({ call, params: { id = '' } }) => {
    const one = await call('readBusiness', { params: { id } });
    const [city, owner] = await Promise.all([
      call('readCity', { params: { id: one.cityId } }),
      one.ownerId === null ? undefined : call('readActor', { params: { id: one.ownerId } }),
    ]);
    const asked = one.equippedSkills.map(({ certificateId: id }) => call('verifyCertificate', { params: { id } }));
    const answers = await Promise.allSettled(asked);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    return { ...one, city, owner, records: new Map(found.map((record) => [record.certificateId, record])) };
  },
  json: ({ records, owner, city, ...one }) => one,
  head: ({ id, name }, { place }) => ({
    title: `${name}: Assay`,
    description: `Workers, money and sales of ${name}.`,
    twin: { type: 'application/json', href: `${place.apiPrefix}/businesses/${id}` },
  }),
  body: (one) => (
    <div className="page">
      <Title>{one.name}</Title>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <Mark tone={one.status === 'ACTIVE' ? 'ok' : 'bad'}>{toWords(one.status)}</Mark>
        <span>
          {toWords(one.type)} in <a href={`/world/cities/${one.cityId}`}>{one.city.name}</a>
        </span>
        <a href="/world/businesses">All businesses</a>
      </p>
      <div className="mt-6">
        <Facts
          items={[
            [
              'Owner',
              one.owner === undefined ? (
                'None (founding bank)'
              ) : (
                <a href={`/world/actors/${one.owner.id}`} key="owner">
                  <Foreign>{one.owner.name}</Foreign>
                </a>
              ),
            ],
            ['Sector', toWords(one.sector)],
            ...(one.bank === null ? firmFacts(one) : bankFacts(one.bank)),
          ]}
        />
      </div>
      {one.bank === null ? <BusinessMonths history={one.history} /> : null}
      {one.equippedSkills.length === 0 ? null : (
        <Section id="skills" title="Certified skills in use">
          <ul>
            {one.equippedSkills.map(({ certificateId, name }) => (
              <li className="flex items-center gap-3 border-b border-line py-2" key={certificateId}>
                <StandingMark {...(one.records.get(certificateId) ?? { valid: false, instructionsReadBy: 'NONE' })} />
                <a href={`/certificates/${certificateId}`}>
                  <Foreign>{name}</Foreign>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  ),
};

const firmFacts = (one: Wire<'readBusiness'>) =>
  [
    ['Workers', toCount(one.workers)],
    ['Vacancies', toCount(one.vacancies)],
    ['Wage', `${toMarks(one.wage)} a month`],
    ['Money', toMarks(one.balance)],
    ['Debt', toMarks(one.debt)],
    ['Sales this month', toMarks(one.salesMonth)],
    ['Price of the business', one.salePrice === null ? 'Not for sale' : toMarks(one.salePrice)],
  ] as const;

const BASIS_POINTS = 10_000;

const bankFacts = (bank: NonNullable<Wire<'readBusiness'>['bank']>) =>
  [
    ['Own funds', toMarks(bank.equity)],
    ['Loans', toMarks(bank.loansOut)],
    ['Interest', `${toShare((bank.rateBpMonth + bank.spreadBp) / BASIS_POINTS)} a month, for people 1 % more`],
  ] as const;

type BusinessMonth = Wire<'readBusiness'>['history'][number];

const toMarksNumber = (amount: string | null): number => Number(amount ?? 0) / 1e6;
const toUnitPrice = ({ unitPrice }: BusinessMonth) => toMarksNumber(unitPrice);

const BUSINESS_MEASURES = [
  { title: 'Sales', unit: 'marks a month', read: ({ sales }: BusinessMonth) => toMarksNumber(sales), digits: 0 },
  { title: 'Profit', unit: 'marks a month', read: ({ profit }: BusinessMonth) => toMarksNumber(profit), digits: 0 },
  { title: 'Price', unit: 'marks', read: toUnitPrice, digits: 2 },
  { title: 'Wage', unit: 'marks a month', read: ({ wage }: BusinessMonth) => toMarksNumber(wage), digits: 1 },
  { title: 'Workers', unit: 'people', read: ({ workers }: BusinessMonth) => workers, digits: 0 },
] as const;

/** A month is recorded at the tick that ends it. */
const BusinessMonths = ({ history }: { history: readonly BusinessMonth[] }) => {
  const months = history.toSorted((one, other) => one.tick - other.tick);
  if (months.length < 2)
    return (
      <Section id="months" title="Month by month">
        <Empty>The charts begin with the second recorded month.</Empty>
      </Section>
    );
  const measures = BUSINESS_MEASURES.filter(
    ({ read }) => read !== toUnitPrice || months.some((one) => one.unitPrice !== null),
  );
  return (
    <Section id="months" note="Hover over a month, or touch it, to see its value." title="Month by month">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {measures.map(({ title, unit, read, digits }) => (
          <Chart
            key={title}
            labels={months.map(({ tick }) => toWorldMonth(tick - 1))}
            line={{ name: title, values: months.map(read) }}
            title={title}
            unit={unit}
            write={(value) => (digits === 0 ? toCount(Math.round(value)) : toDecimal(value, digits))}
          />
        ))}
      </div>
    </Section>
  );
};
