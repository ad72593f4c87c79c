/** A player's actor: its state, its past suggestions, and the form for a new one. The actor decides by itself. */
import { useEffect, useState } from 'react';
import { toWorldTime } from '../../ui/economy.tsx';
import { toMarks, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Notice, Section, Snippet, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useHolder, useKeyed } from '../key.tsx';
import { Choice, Field, Form, Loaded, Refused, useAct, useKept, useOnce, useRead } from '../state.tsx';
import { BuyMarks } from './buy-marks.tsx';
import { Offers } from './offers.tsx';
import {
  Actions,
  Diary,
  type IntentType,
  NeedsNow,
  PurseOverTime,
  Quest,
  type Send,
  Settlement,
  toExample,
} from './play.tsx';

export function OwnActor() {
  const { actorId } = useHolder();
  const ask = useKeyed();
  const validator = useRead('own actor', async () =>
    actorId === undefined ? (await ask('readValidator', 'GET /certsvc/v1/validator')).actorId : actorId,
  );
  if (validator.refusal !== undefined && validator.data === undefined) {
    return (
      <div className="mt-8">
        <Notice title="Link your wallet here to see your actor." tone="plain">
          An API key identifies an actor only if the key's wallet is a validator.
        </Notice>
      </div>
    );
  }
  return <Loaded of={validator}>{(id) => <Actor id={id} />}</Loaded>;
}

function Actor({ id }: { id: string }) {
  const ask = useKeyed();
  const actor = useRead(`actor ${id}`, () => ask('readActor', `GET /api/v1/actors/${id}`));
  const purse = useRead(`purse ${id}`, () => ask('readWallet', `GET /api/v1/wallet/${id}`));
  const events = useRead(`diary ${id}`, () => ask('listActorEvents', `GET /api/v1/actors/${id}/events?limit=30`));
  const wallet = useRead(`wallet ${id}`, () =>
    ask('listTransactions', `GET /api/v1/wallet/${id}/transactions?limit=20`),
  );
  const [turn, setTurn] = useState(0);
  const types = useRead('intent types', async () => {
    const { items } = await ask('listIntentTypes', 'GET /api/v1/intents/types');
    return items.filter(({ doneAtOnce }) => !doneAtOnce);
  });
  const [taken, setTaken] = useState<Taken>();
  const [wish, setWish] = useState<Wish>();
  const act = useAct();
  const submit = async (type: string, params: unknown, key: string): Promise<void> => {
    const answer = await submitIntent(ask, { id, type, params, key });
    setTaken(answer && { ...answer, type });
  };
  const send: Send = (type, params) => act.run(() => submit(type, params, crypto.randomUUID()));
  const refresh = (): void => {
    for (const one of [actor, purse, events, wallet, types]) one.reload();
  };
  const reload = (): void => {
    refresh();
    setTurn((before) => before + 1);
  };
  // The actor of a newly linked wallet exists from the next hour of the world.
  const isArriving = actor.data === undefined && actor.refusal?.status === 404;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reloads never change
  useEffect(() => {
    const timer = setInterval(refresh, isArriving ? LOOK_MS : HOUR_MS);
    return () => clearInterval(timer);
  }, [isArriving]);
  if (isArriving)
    return (
      <div className="mt-8">
        <Notice role="status" title="Your actor enters the world in the next hour." tone="plain">
          This takes a few seconds if the world is running. The actor is then shown here.
        </Notice>
      </div>
    );
  return (
    <>
      <Loaded of={actor}>
        {(one) => (
          <>
            <Now actor={one} />
            <Loaded of={purse}>
              {(held) => (
                <>
                  <Settlement wallet={held} />
                  <Quest actor={one} done={executedOf(events.data?.items ?? [])} send={send} wallet={held} />
                </>
              )}
            </Loaded>
            <Refused refusal={act.refusal} />
            {taken === undefined ? null : (
              <Became key={taken.intent_id} kinds={types.data ?? []} onLook={reload} taken={taken} />
            )}
            <Offers actor={one} send={send} turn={turn} />
          </>
        )}
      </Loaded>
      <Section id="actions" note="The cost is the current minimum." title="Available actions">
        <Loaded of={types}>
          {(items) => <Actions items={items} onChoose={(type, params) => setWish({ type, params })} />}
        </Loaded>
      </Section>
      <Suggest id={id} key={wish?.type ?? ''} kinds={types.data ?? []} onSubmit={submit} wish={wish} />
      <Section id="wallet" title="Purse">
        <BuyMarks onBought={reload} />
        <Loaded of={wallet}>{({ items }) => <Transactions items={items} />}</Loaded>
      </Section>
      <Loaded of={events}>{({ items }) => <Diary items={items} />}</Loaded>
    </>
  );
}

