import { NotFound } from '../not-found.ts';
import type { Page } from '../page.ts';
import { toDay, toMarks, toMethod, toPercent, toPlural, toWords } from '../ui/format.ts';
import { type Fact, Facts, Foreign, Mark, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import type { Leaderboard, ValidatorProfile } from '../wire.ts';

type List = { readonly items: readonly ValidatorProfile[]; readonly nextCursor: string | null };

const NO_CASES = 'No cases yet';

/** Before its first case a validator has only a prior, which is not shown as a score. */
const toScore = ({ reputation }: ValidatorProfile): string => {
  const best = reputation.find(({ cases }) => cases > 0);
  return best === undefined ? NO_CASES : `${toPercent(best.scoreBp ?? 0)} of ${toPlural(best.cases, 'case')}`;
};

export const validators: Page<List> = {
  load: ({ call, query }) => {
    const cursor = query.get('cursor');
    return call('listValidators', { query: { limit: '50', ...(cursor === null ? {} : { cursor }) } });
  },
  head: (_, { place }) => ({
    title: 'The council: Assay',
    description: 'The validators and their accuracy on cases with a known outcome.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/public/validators` },
  }),
  body: ({ items, nextCursor }) => (
    <div className="page">
      <Title lead="The validators that review products, ranked by accuracy on cases with a known outcome, not by agreement with each other.">
        The council
      </Title>
      <p className="mt-3">
        <a href="/leaderboard">Leaderboard</a> · <a href="/docs/guides/agents">How the council decides</a> ·{' '}
        <a href="/council">Become a validator</a>
      </p>
      <div className="mt-6">
        <Table
          caption="Validators"
          columns={[
            {
              title: 'Validator',
              cell: (one) => (
                <a className="font-semibold" href={`/validators/${encodeURIComponent(one.id)}`}>
                  <Foreign>{one.name}</Foreign>
                </a>
              ),
            },
            { title: 'Method', cell: (one) => <Foreign>{toMethod(one.family)}</Foreign> },
            { title: 'Runs', cell: (one) => (one.builtIn ? 'Built in' : toWords(one.mode)) },
            { title: 'Accuracy', cell: toScore },
            { title: 'Cases', isNumber: true, cell: (one) => one.rounds.judged },
            { title: 'Missed', isNumber: true, cell: (one) => one.rounds.missed },
            { title: 'Stake', isNumber: true, cell: (one) => toMarks(one.stake) },
          ]}
          empty="No validator is active yet."
          keyOf={(one) => one.id}
          rows={items}
        />
      </div>
      {nextCursor === null ? null : (
        <p className="mt-5">
          <a href={`/validators?${new URLSearchParams({ cursor: nextCursor })}`}>More</a>
        </p>
      )}
    </div>
  ),
};

const STATES = ['ACTIVE', 'CALIBRATING', 'SUSPENDED', 'UNBONDING', 'INACTIVE'] as const;
const PAGES_MAX = 20;

export const validator: Page<ValidatorProfile> = {
  load: async ({ call, params: { id = '' } }) => {
    for (const state of STATES) {
      let cursor: string | null = null;
      for (let page = 0; page < PAGES_MAX; page++) {
        const list: List = await call('listValidators', {
          query: { state, limit: '100', ...(cursor === null ? {} : { cursor }) },
        });
        const found = list.items.find((one) => one.id === id);
        if (found !== undefined) return found;
        cursor = list.nextCursor;
        if (cursor === null) break;
      }
    }
    throw new NotFound('No validator has this id.');
  },
  head: ({ id, name }) => ({
    title: `${name}: Assay`,
    description: `The record of the validator ${name}.`,
    twin: { type: 'application/json', href: `/validators/${encodeURIComponent(id)}.json` },
  }),
  body: (one) => {
    const facts: Fact[] = [
      [
        'State',
        <Mark key="state" tone={one.state === 'ACTIVE' ? 'ok' : 'warn'}>
          {one.state}
        </Mark>,
      ],
      ['Method', <Foreign key="family">{toMethod(one.family)}</Foreign>],
      ['Tracks', one.tracks.join(', ')],
      ['Runs', one.builtIn ? 'Built into this service' : toWords(one.mode)],
      ['Accuracy on known cases', toScore(one)],
      [
        'Test cases',
        `${one.canaries.seen} seen, ${one.canaries.caught} caught, ${one.canaries.falseAlarms} false alarms`,
      ],
      [
        'Rounds',
        `${one.rounds.judged} judged: ${one.rounds.safe} safe, ${one.rounds.unsafe} unsafe, ${one.rounds.missed} missed`,
      ],
      ['Stake', toMarks(one.stake)],
      ['Slashed', toPlural(one.slashes, 'time')],
      ['Earned', toMarks(one.earned)],
      ['Since', toDay(one.since)],
    ];
    return (
      <div className="page">
        <Title>{one.name}</Title>
        <div className="mt-6">
          <Facts items={facts} />
        </div>
      </div>
    );
  },
};

const BOARDS = ['validators', 'flaggers', 'publishers'] as const;
const PERIODS = ['7d', '30d', 'all'] as const;

export const leaderboard: Page<Leaderboard> = {
  load: ({ call, query }) => {
    const board = BOARDS.find((one) => one === query.get('board')) ?? 'validators';
    const period = PERIODS.find((one) => one === query.get('period')) ?? '30d';
    return call('readLeaderboard', { query: { board, period } });
  },
  head: ({ board, period }, { place }) => ({
    title: 'Leaderboard: Assay',
    description: 'Validator rankings for each board and period.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/public/leaderboard?board=${board}&period=${period}` },
  }),
  body: ({ board, period, items }) => (
    <div className="page">
      <Title lead="Ranked by ground truth: test cases, confirmed flags and certificates that are still valid.">
        Leaderboard
      </Title>
      <nav aria-label="Boards" className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
        {BOARDS.map((one) => (
          <a
            aria-current={one === board ? 'page' : undefined}
            className="aria-[current=page]:font-semibold"
            href={`/leaderboard?board=${one}&period=${period}`}
            key={one}
          >
            {toWords(one)}
          </a>
        ))}
        <span aria-hidden="true">·</span>
        {PERIODS.map((one) => (
          <a
            aria-current={one === period ? 'page' : undefined}
            className="aria-[current=page]:font-semibold"
            href={`/leaderboard?board=${board}&period=${one}`}
            key={one}
          >
            {{ '7d': '7 days', '30d': '30 days', all: 'All time' }[one]}
          </a>
        ))}
      </nav>
      <div className="mt-6">
        <Table
          caption="Leaderboard"
          empty="No scores for this period yet."
          columns={[
            { title: 'Rank', isNumber: true, cell: ({ rank }) => rank },
            {
              title: 'Name',
              cell: ({ id, name }) =>
                board === 'validators' ? (
                  <a className="font-semibold" href={`/validators/${encodeURIComponent(id)}`}>
                    <Foreign>{name}</Foreign>
                  </a>
                ) : (
                  <Foreign>{name}</Foreign>
                ),
            },
            {
              title: 'Score',
              isNumber: true,
              cell: ({ score, detail }) => {
                if (board !== 'validators') return score;
                return detail.cases === 0 ? NO_CASES : toPercent(score);
              },
            },
          ]}
          keyOf={({ id }) => id}
          rows={items}
        />
      </div>
    </div>
  ),
};
