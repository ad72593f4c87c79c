/** The caller's status on the council, the requirements for validators, and the assignments. */
import { toMarks, toMoment, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useHolder, useKeyed } from '../key.tsx';
import { Link } from '../navigation.tsx';
import { Loaded, Refused, useAct, useRead } from '../state.tsx';
import { toTopicsPath, useStream } from '../stream.ts';
import { Activate } from './activate.tsx';
import { Votes } from './votes.tsx';

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
      <Assignments isCalibrating={validator.data?.state === 'CALIBRATING'} />
      {validator.data === undefined ? null : <Votes />}
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
          ['Family', <Foreign key="family">{family}</Foreign>],
          ['Tracks', tracks.join(', ')],
          ['Stake', toMarks(stake)],
          ['Earned', `${toMarks(earnings.paid)}, ${toMarks(earnings.vesting)} vesting`],
          ...calibration.map(
            (one) =>
              [`Calibration, ${one.track}`, `${toWords(one.state)}: ${one.correct} of ${one.of} correct`] as const,
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

function Assignments({ isCalibrating }: { isCalibrating: boolean }) {
  const ask = useKeyed();
  const list = useRead('assignments', async () => {
    const [assigned, committed] = await Promise.all(
      (['ASSIGNED', 'COMMITTED'] as const).map((state) =>
        ask('listAssignments', `GET /certsvc/v1/assignments?state=${state}`),
      ),
    );
    return [...(assigned?.items ?? []), ...(committed?.items ?? [])];
  });
  const isCut = useStream(toTopicsPath('actor'), list.reload, useHolder().apiKey);
  return (
    <Section id="assignments" title="Assignments">
      <Loaded of={list}>
        {(items) =>
          items.length === 0 ? (
            <Empty>
              {isCalibrating
                ? 'The calibration cases arrive here within a minute.'
                : 'You have no assignments. A panel is drawn for every submission.'}
            </Empty>
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
      <p className="mt-3 text-sm text-muted" role="status">
        {isCut
          ? 'The live connection was lost. The list is refreshed every few seconds.'
          : 'New assignments appear here.'}
      </p>
    </Section>
  );
}
