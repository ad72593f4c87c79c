export { ORIGINS, type Pair, readPairs } from './contract-pairs.ts';