type Wish = { readonly type: string; readonly params: string };

const executedOf = (items: Wire<'listActorEvents'>['items']): ReadonlySet<string> =>
  new Set(
    items.flatMap(({ kind, data }) => (kind === 'intent.executed' && typeof data.type === 'string' ? [data.type] : [])),
  );

const Now = ({ actor: { id, name, city, state } }: { actor: Wire<'readActor'> }) => (
  <Section id="actor" title={name}>
    <Facts
      items={[
        ['Activity', `${toWords(state.activity.kind)} in ${city.name}`],
        ['Mood', `${Math.round(state.mood)} of 100`],
        ['Work', toWords(state.employment.state)],
        ['Home', toWords(state.home.kind)],
        ['Purse', `${toMarks(state.balance)}, ${toMarks(state.locked)} locked`],
        [
          'Live view',
          <a href={`/world/actors/${id}`} key="page">
            Actor page, updated every hour
          </a>,
        ],
      ]}
    />
    <NeedsNow needs={state.needs} />
  </Section>
);

const Transactions = ({ items }: { items: Wire<'listTransactions'>['items'] }) =>
  items.length === 0 ? (
    <Empty>No transactions yet.</Empty>
  ) : (
    <>
      <PurseOverTime items={items} />
      <Table
        caption="Transactions"
        columns={[
          { title: 'Time', cell: ({ tick }) => (tick === null ? '' : toWorldTime(tick)) },
          { title: 'Kind', cell: ({ kind }) => toWords(kind) },
          { title: 'Amount', isNumber: true, cell: ({ amount }) => toSigned(amount) },
          { title: 'Balance', isNumber: true, cell: ({ balanceAfter }) => toMarks(balanceAfter) },
        ]}
        keyOf={({ id: one }) => one}
        rows={items}
      />
    </>
  );

const toSigned = (amount: string): string =>
  amount.startsWith('-') ? `−${toMarks(amount.slice(1))}` : toMarks(amount);

/** Prepared suggestions for common first steps. `OTHER` offers every intent. */
const IDEAS = [
  ['INTENT_MOVE_CITY', 'Move to another city'],
  ['INTENT_REST', 'Rest for a few hours'],
  ['INTENT_STUDY', 'Study'],
  ['INTENT_WORK_OVERTIME', 'Work overtime'],
  ['INTENT_SOCIALISE', 'Meet another actor'],
  ['INTENT_SET_SAVINGS_GOAL', 'Save more'],
  ['OTHER', 'Something else'],
] as const;
const FIRST_PARAMS: Readonly<Record<string, string>> = {
  INTENT_REST: '{ "hours": 4 }',
  INTENT_STUDY: '{ "skill": "SERVICES", "hours": 2 }',
  INTENT_WORK_OVERTIME: '{ "days": 2 }',
  INTENT_SET_SAVINGS_GOAL: '{ "shareBp": 1000 }',
};

type Answer = { intent_id: string; acceptance_probability: number };
type Taken = Answer & { type: string };
const LOOK_MS = 1_500;
/** An hour of the world at its usual pace. */
const HOUR_MS = 5_000;

type Asked = { readonly id: string; readonly type: string; readonly params: unknown; readonly key: string };

async function submitIntent(
  ask: ReturnType<typeof useKeyed>,
  { id, type, params, key }: Asked,
): Promise<Answer | undefined> {
  const body = {
    method: 'submitIntent',
    params: { actor_id: id, type, params, source: 'owner_suggestion', priority: 1, idempotency_key: key },
  };
  const answer = await ask('callAgent', 'POST /rpc/agent', { body });
  return 'ok' in answer && answer.ok ? (answer.result as Answer) : undefined;
}

type SuggestProps = {
  id: string;
  wish: Wish | undefined;
  kinds: readonly IntentType[];
  onSubmit: (type: string, params: unknown, key: string) => Promise<void>;
};

