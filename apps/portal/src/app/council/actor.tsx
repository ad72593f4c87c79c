/** A player's actor: how it is, what it was asked to do, and asking it for something. It decides by itself. */
import { useState } from 'react';
import { toMarks, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Notice, Section, Snippet, Table } from '../../ui/parts.tsx';
import { useHolder, useKeyed } from '../key.tsx';
import { Choice, Field, Form, Loaded, useAct, useKept, useOnce, useRead } from '../state.tsx';

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
          An API key identifies an actor only if its wallet is a validator.
        </Notice>
      </div>
    );
  }
  return <Loaded of={validator}>{(id) => <Actor id={id} />}</Loaded>;
}

function Actor({ id }: { id: string }) {
  const ask = useKeyed();
  const actor = useRead(`actor ${id}`, () => ask('readActor', `GET /api/v1/actors/${id}`));
  const wallet = useRead(`wallet ${id}`, () =>
    ask('listTransactions', `GET /api/v1/wallet/${id}/transactions?limit=20`),
  );
  return (
    <>
      <Loaded of={actor}>
        {({ name, city, state }) => (
          <Section id="actor" title={name}>
            <Facts
              items={[
                ['Activity', `${toWords(state.activity.kind)} in ${city.name}`],
                ['Mood', `${Math.round(state.mood)} of 100`],
                ['Work', toWords(state.employment.state)],
                ['Purse', `${toMarks(state.balance)}, ${toMarks(state.locked)} locked`],
                [
                  'Live view',
                  <a href={`/world/actors/${id}`} key="page">
                    Actor page, updated every hour
                  </a>,
                ],
              ]}
            />
          </Section>
        )}
      </Loaded>
      <Suggest id={id} />
      <Section id="wallet" title="Transactions">
        <Loaded of={wallet}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty>No transactions yet.</Empty>
            ) : (
              <Table
                caption="Transactions"
                columns={[
                  { title: 'Hour', isNumber: true, cell: ({ tick }) => tick ?? '' },
                  { title: 'Kind', cell: ({ kind }) => toWords(kind) },
                  { title: 'Amount', isNumber: true, cell: ({ amount }) => toSigned(amount) },
                  { title: 'Balance', isNumber: true, cell: ({ balanceAfter }) => toMarks(balanceAfter) },
                ]}
                keyOf={({ id: one }) => one}
                rows={items}
              />
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

const toSigned = (amount: string): string =>
  amount.startsWith('-') ? `−${toMarks(amount.slice(1))}` : toMarks(amount);

/** Ready-made ones for what a player asks first; anything else the world knows can be written. */
const IDEAS = [
  ['INTENT_MOVE_CITY', 'Move to another city'],
  ['INTENT_REST', 'Rest for some hours'],
  ['INTENT_STUDY', 'Study'],
  ['INTENT_WORK_OVERTIME', 'Work longer'],
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

type Taken = { intent_id: string; status: string; acceptance_probability: number; message: string };

function Suggest({ id }: { id: string }) {
  const ask = useKeyed();
  const cities = useRead('cities', () => ask('listCities', 'GET /api/v1/cities'));
  const [idea, setIdea] = useState<string>('INTENT_MOVE_CITY');
  const [type, setType] = useKept(`intent type ${id}`, 'INTENT_');
  const [params, setParams] = useKept(`intent params ${id}`, '{}');
  const [cityId, setCityId] = useState('');
  const [taken, setTaken] = useState<Taken>();
  const act = useAct();
  const once = useOnce();
  const isMove = idea === 'INTENT_MOVE_CITY';
  const suggest = async (): Promise<void> => {
    const target = cityId || (cities.data?.items[0]?.id ?? '');
    const body = {
      method: 'submitIntent',
      params: {
        actor_id: id,
        type: idea === 'OTHER' ? type.trim() : idea,
        params: isMove ? { targetCityId: target } : JSON.parse(params || '{}'),
        source: 'owner_suggestion',
        idempotency_key: once.headers['idempotency-key'],
      },
    };
    const answer = await ask('callAgent', 'POST /rpc/agent', { body });
    if ('ok' in answer && answer.ok) setTaken(answer.result as Taken);
    once.renew();
  };
  return (
    <Section
      id="suggest"
      note="The actor weighs your suggestion against its own plans. The result is available after the next hour of the world."
      title="Suggest an action"
    >
      <Form act={act} onSubmit={suggest} submit="Send suggestion">
        <Choice
          label="Action"
          onChange={(next) => {
            setIdea(next);
            setParams(FIRST_PARAMS[next] ?? '{}');
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
          <Field isCode label="Kind of intent" maxLength={64} onChange={setType} value={type} />
        ) : null}
        {isMove ? null : <Field isCode label="Parameters (JSON)" onChange={setParams} rows={3} value={params} />}
      </Form>
      {taken === undefined ? null : <Became taken={taken} />}
    </Section>
  );
}

function Became({ taken }: { taken: Taken }) {
  const ask = useKeyed();
  const intent = useRead(`intent ${taken.intent_id}`, () =>
    ask('readIntent', `GET /api/v1/intents/${taken.intent_id}`),
  );
  return (
    <div className="mt-5">
      <Notice
        role="status"
        title={`Sent. The actor accepts ${Math.round(taken.acceptance_probability * 100)} % of such suggestions.`}
        tone="ok"
      >
        {taken.message}
      </Notice>
      <Loaded of={intent}>
        {({ status, reason }) => (
          <p className="mt-3 flex flex-wrap items-center gap-3">
            <Mark tone={status === 'EXECUTED' ? 'ok' : 'plain'}>{toWords(status)}</Mark>
            <Foreign>{reason ?? ''}</Foreign>
            <button className="underline" onClick={intent.reload} type="button">
              Refresh
            </button>
          </p>
        )}
      </Loaded>
      <div className="mt-3">
        <Snippet label="Its id" text={taken.intent_id} />
      </div>
    </div>
  );
}
