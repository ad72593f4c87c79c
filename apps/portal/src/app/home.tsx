/** The developer's start page: tasks, submissions by state, certificates with their usage, open flags. */
import { toCount, toMoment, toPlural, toPrice, toWords } from '../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Section, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { NewestDeliveries } from './deliveries.tsx';
import { STATE_TONES } from './lists.tsx';
import { Link } from './navigation.tsx';
import { Loaded, useRead } from './state.tsx';
import { CertificateUsage } from './usage.tsx';

type Summary = Wire<'readDashboard'>;

const ACTIONS = {
  FLAG_OPENED: 'Answer a flag',
  NEWER_COMMIT: 'Submit the new commit',
  DRAFT_UNPAID: 'Finish a draft',
};

function toTarget({ type, id }: { type: string; id: string }): string {
  if (type === 'draft') return `/account/new/${id}`;
  return type === 'certificate' ? `/certificates/${id}` : `/account/submissions/${id}`;
}

export function Overview() {
  const summary = useRead('dashboard', () => ask('readDashboard', 'GET /api/v1/certsvc/dev/dashboard/summary'));
  return (
    <Loaded of={summary}>
      {(data) => (
        <>
          <Next actions={data.nextActions} suspended={data.certificates.suspended} />
          <States byState={data.submissions.byState} />
          <CertificateUsage />
          <Flags flags={data.openFlags} />
          <NewestDeliveries />
          <Section id="figures" title="Summary">
            <Facts
              items={[
                ['Certificates', toStandings(data.certificates)],
                ['Drafts', toCount(data.drafts)],
                ['Tickets', `${data.tickets.open} open, ${data.tickets.answered} answered`],
                ['Spent', toPrice(data.spent)],
              ]}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}

const toStandings = ({ approved, suspended, flagged, deprecated }: Summary['certificates']): string =>
  `${approved} approved, ${suspended} suspended, ${flagged} flagged, ${deprecated} outdated`;

type NextProps = { actions: Summary['nextActions']; suspended: number };

const Next = ({ actions, suspended }: NextProps) => (
  <Section id="next" title="Next steps">
    {actions.length === 0 && suspended === 0 ? (
      <Empty>
        There is nothing to do. <Link to="/account/new">Submit a product for review</Link>.
      </Empty>
    ) : (
      <ul className="border-t border-ink">
        {suspended === 0 ? null : (
          <li className="border-b border-line py-3">
            <a className="font-semibold" href="#certificates">
              Read the reason of the suspension
            </a>
            <span className="block text-muted">{toPlural(suspended, 'suspended certificate')}</span>
          </li>
        )}
        {actions.map(({ kind, ref, detail, at }) => (
          <li className="border-b border-line py-3" key={kind + ref.id}>
            <a className="font-semibold" href={toTarget(ref)}>
              {ACTIONS[kind]}
            </a>
            <span className="block text-muted">
              <Foreign>{detail}</Foreign> · {toMoment(at)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const STATES = ['SUBMITTED', 'SANDBOXING', 'IN_REVIEW', 'ESCALATED', 'CERTIFIED', 'REJECTED', 'FAILED'] as const;

const States = ({ byState }: { byState: Summary['submissions']['byState'] }) => {
  const total = STATES.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
  return (
    <Section id="states" title={toPlural(total, 'submission')}>
      <ul aria-label="Submissions by state" className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 lg:grid-cols-7">
        {STATES.map((state) => (
          <li className="border-t border-line pt-2" key={state}>
            <span className="block text-2xl font-semibold tabular-nums">{toCount(byState[state] ?? 0)}</span>
            {(byState[state] ?? 0) === 0 ? (
              <span className="text-sm text-muted">{toWords(state)}</span>
            ) : (
              <Mark tone={STATE_TONES[state] ?? 'plain'}>{toWords(state)}</Mark>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
};

const Flags = ({ flags }: { flags: Summary['openFlags'] }) =>
  flags.length === 0 ? null : (
    <Section id="flags" title={toPlural(flags.length, 'open flag')}>
      <Table
        caption="Open flags"
        columns={[
          {
            title: 'Certificate',
            cell: ({ certificateId }) => <a href={`/certificates/${certificateId}`}>{certificateId}</a>,
          },
          { title: 'Category', cell: ({ category }) => toWords(category) },
          { title: 'Severity', cell: ({ severity }) => <Mark tone="bad">{toWords(severity)}</Mark> },
          { title: 'State', cell: ({ state }) => toWords(state) },
        ]}
        keyOf={({ id }) => id}
        rows={flags}
      />
    </Section>
  );
