export { createOperators, type Operators } from './operators.service.ts';
