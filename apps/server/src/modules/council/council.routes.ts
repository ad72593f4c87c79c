import { roundRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Rounds } from './rounds.service.ts';

export const bindCouncilRoutes = (rounds: Pick<Rounds, 'read'>) =>
  bindRoutes(roundRoutes, { readRound: ({ params }) => rounds.read(params.id) });
