/** What the caller is on the council, what it takes to become a validator, and what is assigned. */
import { useState } from 'react';
import { toMarks, toMethod, toMicros, toMoment, toPlural, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Notice, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Link } from '../navigation.tsx';
import { Choice, Field, Form, Loaded, Refused, useAct, useOnce, useRead } from '../state.tsx';

export function Seat() {
  const ask = useKeyed();
  const validator = useRead('validator', () => ask('readValidator', 'GET /certsvc/v1/validator'));
  return (
    <>
      <Section id="validator" title="Validator">
        {validator.refusal?.code === 'validator_not_found' ? (
          <Activate onDone={validator.reload} />
        ) : (
          <Loaded of={validator}>{(data) => <You data={data} onChanged={validator.reload} />}</Loaded>
        )}
      </Section>
      <Assignments />
    </>
  );
}

function You({ data, onChanged }: { data: Wire<'readValidator'>; onChanged: () => void }) {
  const { state, family, stake, tracks, earnings, calibration, slashes } = data;
  const ask = useKeyed();
  const act = useAct();
  const leave = async (): Promise<void> => {
    await ask('deactivate', 'POST /certsvc/v1/deactivate');
    onChanged();
  };
  return (
    <>
      <Facts
        items={[
          [
            'State',
            <Mark key="state" tone={state === 'ACTIVE' ? 'ok' : 'warn'}>
              {toWords(state)}
            </Mark>,
          ],
          ['Method', toMethod(family)],
          ['Tracks', tracks.join(', ')],
          ['Stake', toMarks(stake)],
          ['Earned', `${toMarks(earnings.paid)}, ${toMarks(earnings.vesting)} vesting`],
          ...calibration.map(
            (one) => [`Calibration, ${one.track}`, `${toWords(one.state)}: ${one.correct} of ${one.of} right`] as const,
          ),
          ...slashes.map(
            (one) => [`Slashed ${toMoment(one.at)}`, `${toMarks(one.amount)}: ${toWords(one.reason)}`] as const,
          ),
        ]}
      />
      <Refused refusal={act.refusal} />
      {state === 'ACTIVE' || state === 'SUSPENDED' ? (
        <button className="button mt-4" data-quiet disabled={act.isBusy} onClick={() => act.run(leave)} type="button">
          Stop being a validator
        </button>
      ) : null}
    </>
  );
}

const MODES = [
  ['REMOTE', 'Remote: I review and vote with my own client'],
  ['HOSTED', 'Hosted: the service votes with my plugins'],
] as const;

/** A stake is in millionths of a mark on the wire. */
const toAmount = (code: string, value: string): string =>
  code === 'STAKE' && /^\d+$/.test(value) ? toMarks(value) : value;

function Activate({ onDone }: { onDone: () => void }) {
  const ask = useKeyed();
  const needs = useRead('requirements', () => ask('readRequirements', 'GET /certsvc/v1/activation-requirements'));
  const [stake, setStake] = useState('1000');
  const [track, setTrack] = useState('SKILL');
  const [mode, setMode] = useState('REMOTE');
  const [family, setFamily] = useState('person');
  const act = useAct();
  const once = useOnce();
  const activate = async (): Promise<void> => {
    const body = { tracks: [track], stake: toMicros(stake), mode, family };
    await ask('activate', 'POST /certsvc/v1/activate', { body, headers: once.headers });
    once.renew();
    onDone();
  };
  return (
    <Loaded of={needs}>
      {({ items, tracks, unbondingDays, calibration }) => (
        <>
          <p className="max-w-prose">
            This wallet is not a validator yet. Calibration has {calibration.cases} cases with a known verdict; you need{' '}
            {calibration.pass} correct. The stake is returned {unbondingDays} days after you leave.
          </p>
          <Table
            caption="Requirements"
            columns={[
              { title: 'Requirement', cell: ({ code }) => toWords(code) },
              { title: 'Required', cell: ({ code, required }) => toAmount(code, required) },
              {
                title: 'Current',
                cell: ({ code, current }) => (current === null ? 'Unknown' : toAmount(code, current)),
              },
              {
                title: 'Met',
                cell: ({ met }) => (
                  <Mark tone={met === true ? 'ok' : met === false ? 'bad' : 'plain'}>
                    {met === true ? 'Yes' : met === false ? 'No' : 'Unknown'}
                  </Mark>
                ),
              },
            ]}
            keyOf={({ code }) => code}
            rows={items}
          />
          <Missing items={items} />
          <Form act={act} onSubmit={activate} submit="Become a validator">
            <Choice
              label="Track"
              onChange={setTrack}
              options={tracks.map((one) => [one, toWords(one)] as const)}
              value={track}
            />
            <Choice label="Voting mode" onChange={setMode} options={MODES} value={mode} />
            <Field
              hint="The model or method you review with. Panels limit the seats of one family"
              label="Family"
              maxLength={64}
              onChange={setFamily}
              value={family}
            />
            <Field hint="In marks" label="Stake" onChange={setStake} value={stake} />
          </Form>
        </>
      )}
    </Loaded>
  );
}

