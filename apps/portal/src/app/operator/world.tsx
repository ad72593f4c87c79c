/** Operator actions on the economy of the world: a dry run first, optionally its futures, then the action with a written reason. */
import { type ReactNode, useState } from 'react';
import { toMicros, toNumber } from '../../ui/amount.ts';
import { toInline, toWords } from '../../ui/format.ts';
import { Empty, Notice, Section } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Choice, Field, Form, Loaded, Refused, useAct, useKept, useOnce, useRead } from '../state.tsx';
import { Changes, type Outcome } from './changes.tsx';
import { Futures, type Scenario } from './counterfactual.tsx';
import { RunWorld } from './world-run.tsx';

type City = Wire<'listCities'>['items'][number];

export function WorldControls() {
  const ask = useKeyed();
  const cities = useRead('cities', () => ask('listCities', 'GET /api/v1/cities'));
  return (
    <>
      <RunWorld />
      <Loaded of={cities}>{({ items }) => <Controls cities={items} />}</Loaded>
    </>
  );
}

const MEASURES = [
  ['createHousing', 'Build homes'],
  ['adjustPublicSalaries', 'Change public salaries'],
  ['executeEmergencyExpansion', 'Emergency spending'],
  ['approveProposal', 'Decide on a proposal'],
] as const;
type Measure = (typeof MEASURES)[number][0];

function Controls({ cities }: { cities: readonly City[] }) {
  const [cityId, setCityId] = useState<string>(cities[0]?.id ?? '');
  const [measure, setMeasure] = useState<Measure>('createHousing');
  const [scenario, setScenario] = useState<Scenario>();
  const choose = (next: Measure): void => {
    setMeasure(next);
    setScenario(undefined);
  };
  const props = { cityId, onScenario: setScenario };
  return (
    <>
      <Section
        id="measure"
        note="Measures are booked in the ledger as journals and building contracts."
        title="Economic measure"
      >
        <div className="flex flex-wrap gap-x-6">
          <Choice
            label="City"
            onChange={(id) => {
              setCityId(id);
              setScenario(undefined);
            }}
            options={cities.map(({ id, name, health }) => [id, `${name}, ${toInline(toWords(health))}`])}
            value={cityId}
          />
          <Choice label="Measure" onChange={(one) => choose(one as Measure)} options={MEASURES} value={measure} />
        </div>
        {measure === 'createHousing' ? <Housing {...props} key={cityId} /> : null}
        {measure === 'adjustPublicSalaries' ? <Salaries {...props} key={cityId} /> : null}
        {measure === 'executeEmergencyExpansion' ? <Expansion {...props} key={cityId} /> : null}
        {measure === 'approveProposal' ? <Proposals {...props} key={cityId} /> : null}
      </Section>
      <Futures cityId={cityId} key={JSON.stringify([cityId, scenario])} scenario={scenario} />
    </>
  );
}

type MeasureProps = { cityId: string; onScenario: (scenario: Scenario) => void };

const FINANCING = [
  ['treasury', 'City treasury'],
  ['federal', 'Federal fund'],
  ['federal_issue', 'New money'],
] as const;
const TIERS = ['ROOM', 'FLAT', 'HOUSE', 'VILLA'] as const;

function Housing({ cityId, onScenario }: MeasureProps) {
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({ FLAT: '10' });
  const [financing, setFinancing] = useState('treasury');
  const distribution = Object.fromEntries(
    Object.entries(counts).flatMap(([tier, count]) => (Number(count) > 0 ? [[tier, Number(count)]] : [])),
  );
  const params = { city_id: cityId, housing_distribution: distribution, financing };
  return (
    <Steps method="createHousing" onScenario={onScenario} params={params}>
      <div className="grid gap-x-6 sm:grid-cols-4">
        {TIERS.map((tier) => (
          <Field
            isRequired={false}
            key={tier}
            label={toWords(tier)}
            onChange={(count) => setCounts((before) => ({ ...before, [tier]: count }))}
            value={counts[tier] ?? ''}
          />
        ))}
      </div>
      <Choice label="Financed by" onChange={setFinancing} options={FINANCING} value={financing} />
    </Steps>
  );
}

function Salaries({ cityId, onScenario }: MeasureProps) {
  const [percent, setPercent] = useState('5');
  const params = { city_id: cityId, percentage: toNumber(percent) / 100 };
  return (
    <Steps method="adjustPublicSalaries" onScenario={onScenario} params={params}>
      <Field hint="From −25 to 25" label="Percent" onChange={setPercent} value={percent} />
    </Steps>
  );
}