function Suggest({ id, wish, kinds, onSubmit }: SuggestProps) {
  const ask = useKeyed();
  const cities = useRead('cities', () => ask('listCities', 'GET /api/v1/cities'));
  const [idea, setIdea] = useState<string>(wish === undefined ? 'INTENT_MOVE_CITY' : 'OTHER');
  useEffect(() => {
    if (wish !== undefined) document.getElementById('suggest')?.scrollIntoView();
  }, [wish]);
  const [keptType, setType] = useKept(`intent type ${id}`);
  const [keptParams, setParams] = useKept(`intent params ${id}`, '{}');
  const [chosen, setChosen] = useState(wish);
  const wanted = chosen?.type ?? keptType;
  const kind = kinds.find((one) => one.type === wanted) ?? kinds[0];
  const type = kind?.type ?? wanted;
  const params = chosen?.params ?? keptParams;
  const keep = (next: Wish): void => {
    setChosen(undefined);
    setType(next.type);
    setParams(next.params);
  };
  const [cityId, setCityId] = useState('');
  const act = useAct();
  const once = useOnce();
  const isMove = idea === 'INTENT_MOVE_CITY';
  const suggest = async (): Promise<void> => {
    const target = cityId || (cities.data?.items[0]?.id ?? '');
    const what = idea === 'OTHER' ? type : idea;
    await onSubmit(
      what,
      isMove ? { targetCityId: target } : JSON.parse(params || '{}'),
      once.headers['idempotency-key'] ?? '',
    );
    once.renew();
  };
  return (
    <Section
      id="suggest"
      note="The actor weighs your suggestion against its own plans. The result is available after the next hour in the world."
      title="Suggest an action"
    >
      <Form act={act} onSubmit={suggest} submit="Send suggestion">
        <Choice
          hint={idea === 'OTHER' ? 'Choose the action below.' : idea}
          label="Action"
          onChange={(next) => {
            setIdea(next);
            keep({ type, params: next === 'OTHER' ? toExample(kind) : (FIRST_PARAMS[next] ?? '{}') });
          }}
          options={IDEAS}
          value={idea}
        />
        {isMove ? (
          <Choice
            label="Destination"
            onChange={setCityId}
            options={(cities.data?.items ?? []).map((city) => [city.id, city.name])}
            value={cityId}
          />
        ) : null}
        {idea === 'OTHER' ? (
          <Choice
            hint={type}
            label="Other action"
            onChange={(next) => keep({ type: next, params: toExample(kinds.find((one) => one.type === next)) })}
            options={kinds.map((one) => [one.type, one.summary])}
            value={type}
          />
        ) : null}
        {isMove ? null : (
          <Field
            isCode
            label="Parameters (JSON)"
            onChange={(next) => keep({ type, params: next })}
            rows={3}
            value={params}
          />
        )}
      </Form>
    </Section>
  );
}

type BecameProps = { taken: Taken; kinds: readonly IntentType[]; onLook: () => void };

function Became({ taken, kinds, onLook }: BecameProps) {
  const ask = useKeyed();
  const intent = useRead(`intent ${taken.intent_id}`, () =>
    ask('readIntent', `GET /api/v1/intents/${taken.intent_id}`),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer decides whether another request is needed
  useEffect(() => {
    if (intent.data === undefined) return;
    const { status } = intent.data;
    if (status !== 'PENDING' && status !== 'QUEUED') return onLook();
    const timer = setTimeout(intent.reload, LOOK_MS);
    return () => clearTimeout(timer);
  }, [intent.data]);
  return (
    <Section id="result" title="Result">
      <Notice
        role="status"
        title={`Sent. The actor is ${Math.round(taken.acceptance_probability * 100)} % likely to accept your suggestion.`}
        tone="ok"
      >
        {kinds.find(({ type }) => type === taken.type)?.summary} <span className="text-sm">{taken.type}</span>
      </Notice>
      <Loaded of={intent}>
        {({ status, reason }) => (
          <p className="mt-3 flex flex-wrap items-center gap-3">
            <Mark tone={status === 'EXECUTED' ? 'ok' : 'plain'}>{toWords(status)}</Mark>
            <Foreign>{reason ?? ''}</Foreign>
            <button
              className="underline"
              onClick={() => {
                intent.reload();
                onLook();
              }}
              type="button"
            >
              Refresh
            </button>
          </p>
        )}
      </Loaded>
      <div className="mt-3">
        <Snippet label="Intent ID" text={taken.intent_id} />
      </div>
    </Section>
  );
}
