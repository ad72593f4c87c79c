import { FOOD, GOODS, type WorldParams } from '../params.ts';

/** Units that carriage to another city uses up, per unit delivered. */
export const freight = (params: WorldParams, sector: number): number =>
  sector === FOOD ? params.freightFood : sector === GOODS ? params.freightGoods : 0;
