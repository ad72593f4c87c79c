/** Read-only views. Each returns undefined for an id that this world does not know. */

import { actorId, actorRow } from '../ids.ts';
import type { IntentInput } from '../inputs/types.ts';
import { needsOf } from '../intents/preconditions.ts';
import { chanceOf } from '../intents/queue.ts';
import { findWaiting } from '../intents/waiting.ts';
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
import {
  viewCities,
  viewCity,
  viewCityIds,
  viewEconomy,
  viewEconomyHistory,
  viewEconomySummary,
  viewProposals,
} from './city.ts';
import {
  viewAccount,
  viewActivities,
  viewFlows,
  viewFortunes,
  viewLeaderboards,
  viewRoads,
  viewWorld,
} from './world.ts';

/** The probability that an actor follows a suggestion, in the state of this hour. */
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

/** A suggestion that waits for its hour. */
type IntentView = Omit<IntentInput, 'id'> & { readonly seq: number; readonly submittedTick: number };

function viewIntent(w: World, id: string): IntentView | undefined {
  const found = findWaiting(w, id);
  if (found === undefined) return undefined;
  const { type, params, priority, source, notBeforeTick, expiresAtTick, submittedTick, ordinal } = found;
  const when = { notBeforeTick, expiresAtTick, submittedTick };
  return { actorId: actorId(w, found.actor), type, params, priority, source, ...when, seq: ordinal };
}

/** Cost and preconditions of an intent type, for a given actor or in general. */
const viewIntentNeeds = (w: World, type: string, actor?: string) =>
  needsOf(w, type, actor === undefined ? undefined : actorRow(w, actor));

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
  cityIds: viewCityIds,
  city: viewCity,
  economy: viewEconomy,
  economySummary: viewEconomySummary,
  economyHistory: viewEconomyHistory,
  properties: viewProperties,
  vacancies: viewVacancies,
  proposals: viewProposals,
  account: viewAccount,
  activities: viewActivities,
  flows: viewFlows,
  roads: viewRoads,
  leaderboards: viewLeaderboards,
  fortunes: viewFortunes,
  acceptance: viewAcceptance,
  intent: viewIntent,
  intentNeeds: viewIntentNeeds,
} as const;
