import { operatorAccountRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Operators } from './operators.service.ts';

export const bindOperatorRoutes = (operators: Operators) =>
  bindRoutes(operatorAccountRoutes, {
    readOperator: (_, { caller }) => operators.me(caller),
    listOperators: () => operators.list(),
    addOperator: ({ body }, { caller, requestId }) => operators.add(body, { caller, requestId }),
    replaceOperatorKey: ({ params }, { caller, requestId }) => operators.replaceKey(params.name, { caller, requestId }),
    removeOperator: ({ params }, { caller, requestId }) => operators.remove(params.name, { caller, requestId }),
  });
