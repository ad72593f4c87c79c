import { MARK } from '../params.ts';

export const LEAST_WAGE = MARK;
export const LEAST_PRICE = 1000;
/** `revenueLast` of a business that has not closed a month yet. */
export const NO_REVENUE_YET = -1;
