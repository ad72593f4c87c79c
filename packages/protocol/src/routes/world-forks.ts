import { z } from 'zod';
import { WorldForkId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { WorldFork, WorldForkParameter, WorldForkRequest } from '../wire/world-fork.ts';

const open = { method: 'GET', plane: 'world', access: 'none', rate: 'public', cache: 'tick', status: 200 } as const;

/** "What if?" questions about the world. */
export const worldForkRoutes = {
  createWorldFork: {
    method: 'POST',
    path: '/api/v1/world/forks',
    plane: 'world',
    access: 'none',
    rate: 'fork',
    cache: 'private',
    isFreeWork: true,
    summary: 'Fork the world with changed parameters',
    description:
      'Simulates copies of the current world with and without the changes, with the same random numbers. Poll the fork by the returned id: the series in its result contain the ' +
      'median and the p10–p90 band of each figure by month. The simulation has lower priority than reviews.',
    body: WorldForkRequest,
    strictBody: true,
    status: 202,
    answer: WorldFork,
    errors: ['fork_limit_reached'],
  },
  listWorldForkParameters: {
    ...open,
    path: '/api/v1/world/forks/parameters',
    summary: 'List the parameters that a fork may change, with their ranges and current values',
    answer: z.object({ items: z.array(WorldForkParameter) }),
    errors: [],
  },
  readWorldFork: {
    ...open,
    path: '/api/v1/world/forks/:id',
    cache: 'none',
    summary: 'Get the progress or the result of a world fork',
    params: z.object({ id: WorldForkId }),
    answer: WorldFork,
    errors: ['world_fork_not_found'],
  },
} as const satisfies RouteTable;
