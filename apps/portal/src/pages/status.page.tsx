import type { Page } from '../page.ts';
import { toCount, toDecimal, toMoment } from '../ui/format.ts';
import { Facts, Mark, Section, Table } from '../ui/parts.tsx';
import { VerdictBand } from '../ui/verdict.tsx';
import type { Wire } from '../wire.ts';

type Data = { readonly readiness: Wire<'readReadiness'>; readonly stats: Wire<'readProtocolStats'> };

const WORDS = { ready: 'All systems operational', degraded: 'Degraded', not_ready: 'Not working' } as const;
const TONES = { ready: 'ok', degraded: 'warn', not_ready: 'bad' } as const;
const PARTS: Readonly<Record<string, string>> = {
  database: 'Database',
  chain: 'Chain',
  queue: 'Job queue',
  log: 'Transparency log',
  world: 'World',
};

const toMs = (ms: number | null): string =>
  ms === null ? 'no data yet' : ms < 1000 ? `${ms} ms` : `${toDecimal(ms / 1000, 1)} s`;

export const status: Page<Data> = {
  load: async ({ call }) => {
    const [readiness, stats] = await Promise.all([call('readReadiness'), call('readProtocolStats')]);
    return { readiness, stats };
  },
  head: () => ({
    title: 'Status: Assay',
    description: 'Health of the service and its components.',
    twin: { type: 'application/json', href: '/readyz' },
  }),
  body: ({ readiness, stats }) => (
    <>
      <VerdictBand
        label="Status of the service"
        summary={`Version ${readiness.version}. Figures as of ${toMoment(stats.asOf)}.`}
        verdict={{ tone: TONES[readiness.status], word: WORDS[readiness.status], short: '' }}
      />
      <div className="page">
        <h1 className="sr-only">Status</h1>
        <Section id="parts" title="Components">
          <Table
            caption="Components of the service"
            columns={[
              { title: 'Component', cell: ([name]) => PARTS[name] ?? name },
              {
                title: 'State',
                cell: ([, check]) => (
                  <Mark tone={check === null ? 'plain' : check.ok ? 'ok' : 'bad'}>
                    {check === null ? 'Not enabled' : check.ok ? 'Operational' : 'Failing'}
                  </Mark>
                ),
              },
              {
                title: 'Response time',
                isNumber: true,
                isWide: true,
                cell: ([, check]) => (check?.latencyMs == null ? '' : toMs(check.latencyMs)),
              },
              { title: 'Detail', cell: ([, check]) => check?.detail ?? '' },
            ]}
            keyOf={([name]) => name}
            rows={Object.entries(readiness.checks)}
          />
        </Section>
        <Section id="council" title="Council statistics">
          <Facts
            items={[
              [
                'Rounds',
                `${toCount(stats.rounds.total)}: ${stats.rounds.unanimous} decided unanimously, ${stats.rounds.human} decided by a person`,
              ],
              [
                'Time to a decision',
                stats.decisionTimeMs.p50 === null
                  ? 'No decision yet'
                  : `median ${toMs(stats.decisionTimeMs.p50)}, 95 % within ${toMs(stats.decisionTimeMs.p95)}`,
              ],
              [
                'Votes',
                `${toCount(stats.verdicts.safe)} safe, ${toCount(stats.verdicts.unsafe)} unsafe, ${toCount(stats.verdicts.missed)} missed`,
              ],
              [
                'Test cases',
                `${stats.canaries.shown}; attacks detected: ${stats.canaries.caught}; attacks missed: ${stats.canaries.missed}; false positives: ${stats.canaries.falseAlarms}`,
              ],
              ['Disputes', `${stats.disputes.opened} opened; verdict overturned in ${stats.disputes.overturned}`],
              [
                'Flags',
                `${stats.flags.opened} opened, ${stats.flags.confirmed} confirmed, ${stats.flags.dismissed} dismissed`,
              ],
            ]}
          />
          <p className="mt-3">
            <a href="/evidence">Accuracy, uptime, appeals and withdrawals</a>
          </p>
        </Section>
      </div>
    </>
  ),
};
