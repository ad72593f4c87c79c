/** Display names: the given name, else one from the word lists. */
import { actorName, businessName } from './seed/names.ts';
import { BUSINESS_TYPE_NAMES } from './seed/types.ts';
import type { World } from './state.ts';

export const nameOfActor = (w: World, h: number): string => w.lists.givenNames.get(h) ?? actorName(w.seed, h);

export const typeOfBusiness = (w: World, f: number) => BUSINESS_TYPE_NAMES[w.business.type[f]] ?? 'FARM';

export const nameOfBusiness = (w: World, f: number): string =>
  w.side.businessNames.find(([row]) => row === f)?.[1] ??
  businessName(w.seed, f, w.business.generation[f], typeOfBusiness(w, f));

export const nameOfCity = (w: World, c: number): string => w.side.cityNames[c] ?? `City ${c + 1}`;
export const nameOfBank = (w: World, b: number): string => `Bank of ${nameOfCity(w, b)}`;
