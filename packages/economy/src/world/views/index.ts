/** Reads. Each answers undefined for an id that this world does not know; none of them changes anything. */

import { actorRow } from '../ids.ts';
import type { IntentInput } from '../inputs/types.ts';
import { chanceOf } from '../intents/queue.ts';
import type { World } from '../state.ts';
import {
  viewActor,
  viewActorProperties,
  viewActorState,
  viewActors,
  viewConsents,
  viewInventory,
  viewProperties,
  viewRelationships,
  viewTies,
  viewWallet,
} from './actor.ts';
import { viewBusiness, viewBusinesses, viewLoans, viewPayroll, viewVacancies } from './business.ts';
import { viewCities, viewCity, viewEconomy, viewEconomyHistory, viewEconomySummary, viewProposals } from './city.ts';
import { viewAccount, viewFlows, viewLeaderboards, viewRoads, viewWorld } from './world.ts';

/** The chance that an actor follows a suggestion, on the state of this hour. */
function viewAcceptance(w: World, intent: Omit<IntentInput, 'id'>): number | undefined {
  const actor = actorRow(w, intent.actorId);
  return actor === undefined
    ? undefined
    : chanceOf(w, {
        actor,
        type: intent.type,
        params: intent.params,
        priority: intent.priority,
        source: intent.source,
      });
}

export const view = {
  world: viewWorld,
  actor: viewActor,
  actorState: viewActorState,
  actors: viewActors,
  inventory: viewInventory,
  consents: viewConsents,
  relationships: viewRelationships,
  actorProperties: viewActorProperties,
  ties: viewTies,
  wallet: viewWallet,
  business: viewBusiness,
  businesses: viewBusinesses,
  payroll: viewPayroll,
  loans: viewLoans,
  cities: viewCities,
  city: viewCity,
  economy: viewEconomy,
  economySummary: viewEconomySummary,
  economyHistory: viewEconomyHistory,
  properties: viewProperties,
  vacancies: viewVacancies,
  proposals: viewProposals,
  account: viewAccount,
  flows: viewFlows,
  roads: viewRoads,
  leaderboards: viewLeaderboards,
  acceptance: viewAcceptance,
} as const;
