import { actorRoutes, businessRoutes, cityRoutes, Problem, worldRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { WorldReads } from './reads.ts';

type Deps = {
  readonly reads: WorldReads;
  /** Permits hours on demand, on a development server only. */
  readonly isDevelopment: boolean;
  readonly stepBy: (ticks: number) => Promise<{ tick: number; chainHash: string }>;
};

export const bindWorldRoutes = ({ reads, isDevelopment, stepBy }: Deps) => {
  const { overview, actors, intents, wallets, cities, businesses, reading } = reads;
  const { reply, ownReply } = reading;
  return [
    ...bindRoutes(worldRoutes, {
      readWorld: async () => reply(await overview.read()),
      readWorldMap: async () => reply(overview.map()),
      readWorldProof: async ({ params }) => reply(await overview.proof(params.tick)),
      stepWorld: async ({ body }) => {
        if (!isDevelopment) throw new Problem('dev_mode_only');
        const { tick, chainHash } = await stepBy(body.ticks);
        return { tick, chainHash: `0x${chainHash}` };
      },
    }),
    ...bindRoutes(actorRoutes, {
      listActors: async ({ query }) => reply(await actors.list(query)),
      readActor: async ({ params }) => reply(await actors.read(params.id)),
      readActorState: async ({ params }) => reply(await actors.state(params.id)),
      listInventory: ({ params, query }) => reply(actors.inventory(params.id, query)),
      listRelationships: ({ params, query }) => reply(actors.relationships(params.id, query)),
      listOwnedBusinesses: ({ params, query }) => reply(actors.businesses(params.id, query)),
      listActorEvents: async ({ params, query }, { caller }) =>
        ownReply(await wallets.events(params.id, query, caller)),
      readActorMonths: async ({ params }) => reply(await wallets.months(params.id)),
      changeActor: async ({ params, body }, { caller }) => {
        if (caller.actorId !== params.id) throw new Problem('actor_not_owned');
        return ownReply(await actors.change(params.id, body));
      },
      readIntent: async ({ params }, { caller }) => ownReply(await intents.read(params.id, caller.actorId)),
      cancelIntent: async ({ params }, { caller }) => ownReply(await intents.cancel(params.id, caller.actorId)),
      readWallet: async ({ params }, { caller }) => ownReply(await wallets.read(params.actor_id, caller)),
      listTransactions: async ({ params, query }, { caller }) =>
        ownReply(await wallets.transactions(params.actor_id, query, caller)),
    }),
    ...bindRoutes(cityRoutes, {
      listCities: ({ query }) => reply(cities.list(query)),
      readCity: ({ params }) => reply(cities.read(params.id)),
      readCityEconomy: ({ params }) => reply(cities.economy(params.id)),
      readEconomySummary: ({ params }) => reply(cities.summary(params.id)),
      listEconomyHistory: async ({ params, query }) => reply(await cities.history(params.id, query)),
      listProperties: ({ params, query }) => reply(cities.properties(params.id, query)),
      listVacancies: ({ params, query }) => reply(cities.vacancies(params.id, query)),
      listProposals: ({ params, query }) => reply(cities.proposals(params.id, query)),
    }),
    ...bindRoutes(businessRoutes, {
      listBusinesses: ({ query }) => reply(businesses.list(query)),
      readBusiness: async ({ params }) => reply(await businesses.read(params.id)),
      readPayroll: async ({ params, query }) => reply(await businesses.payroll(params.id, query)),
      listLoans: async ({ params, query }) => reply(await businesses.loans(params.id, query)),
    }),
  ];
};
