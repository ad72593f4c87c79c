/** Past seats: the caller's votes and the council's decisions. */
import { toMarks, toMoment, toWords } from '../../ui/format.ts';
import { Empty, Mark, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Link } from '../navigation.tsx';
import { Loaded, useRead } from '../state.tsx';

type Seat = Wire<'listAssignments'>['items'][number];

const SHOWN = 20;
const PAST = ['REVEALED', 'MISSED', 'REPLACED'] as const;

export const VoteMark = ({ verdict }: { verdict: Seat['outcome'] }) =>
  verdict === null ? (
    <span className="text-muted">Not published</span>
  ) : (
    <Mark tone={verdict === 'SAFE' ? 'ok' : 'bad'}>{toWords(verdict)}</Mark>
  );

/** A silent seat has no vote. */
const OwnVote = ({ seat: { vote, state } }: { seat: Seat }) =>
  vote === null ? <Mark tone="warn">{toWords(state)}</Mark> : <VoteMark verdict={vote.verdict} />;

const timeOf = ({ vote, commitBy }: Seat): string => vote?.revealedAt ?? commitBy;

export function Votes() {
  const ask = useKeyed();
  const votes = useRead('votes', async () => {
    const lists = await Promise.all(
      PAST.map((state) => ask('listAssignments', `GET /certsvc/v1/assignments?state=${state}&limit=${SHOWN}`)),
    );
    const newestFirst = lists
      .flatMap(({ items }) => items)
      .sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1));
    return newestFirst.slice(0, SHOWN);
  });
  return (
    <Section
      id="votes"
      note="The council publishes its decision when the round ends. Your record includes calibration and test cases."
      title="Your votes"
    >
      <Loaded of={votes}>
        {(seats) =>
          seats.length === 0 ? (
            <Empty>You have not voted yet. Votes appear here after you reveal them.</Empty>
          ) : (
            <Table
              caption="Your votes"
              columns={[
                {
                  title: 'Assignment',
                  cell: (one) => (
                    <Link className="font-semibold" to={`/council/assignments/${one.id}`}>
                      {one.kind === 'CALIBRATION' ? 'Calibration' : toWords(one.phase)}: {one.productType}
                    </Link>
                  ),
                },
                { title: 'You', cell: (one) => <OwnVote seat={one} /> },
                { title: 'Council', cell: ({ outcome }) => <VoteMark verdict={outcome} /> },
                { title: 'Time', isWide: true, cell: (one) => toMoment(timeOf(one)) },
                { title: 'Fee', isNumber: true, cell: ({ fee }) => toMarks(fee) },
              ]}
              keyOf={({ id }) => id}
              rows={seats}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
