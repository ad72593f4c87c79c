import type { Page } from '../page.ts';
import { toCount, toDecimal, toMoment, toShare, toWords } from '../ui/format.ts';
import { Empty, Facts, Foreign, Section, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import type { Wire } from '../wire.ts';

type Evidence = Wire<'readEvidence'>;

const NO_DATA = 'No data yet';
const toSeconds = (ms: number | null): string => (ms === null ? NO_DATA : `${toDecimal(ms / 1000, 1)} s`);
/** `median … ` for medians that may not exist yet. */
const toHalf = (median: string): string => (median === NO_DATA ? 'none decided yet' : `half decided within ${median}`);
const toHours = (hours: number | null): string => (hours === null ? NO_DATA : `${toDecimal(hours, 1)} h`);

/** Sentences for the rows of the accuracy report. A row without one is shown in the words of the report. */
const MEASURED: Readonly<Record<string, string>> = {
  'silent, of those rejected before': 'Hostile samples that an earlier engine rejected and this engine does not report',
  'harmless counterparts of code by independent authors, rejected':
    'Harmless counterparts of hostile code, rejected (false positives)',
  'all harmless samples, rejected': 'All harmless samples, rejected (false positives)',
  'code by independent authors, not used for tuning, rejected':
    'Hostile code by independent authors that no rule was adjusted to, rejected',
  'all hostile samples, rejected': 'All hostile samples, rejected',
};

/** `1 of 2091 = 0.05 %` of the accuracy report, in the formats of the page's language. Other texts stay as they are. */
function toRate(measured: string): string {
  const [, part, whole, percent] = /^(\d+) of (\d+) = (\d+\.\d+) %$/.exec(measured) ?? [];
  if (percent === undefined) return measured;
  return `${toCount(Number(part))} of ${toCount(Number(whole))} (${toShare(Number(percent) / 100, 2)})`;
}

const Accuracy = ({ accuracy }: Pick<Evidence, 'accuracy'>) => (
  <Section
    id="accuracy"
    note="Results of the engine alone, without a reader, measured before the release and shipped with it. The engine rejects only what it proves or cannot read; everything else is a hint for a reader."
    title="Accuracy"
  >
    {accuracy === null ? (
      <Empty>The figures are not part of this installation.</Empty>
    ) : (
      <Table
        caption="Accuracy"
        columns={[
          { title: 'Figure', cell: ({ what }) => MEASURED[what] ?? what },
          { title: 'Measured', isNumber: true, cell: ({ measured }) => toRate(measured) },
          { title: 'Limit', isNumber: true, isWide: true, cell: ({ limit }) => (limit === '' ? 'None' : limit) },
        ]}
        keyOf={({ what }) => what}
        rows={accuracy}
      />
    )}
  </Section>
);

const Service = ({ data: { uptime, decisionTimeMs, rounds } }: { data: Evidence }) => (
  <Section
    id="service"
    note="Uptime is the share of minutes in which this installation's worker was running. It does not include network outages in front of the service."
    title="Service"
  >
    <Facts
      items={[
        ['Uptime, 30 days', uptime === null ? NO_DATA : toShare(uptime.last30Days, 2)],
        ['Uptime, 90 days', uptime === null ? NO_DATA : toShare(uptime.last90Days, 2)],
        ['Records since', uptime === null ? NO_DATA : toMoment(uptime.since)],
        ['Decided rounds', `${toCount(rounds.total)}, of which ${toCount(rounds.byPerson)} by a person`],
        [
          'Time to a decision',
          decisionTimeMs.p50 === null
            ? NO_DATA
            : `median ${toSeconds(decisionTimeMs.p50)}, 95 % within ${toSeconds(decisionTimeMs.p95)}`,
        ],
      ]}
    />
  </Section>
);

const Appeals = ({ data: { disputes, flags, abuse } }: { data: Evidence }) => (
  <Section id="appeals" note="Disputes, flags and abuse reports, with their outcomes." title="Appeals and reports">
    <Facts
      items={[
        ['Disputed rejections', `${toCount(disputes.opened)}, of which ${toCount(disputes.overturned)} overturned`],
        [
          'Flags',
          `${toCount(flags.opened)}: ${toCount(flags.confirmed)} confirmed, ${toCount(flags.dismissed)} dismissed, ${toHalf(toSeconds(flags.medianTriageMs))}`,
        ],
        [
          'Abuse reports',
          `${toCount(abuse.reports.total)}, ${toCount(abuse.reports.open)} open, ${toHalf(toHours(abuse.reports.medianHours))}`,
        ],
        [
          'Decisions on abuse reports',
          `${toCount(abuse.decisions.DISMISS)} dismissed, ${toCount(abuse.decisions.DELIST)} delisted, ${toCount(abuse.decisions.SUSPEND)} suspended`,
        ],
        [
          'Appeals against these decisions',
          `${toCount(abuse.appeals.total)}: ${toCount(abuse.appeals.upheld)} upheld, ${toCount(abuse.appeals.overturned)} overturned, ${toHalf(toHours(abuse.appeals.medianHours))}`,
        ],
      ]}
    />
    <p className="mt-3">
      <a href="/report">Report abuse</a> · <a href="/docs/policies/takedown">Procedure</a>
    </p>
  </Section>
);

const toStatus = ({ status, revoked, reinstated }: Evidence['withdrawals']['recent'][number]): string => {
  if (revoked) return 'Revoked';
  return reinstated ? `${toWords(status)}, approved again now` : toWords(status);
};

const Withdrawals = ({ withdrawals: { byReason, recent } }: Pick<Evidence, 'withdrawals'>) => (
  <Section id="withdrawals" note="Certificates that lost their status, and why." title="Withdrawals">
    {byReason.length === 0 ? (
      <Empty>No certificate was withdrawn.</Empty>
    ) : (
      <>
        <Table
          caption="Withdrawals by reason"
          columns={[
            { title: 'Status', cell: ({ status }) => toWords(status) },
            { title: 'Reason', cell: ({ reason }) => toWords(reason) },
            { title: 'Certificates', isNumber: true, cell: ({ count }) => toCount(count) },
          ]}
          keyOf={({ status, reason }) => `${status} ${reason}`}
          rows={byReason}
        />
        <h3 className="mt-8 font-semibold">Latest</h3>
        <Table
          caption="Latest withdrawals"
          columns={[
            {
              title: 'Product',
              cell: ({ certificateId, name, version }) => (
                <a href={`/certificates/${certificateId}`}>
                  <Foreign>{`${name} ${version}`}</Foreign>
                </a>
              ),
            },
            { title: 'Status', cell: toStatus },
            { title: 'Reason', cell: ({ reason }) => toWords(reason) },
            { title: 'Time', cell: ({ at }) => toMoment(at) },
          ]}
          keyOf={({ certificateId, at }) => certificateId + at}
          rows={recent}
        />
      </>
    )}
  </Section>
);

export const evidence: Page<Evidence> = {
  load: ({ call }) => call('readEvidence'),
  head: () => ({
    title: 'Evidence: Assay',
    description: "This service's accuracy, uptime, time to decision, appeals and withdrawals.",
    twin: { type: 'application/json', href: '/evidence.json' },
  }),
  body: (data) => (
    <div className="page">
      <Title lead={`From the records of this installation, as of ${toMoment(data.asOf)}.`}>Evidence</Title>
      <Accuracy accuracy={data.accuracy} />
      <Service data={data} />
      <Appeals data={data} />
      <Withdrawals withdrawals={data.withdrawals} />
    </div>
  ),
};
