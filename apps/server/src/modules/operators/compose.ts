/** Wires the accounts of operators. */
import type { PlatformServices } from '../../platform/services.ts';
import { bindOperatorRoutes } from './operators.routes.ts';
import { createOperators, type OperatorTransaction } from './operators.service.ts';

export function composeOperators({ stores, inTransaction, random, clock }: PlatformServices<OperatorTransaction>) {
  const operators = createOperators({ store: stores.operators, inTransaction, random, clock });
  return { routes: bindOperatorRoutes(operators) };
}
