import { NotFound } from '../not-found.ts';
import type { Page } from '../page.ts';
import { toCount, toDay, toMarks, toMethod, toPercent, toPlural, toWords } from '../ui/format.ts';
import { type Fact, Facts, Foreign, Mark, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import type { Leaderboard, ValidatorProfile } from '../wire.ts';

type List = { readonly items: readonly ValidatorProfile[]; readonly nextCursor: string | null };

const NO_CASES = 'No cases yet';

const hasScore = ({ reputation }: ValidatorProfile): boolean => reputation.some(({ cases }) => cases > 0);

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
      <Title lead="The validators that review products. Accuracy is measured on cases with a known outcome, not by agreement with other validators; rounds are the reviews in which a validator voted.">
        The council
      </Title>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <a href="/leaderboard">Leaderboard</a>
        <a href="/#how">How a product gets certified</a>
        <a href="/council">Become a validator</a>
        <a href="/docs/guides/validators">Guide for validators</a>
      </p>
      <div className="mt-6">
        <Table
          caption="Validators"
          columns={[
            {
              title: 'Validator',
              cell: (one) => (
                <>
                  <a className="font-semibold" href={`/validators/${encodeURIComponent(one.id)}`}>
                    <Foreign>{one.name}</Foreign>
                  </a>
                  <span className="block text-sm text-muted sm:hidden">
                    <Foreign>{toMethod(one.family)}</Foreign>
                  </span>
                </>
              ),
            },
            { title: 'Method', isWide: true, cell: (one) => <Foreign>{toMethod(one.family)}</Foreign> },
            { title: 'Type', isWide: true, cell: (one) => (one.builtIn ? 'Built in' : toWords(one.mode)) },
            {
              title: 'Accuracy',
              cell: (one) => <span className={hasScore(one) ? 'font-semibold' : 'text-muted'}>{toScore(one)}</span>,
            },
            { title: 'Rounds', isNumber: true, isWide: true, cell: (one) => toCount(one.rounds.judged) },
            { title: 'Missed', isNumber: true, isWide: true, cell: (one) => toCount(one.rounds.missed) },
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
      ['Type', one.builtIn ? 'Built into this service' : toWords(one.mode)],
      ['Accuracy on known cases', toScore(one)],
      [
        'Test cases',
        `${one.canaries.seen}; attacks detected: ${one.canaries.caught}; false positives: ${one.canaries.falseAlarms}`,
      ],
      [
        'Rounds',
        `${one.rounds.judged}: ${one.rounds.safe} safe, ${one.rounds.unsafe} unsafe, ${one.rounds.missed} missed`,
      ],
      ['Stake', toMarks(one.stake)],
      ['Slashes', toPlural(one.slashes, 'time')],
      ['Earned', toMarks(one.earned)],
      ['Validator since', toDay(one.since)],
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

/** A validator without cases has neither a score nor a rank. */
const isUnscored = (board: Leaderboard['board'], { detail }: Leaderboard['items'][number]): boolean =>
  board === 'validators' && detail.cases === 0;

type ChoicesProps = { label: string; items: readonly (readonly [href: string, name: string, isCurrent: boolean])[] };

const Choices = ({ label, items }: ChoicesProps) => (
  <nav aria-label={label} className="flex flex-wrap border border-line">
    {items.map(([href, name, isCurrent]) => (
      <a
        aria-current={isCurrent ? 'page' : undefined}
        className="px-3 py-1.5 no-underline hover:underline aria-[current=page]:bg-ink aria-[current=page]:text-paper"
        href={href}
        key={href}
      >
        {name}
      </a>
    ))}
  </nav>
);

export const leaderboard: Page<Leaderboard> = {
  load: ({ call, query }) => {
    const board = BOARDS.find((one) => one === query.get('board')) ?? 'validators';
    const period = PERIODS.find((one) => one === query.get('period')) ?? '30d';
    return call('readLeaderboard', { query: { board, period } });
  },
  head: ({ board, period }, { place }) => ({
    title: 'Leaderboard: Assay',
    description: 'Rankings of validators, flaggers, publishers and others by period.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/public/leaderboard?board=${board}&period=${period}` },
  }),
  body: ({ board, period, items }) => (
    <div className="page">
      <Title lead="Ranked by verified outcomes: test cases, confirmed flags and certificates that are still valid.">
        Leaderboard
      </Title>
      <div className="mt-6 flex flex-wrap justify-between gap-x-10 gap-y-3">
        <Choices
          label="Boards"
          items={BOARDS.map((one) => [`/leaderboard?board=${one}&period=${period}`, toWords(one), one === board])}
        />
        <Choices
          label="Periods"
          items={PERIODS.map((one) => [
            `/leaderboard?board=${board}&period=${one}`,
            { '7d': '7 days', '30d': '30 days', all: 'All time' }[one],
            one === period,
          ])}
        />
      </div>
      <div className="mt-6">
        <Table
          caption="Leaderboard"
          empty="No scores for this period yet."
          columns={[
            { title: 'Rank', cell: (line) => (isUnscored(board, line) ? '–' : line.rank) },
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
              cell: (line) => {
                if (isUnscored(board, line)) return <span className="text-muted">{NO_CASES}</span>;
                return board === 'validators' ? toPercent(line.score) : toCount(line.score);
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