function Expansion({ cityId, onScenario }: MeasureProps) {
  const [amount, setAmount] = useState('1000');
  const [homes, setHomes] = useState('');
  const [posts, setPosts] = useState('');
  const [perHead, setPerHead] = useState('1');
  const [financing, setFinancing] = useState('treasury');
  const allocation = {
    ...(homes === '' ? {} : { housing_units: Number(homes) }),
    ...(posts === '' ? {} : { public_posts: Number(posts) }),
    ...(perHead === '' ? {} : { transfer_per_head: toMicros(perHead) }),
  };
  const params = { city_id: cityId, amount: toMicros(amount), financing, allocation };
  return (
    <Steps method="executeEmergencyExpansion" onScenario={onScenario} params={params}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        <Field hint="In marks" isAmount label="Maximum amount" onChange={setAmount} value={amount} />
        <Field
          hint="In marks"
          isAmount
          isRequired={false}
          label="Payment per resident"
          onChange={setPerHead}
          value={perHead}
        />
        <Field isRequired={false} label="Homes" onChange={setHomes} value={homes} />
        <Field isRequired={false} label="Public-sector jobs" onChange={setPosts} value={posts} />
      </div>
      <Choice label="Financed by" onChange={setFinancing} options={FINANCING} value={financing} />
    </Steps>
  );
}

function Proposals({ cityId, onScenario }: MeasureProps) {
  const ask = useKeyed();
  const list = useRead(`proposals ${cityId}`, () => ask('listProposals', `GET /api/v1/cities/${cityId}/proposals`));
  const [id, setId] = useState('');
  const [decision, setDecision] = useState('approve');
  return (
    <Loaded of={list}>
      {({ items }) => {
        const open = items.filter(({ state }) => state === 'OPEN' || state === 'PASSED');
        if (open.length === 0) return <Empty>This city has no open proposals.</Empty>;
        const params = { proposal_id: id || open[0]?.id, decision };
        return (
          <Steps method="approveProposal" onScenario={onScenario} params={params}>
            <Choice
              label="Proposal"
              onChange={setId}
              options={open.map((one) => [
                one.id,
                `${toWords(one.type)}: ${one.votes.yes} for, ${one.votes.no} against`,
              ])}
              value={id}
            />
            <Choice
              label="Decision"
              onChange={setDecision}
              options={[
                ['approve', 'Approve'],
                ['reject', 'Reject'],
              ]}
              value={decision}
            />
          </Steps>
        );
      }}
    </Loaded>
  );
}

type StepsProps = Scenario & { onScenario: (scenario: Scenario) => void; children: ReactNode };

/** Dry run, futures, action. The action is enabled only for exactly the params of the dry run. */
function Steps({ method, params, onScenario, children }: StepsProps) {
  const ask = useKeyed();
  const [seen, setSeen] = useState<{ asked: string; result: Outcome }>();
  const [done, setDone] = useState<Outcome>();
  const [reason, setReason] = useKept(`world ${method}`);
  const look = useAct();
  const act = useAct();
  const once = useOnce();
  const asked = JSON.stringify(params);
  const call = async (more: object): Promise<Outcome> => {
    const body = { method, params: { ...params, ...more } };
    const answer = await ask('callAdmin', 'POST /rpc/admin', { body });
    return ('ok' in answer && answer.ok ? answer.result : {}) as Outcome;
  };
  const dryRun = async (): Promise<void> => {
    setDone(undefined);
    setSeen({ asked, result: await call({ dry_run: true }) });
  };
  const carryOut = async (): Promise<void> => {
    setDone(await call({ reason, idempotency_key: once.headers['idempotency-key'] }));
    setReason('');
    setSeen(undefined);
    once.renew();
  };
  return (
    <>
      <Form act={look} onSubmit={dryRun} submit="Dry run">
        {children}
      </Form>
      {seen?.asked === asked ? (
        <div className="mt-6 border-l-4 border-brass pl-4">
          <h3 className="font-semibold">Immediate effect</h3>
          <Changes result={seen.result} />
          <button className="button mt-3" data-quiet onClick={() => onScenario({ method, params })} type="button">
            Forecast the coming months
          </button>
          <Form act={act} isDanger onSubmit={carryOut} submit="Carry out">
            <Field
              hint="Recorded in the audit log together with the figures above"
              label="Reason"
              maxLength={500}
              onChange={setReason}
              rows={3}
              value={reason}
            />
          </Form>
        </div>
      ) : (
        <Refused refusal={act.refusal} />
      )}
      {done === undefined ? null : (
        <div className="mt-6">
          <Notice
            role="status"
            title="Carried out and recorded in the audit log. It takes effect in the next hour in the world."
            tone="ok"
          />
          <Changes result={done} />
        </div>
      )}
    </>
  );
}
