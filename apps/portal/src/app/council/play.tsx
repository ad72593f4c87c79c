/** Manual play: the actor's state, a first quest, its possible actions, and the city's offers. */
import { Chart } from '../../ui/chart.tsx';
import { toWorldTime } from '../../ui/economy.tsx';
import { toDecimal, toMarks, toPlural, toShare, toWords } from '../../ui/format.ts';
import { Empty, Foreign, Mark, Notice, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Loaded, useRead } from '../state.tsx';

export type Send = (type: string, params: Record<string, unknown>) => void;
type Actor = Wire<'readActor'>;
type Wallet = Wire<'readWallet'>;

const DO = 'underline';
/** Quest orders always succeed, so that a newcomer's own actor does not refuse them. */
const FIRST_MEAL = 1;

export const NeedsNow = ({ needs }: { needs: Actor['state']['needs'] }) => (
  <ul className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2">
    {Object.entries(needs).map(([need, value]) => (
      <li className="flex items-center gap-3" key={need}>
        <span className="w-20">{toWords(need)}</span>
        <meter aria-label={toWords(need)} className="grow" max={100} min={0} value={value} />
        <span className="w-8 text-right tabular-nums">{Math.round(value)}</span>
      </li>
    ))}
  </ul>
);

const SETTLEMENTS = {
  VISITOR: 'A visitor. The first action makes the actor a resident with a grant, a home and food.',
  ENTERING: 'The actor is in the arrival queue and moves in after those who arrived earlier.',
  OWED: 'The reserve for arrivals is empty. The grant is paid at the end of the month.',
} as const;

export function Settlement({ wallet: { settlement, granted } }: { wallet: Wallet }) {
  const { state, amount, dueTick } = settlement;
  const words = state === 'SETTLED' ? undefined : SETTLEMENTS[state];
  const due = dueTick === null ? '' : `, at ${toWorldTime(dueTick)}`;
  if (words === undefined && granted === '0') return null;
  return (
    <div className="mt-5">
      <Notice title={words ?? `${toMarks(granted)} of the purse are granted marks.`} tone="plain">
        {words === undefined
          ? 'Granted marks pay for goods, rent, study and licences. They cannot be transferred, staked or invested.'
          : `Grant: ${toMarks(amount)}${due}.`}
      </Notice>
    </div>
  );
}

type QuestProps = { actor: Actor; wallet: Wallet; done: ReadonlySet<string>; send: Send };

