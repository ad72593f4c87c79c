export { PRICE_LIST, type Price, type PriceDriver } from './price-list.ts';
