/** Manual play: the actor's state, a first quest, its possible actions, and its diary. */
import { Chart } from '../../ui/chart.tsx';
import { toWorldTime } from '../../ui/economy.tsx';
import { toDecimal, toMarks, toPlural, toWords } from '../../ui/format.ts';
import { Empty, Mark, Notice, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { useRead } from '../state.tsx';

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
      <Notice title={words ?? `${toMarks(granted)} of the purse are granted or borrowed.`} tone="plain">
        {words === undefined
          ? 'These marks pay for goods, rent, study and licences. They cannot be transferred, staked or invested.'
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
