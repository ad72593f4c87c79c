import { view } from '@assay/economy/world';
import { type Leaderboard, type LeaderboardQuery, LIST_LIMITS } from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toPage } from '../../platform/http/index.ts';
import { keepFor } from '../../platform/kept-figures.ts';
import type { ValidatorScore } from '../validators/index.ts';
import type { AgentWorld } from '../world/index.ts';
import type { Score, StatisticsStore } from './statistics.store.ts';

type Deps = {
  readonly store: Pick<StatisticsStore, 'publishers' | 'flaggers' | 'plugins' | 'marksLocked' | 'walletsOf'>;
  readonly world: Pick<AgentWorld, 'row' | 'now'>;
  /** Best first. */
  readonly validatorBoard: (since: Date | undefined) => Promise<ValidatorScore[]>;
  /** Maximum age of a cached first page. */
  readonly lifeMs: number;
  readonly clock: { now(): Date };
};
type Board = LeaderboardQuery['board'];
type Period = LeaderboardQuery['period'];
type Answer = z.input<typeof Leaderboard>;
type Line = ValidatorScore;

const DAY_MS = 86_400_000;
const PERIOD_DAYS = { '7d': 7, '30d': 30, all: undefined } as const;
/** Score and id of the last line, and the number of lines before the next. */
const Position = z.tuple([z.int32(), z.string().regex(/^[A-Za-z0-9-]{1,64}$/), z.int32().nonnegative()]);

/** Rankings. Nearly all readers request the first page, so it is cached; further pages are computed per request. */
export function createLeaderboard({ store, world, validatorBoard, lifeMs, clock }: Deps) {
  const firstLines = keepFor(lifeMs, clock, async (board: Board, period: Period) => {
    const at = clock.now();
    return { at, lines: await linesOf(board, toSince(period, at), undefined, LIST_LIMITS.pageMax + 1) };
  });

  async function leaderboard({ board, period, limit, cursor }: LeaderboardQuery): Promise<Answer> {
    if (cursor === undefined) {
      const { at, lines } = await firstLines(board, period);
      return toLeaderboard({ board, period, at, lines, limit, ranked: 0 });
    }
    const at = clock.now();
    const [score, id, ranked] = readCursor(Position, cursor, at);
    const lines = await linesOf(board, toSince(period, at), { score, id }, limit + 1);
    return toLeaderboard({ board, period, at, lines, limit, ranked });
  }

  async function linesOf(
    board: Board,
    since: Date | undefined,
    after: Pick<Line, 'score' | 'id'> | undefined,
    limit: number,
  ): Promise<Line[]> {
    const afterWallet = after && { score: after.score, wallet: after.id };
    switch (board) {
      case 'publishers':
        return (await store.publishers(since, afterWallet, limit)).map(toLine);
      case 'flaggers':
        return (await store.flaggers(since, afterWallet, limit)).map(toLine);
      case 'validators':
        return (await validatorBoard(since)).filter((line) => isBehind(line, after)).slice(0, limit);
      case 'plugins':
        return (await store.plugins())
          .map(toPluginLine)
          .filter((line) => isBehind(line, after))
          .slice(0, limit);
      case 'actors':
        return richest(after, limit);
    }
  }

  /** Ranks by assets minus debts. This is the current state, whatever the period. */
  async function richest(after: Pick<Line, 'score' | 'id'> | undefined, limit: number): Promise<Line[]> {
    if (world.row() === undefined) return [];
    const locked = await store.marksLocked();
    const lines = view.fortunes(world.now()).map((fortune) => toActorLine(fortune, locked.get(fortune.id) ?? 0n));
    const page = lines
      .filter((line) => isBehind(line, after))
      .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
      .slice(0, limit);
    const wallets = await store.walletsOf(page.map(({ id }) => id));
    return page.map((line) => ({ ...line, wallet: wallets.get(line.id) ?? null }));
  }

  return leaderboard;
}

const toLine = ({ wallet, score }: Score): Line => ({ id: wallet, name: wallet, wallet, score, detail: {} });

const toPluginLine = ({
  id,
  name,
  score,
  sales,
}: {
  id: string;
  name: string;
  score: number;
  sales: number;
}): Line => ({
  id,
  name,
  wallet: null,
  score,
  detail: { sales },
});

const MARK = 1_000_000n;

function toActorLine(fortune: ReturnType<typeof view.fortunes>[number], locked: bigint): Line {
  const { id, name, cityId, purse, homes, businesses, debt } = fortune;
  const marks = (purse + locked + homes + businesses - debt) / MARK;
  const parts = Object.entries({ purse, locked, homes, businesses, debt });
  const detail = { cityId, ...Object.fromEntries(parts.map(([part, amount]) => [part, amount.toString()])) };
  return { id, name, wallet: null, score: Number(marks), detail };
}

const isBehind = (line: Line, after: Pick<Line, 'score' | 'id'> | undefined): boolean =>
  after === undefined || line.score < after.score || (line.score === after.score && line.id > after.id);

function toSince(period: Period, now: Date): Date | undefined {
  const days = PERIOD_DAYS[period];
  return days === undefined ? undefined : new Date(now.getTime() - days * DAY_MS);
}

type Ranking = Pick<LeaderboardQuery, 'board' | 'period' | 'limit'> & {
  readonly at: Date;
  /** Contains one line more than a page when there is a next page. */
  readonly lines: readonly Line[];
  /** The number of lines on the previous pages. */
  readonly ranked: number;
};

function toLeaderboard({ board, period, limit, at, lines, ranked }: Ranking): Answer {
  const { page, nextCursor } = toPage(lines, limit, at, (last) => [last.score, last.id, ranked + limit]);
  return {
    board,
    period,
    asOf: at.toISOString(),
    items: page.map(({ id, name, wallet, score, detail }, index) => ({
      rank: ranked + index + 1,
      id,
      name,
      walletAddress: wallet,
      score,
      detail,
    })),
    nextCursor,
  };
}
