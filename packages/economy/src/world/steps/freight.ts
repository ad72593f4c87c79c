import { FOOD, GOODS, type WorldParams } from '../params.ts';

/** Units used up by transport to another city, per delivered unit. */
export const freight = (params: WorldParams, sector: number): number =>
  sector === FOOD ? params.freightFood : sector === GOODS ? params.freightGoods : 0;