/** Three goals that take less than five minutes. The diary shows each. */
export function Quest({ actor, wallet, done, send }: QuestProps) {
  const ask = useKeyed();
  const cityId = actor.city.id;
  const shops = useRead(`food ${cityId}`, () =>
    ask('listBusinesses', `GET /api/v1/businesses?cityId=${cityId}&sector=FOOD&status=ACTIVE&sort=sales&limit=5`),
  );
  const jobs = useRead(`jobs ${cityId}`, () => ask('listVacancies', `GET /api/v1/cities/${cityId}/vacancies?limit=50`));
  const shop = shops.data?.items.find(({ unitPrice }) => unitPrice !== null);
  const job = bestJob(jobs.data?.items ?? []);
  const isSettled = wallet.settlement.state === 'SETTLED' || wallet.settlement.state === 'OWED';
  const works = actor.state.employment.state !== 'UNEMPLOYED' || done.has('INTENT_APPLY_JOB');
  const goals = [
    {
      title: 'Move in',
      note: 'Rest for one hour. A new resident receives a home and marks.',
      is: isSettled,
      act: () => send('INTENT_REST', { hours: 1 }),
    },
    {
      title: 'Eat a first meal',
      note: 'Buy one meal at a shop of the city.',
      is: done.has('INTENT_BUY_GOODS'),
      act: shop && (() => send('INTENT_BUY_GOODS', { businessId: shop.id, quantity: FIRST_MEAL })),
    },
    {
      title: 'Apply for work',
      note: 'Apply for the best paid vacancy of the city.',
      is: works,
      act: job && (() => send('INTENT_APPLY_JOB', { businessId: job.businessId })),
    },
  ];
  const reached = goals.filter(({ is }) => is).length;
  return (
    <Section
      id="quest"
      note="Each step takes one hour in the world, which is a few seconds in real time."
      title="First steps"
    >
      <p role="status">
        {reached === goals.length ? 'All done: you are a resident.' : `${reached} of ${goals.length} done.`}
      </p>
      <ol className="mt-3 border-t border-ink">
        {goals.map(({ title, note, is, act }) => (
          <li className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2" key={title}>
            {is ? (
              <>
                <span>{title}</span>
                <Mark tone="ok">Done</Mark>
              </>
            ) : (
              <>
                <button className={DO} disabled={act === undefined} onClick={act} type="button">
                  {title}
                </button>
                <span className="text-muted">{note}</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const bestJob = (items: Wire<'listVacancies'>['items']) =>
  items
    .filter(({ businessId }) => businessId !== null)
    .toSorted((one, other) => Number(other.wage) - Number(one.wage))[0];

type Transactions = Wire<'listTransactions'>['items'];

export const PurseOverTime = ({ items }: { items: Transactions }) => {
  const times = items.toReversed();
  if (times.length < 2) return null;
  return (
    <div className="mb-6 max-w-md">
      <Chart
        labels={times.map(({ tick }) => toWorldTime(tick ?? 0))}
        line={{ name: 'Purse', values: times.map(({ availableAfter }) => Number(availableAfter) / 1e6) }}
        title="Purse"
        unit="marks"
        write={(value) => toDecimal(value, 2)}
      />
    </div>
  );
};

const SHOWN = 8;

export function Offers({ actor, send }: { actor: Actor; send: Send }) {
  const ask = useKeyed();
  const cityId = actor.city.id;
  const path = `/api/v1/cities/${cityId}` as const;
  const offers = useRead(`offers ${cityId}`, async () => ({
    jobs: (await ask('listVacancies', `GET ${path}/vacancies?limit=50`)).items,
    homes: (await ask('listProperties', `GET ${path}/properties?limit=100`)).items,
    votes: (await ask('listProposals', `GET ${path}/proposals?limit=20`)).items,
    employers: (await ask('listBusinesses', `GET /api/v1/businesses?cityId=${cityId}&status=ACTIVE&limit=100`)).items,
  }));
  return (
    <Section id="offers" title={`Offers in ${actor.city.name}`}>
      <Loaded of={offers}>
        {({ jobs, homes, votes, employers }) => (
          <div className="grid gap-8">
            <Jobs employers={employers} items={jobs} send={send} />
            <Homes items={homes} send={send} />
            <Votes items={votes.filter(({ state }) => state === 'OPEN')} send={send} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

type JobsProps = {
  items: Wire<'listVacancies'>['items'];
  employers: Wire<'listBusinesses'>['items'];
  send: Send;
};

const Jobs = ({ items, employers, send }: JobsProps) =>
  items.length === 0 ? (
    <Empty>There are no vacancies.</Empty>
  ) : (
    <Table
      caption="Job offers, best paid first"
      columns={[
        {
          title: 'Work',
          cell: ({ role, businessId }) =>
            businessId === null ? (
              toWords(role ?? 'public')
            ) : (
              <a href={`/world/businesses/${businessId}`}>
                <Foreign>{employers.find(({ id }) => id === businessId)?.name ?? 'Business'}</Foreign>
              </a>
            ),
        },
        { title: 'Places', isNumber: true, cell: ({ count }) => count },
        { title: 'Wage per month', isNumber: true, cell: ({ wage }) => toMarks(wage) },
        {
          title: 'Actions',
          cell: ({ role, businessId }) => (
            <button
              className={DO}
              onClick={() =>
                businessId === null
                  ? send('INTENT_APPLY_PUBLIC_JOB', { role: role ?? 'CLERK' })
                  : send('INTENT_APPLY_JOB', { businessId })
              }
              type="button"
            >
              Apply
            </button>
          ),
        },
      ]}
      keyOf={({ businessId, role }) => `${businessId ?? ''}${role ?? ''}`}
      rows={items.toSorted((one, other) => Number(other.wage) - Number(one.wage)).slice(0, SHOWN)}
    />
  );

const Homes = ({ items, send }: { items: Wire<'listProperties'>['items']; send: Send }) => {
  const free = items.filter(({ occupantId, salePrice }) => occupantId === null || salePrice !== null);
  if (free.length === 0) return <Empty>No homes are for rent or for sale.</Empty>;
  return (
    <Table
      caption="Homes for rent and for sale"
      columns={[
        { title: 'Home', cell: ({ tier }) => toWords(tier) },
        { title: 'Rent per month', isNumber: true, cell: ({ rent }) => (rent === null ? 'None' : toMarks(rent)) },
        {
          title: 'Price',
          isNumber: true,
          cell: ({ salePrice }) => (salePrice === null ? 'Not for sale' : toMarks(salePrice)),
        },
        {
          title: 'Actions',
          cell: ({ id: propertyId, occupantId, salePrice }) => (
            <>
              {occupantId === null ? (
                <button className={DO} onClick={() => send('INTENT_RENT_HOME', { propertyId })} type="button">
                  Rent
                </button>
              ) : null}{' '}
              {salePrice === null ? null : (
                <button
                  className={DO}
                  onClick={() => send('INTENT_BUY_PROPERTY', { propertyId, maxPrice: salePrice })}
                  type="button"
                >
                  Buy
                </button>
              )}
            </>
          ),
        },
      ]}
      keyOf={({ id }) => id}
      rows={free.toSorted((one, other) => Number(one.rent ?? 0) - Number(other.rent ?? 0)).slice(0, SHOWN)}
    />
  );
};

type ProposalOf = Wire<'listProposals'>['items'][number];

const HUNDREDTHS = 10_000;

/** A proposal in words, with its new value. */
function toProposal({ type, payload }: ProposalOf): string {
  const {
    tax,
    bp = 0,
    factorBp = HUNDREDTHS,
    budget = '0',
  } = payload as Readonly<{
    tax?: string;
    bp?: number;
    factorBp?: number;
    budget?: string;
  }>;
  const share = toShare(bp / HUNDREDTHS);
  if (type === 'TAX_CHANGE') return tax === 'profit' ? `Profit tax of ${share}` : `Income tax of ${share}`;
  if (type === 'BENEFIT') return `Unemployment benefit of ${share} of the public wage`;
  if (type === 'PUBLIC_POSTS') return `Public posts for ${share} of the residents`;
  if (type === 'PUBLIC_WAGE') return `Public wages at ${toShare(factorBp / HUNDREDTHS)} of the reference wage`;
  return `${toMarks(budget)} a month for new homes`;
}

const Votes = ({ items, send }: { items: Wire<'listProposals'>['items']; send: Send }) =>
  items.length === 0 ? (
    <Empty>There are no open proposals.</Empty>
  ) : (
    <Table
      caption="Proposals to vote on"
      columns={[
        {
          title: 'Proposal',
          cell: toProposal,
        },
        { title: 'Yes, no', isNumber: true, cell: ({ votes }) => `${votes.yes}, ${votes.no}` },
        {
          title: 'Actions',
          cell: ({ id: proposalId }) => (
            <>
              <button
                className={DO}
                onClick={() => send('INTENT_VOTE_PROPOSAL', { proposalId, choice: 'yes' })}
                type="button"
              >
                Yes
              </button>{' '}
              <button
                className={DO}
                onClick={() => send('INTENT_VOTE_PROPOSAL', { proposalId, choice: 'no' })}
                type="button"
              >
                No
              </button>
            </>
          ),
        },
      ]}
      keyOf={({ id }) => id}
      rows={items}
    />
  );

export type IntentType = Wire<'listIntentTypes'>['items'][number];

/** Every action with its current cost and its unmet preconditions. Selecting one fills the form below. */
export function Actions({ items, onChoose }: Pick<ActionTableProps, 'onChoose'> & { items: readonly IntentType[] }) {
  const possible = items.filter((one) => missingOf(one).length === 0);
  return (
    <>
      <details>
        <summary>{toPlural(possible.length, 'action')} possible now</summary>
        <ActionTable caption="Currently possible" isPossible onChoose={onChoose} rows={possible} />
      </details>
      <details className="mt-5" hidden={possible.length === items.length}>
        <summary>{toPlural(items.length - possible.length, 'action')} not possible now</summary>
        <ActionTable
          caption="Currently not possible"
          onChoose={onChoose}
          rows={items.filter((one) => missingOf(one).length > 0)}
        />
      </details>
    </>
  );
}

export const toExample = (kind: IntentType | undefined): string => JSON.stringify(kind?.example ?? {}, null, 2);

const missingOf = ({ preconditions }: IntentType): string[] =>
  preconditions.filter(({ met }) => met === false).map(({ detail }) => detail);

type ActionTableProps = {
  caption: string;
  rows: readonly IntentType[];
  isPossible?: boolean;
  onChoose: (type: string, params: string) => void;
};

const ActionTable = ({ caption, rows, isPossible = false, onChoose }: ActionTableProps) => (
  <Table
    caption={caption}
    columns={[
      {
        title: 'Action',
        cell: (one) => (
          <button className={DO} onClick={() => onChoose(one.type, toExample(one))} type="button">
            {one.summary}
          </button>
        ),
      },
      {
        title: 'Cost',
        isNumber: true,
        cell: ({ cost }) => (cost === null ? 'Varies' : cost === '0' ? 'Free' : toMarks(cost)),
      },
      ...(isPossible ? [] : [{ title: 'Missing', cell: (one: IntentType) => missingOf(one).join('; ') }]),
    ]}
    keyOf={({ type }) => type}
    rows={rows}
  />
);

export const Diary = ({ items }: { items: Wire<'listActorEvents'>['items'] }) => (
  <Section id="diary" title="Diary">
    {items.length === 0 ? (
      <Empty>No entries yet.</Empty>
    ) : (
      <ol className="border-t border-ink">
        {items.map(({ id, tick, kind, data }) => (
          <li className="flex gap-4 border-b border-line py-2" key={id}>
            <span className="w-36 shrink-0 tabular-nums text-muted">{tick === null ? '' : toWorldTime(tick)}</span>
            <span>
              {toWords(kind.replace(/^(actor|intent)\./, ''))}
              {typeof data.type === 'string' ? `: ${toWords(data.type.replace('INTENT_', ''))}` : ''}
              {typeof data.amount === 'string' ? `: ${toMarks(data.amount)}` : ''}
            </span>
          </li>
        ))}
      </ol>
    )}
  </Section>
);