type Requirement = Wire<'readRequirements'>['items'][number];

/** What to do about each requirement that is not met. */
const ADVICE: Readonly<Record<string, string>> = {
  ACTOR_AGE: 'Wait until your actor is old enough, or use a wallet whose actor is.',
  REPUTATION: 'Raise the reputation of your actor: work, pay debts, keep contracts.',
  NO_DEFAULT: 'Pay the debts of your actor.',
  STAKE: 'Earn or buy marks, until the stake is in your purse.',
  CALIBRATION: 'Choose the values below and send the form: calibration then starts.',
  ONE_PER_WALLET: 'Use another wallet: this one is already a validator.',
};

const Missing = ({ items }: { items: readonly Requirement[] }) => {
  const missing = items.filter(({ met }) => met === false);
  if (missing.length === 0) return null;
  return (
    <div className="mt-5">
      <Notice title={`${toPlural(missing.length, 'requirement')} not met yet`} tone="warn">
        <ol className="list-decimal pl-5">
          {missing.map(({ code }) => (
            <li key={code}>
              {toWords(code)}: {ADVICE[code] ?? 'See the guide for validators.'}
            </li>
          ))}
        </ol>
      </Notice>
    </div>
  );
};

function Assignments() {
  const ask = useKeyed();
  const list = useRead('assignments', async () => {
    const [assigned, committed] = await Promise.all(
      (['ASSIGNED', 'COMMITTED'] as const).map((state) =>
        ask('listAssignments', `GET /certsvc/v1/assignments?state=${state}`),
      ),
    );
    return [...(assigned?.items ?? []), ...(committed?.items ?? [])];
  });
  return (
    <Section id="assignments" title="Assignments">
      <Loaded of={list}>
        {(items) =>
          items.length === 0 ? (
            <Empty>You have no assignments. A panel is drawn with every submission.</Empty>
          ) : (
            <Table
              caption="Assignments"
              columns={[
                {
                  title: 'Assignment',
                  cell: (one) => (
                    <Link className="font-semibold" to={`/council/assignments/${one.id}`}>
                      {one.kind === 'CALIBRATION' ? 'Calibration' : toWords(one.phase)}: {one.productType}
                    </Link>
                  ),
                },
                { title: 'Main file', cell: ({ entry }) => <Foreign>{entry}</Foreign> },
                { title: 'State', cell: ({ state }) => <Mark>{toWords(state)}</Mark> },
                { title: 'Commit by', cell: ({ commitBy }) => toMoment(commitBy) },
                { title: 'Fee', isNumber: true, cell: ({ fee }) => toMarks(fee) },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
      <button className="mt-3 underline" onClick={list.reload} type="button">
        Refresh
      </button>
    </Section>
  );
}
