import { z } from 'zod';
import { OperatorName } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { NewOperator, OperatorAccounts, OperatorKeyAnswer, OperatorMe } from '../wire/operator-accounts.ts';

const operator = { plane: 'operator', access: 'god', rate: 'admin', cache: 'private', status: 200 } as const;
const NameParams = z.object({ name: OperatorName });

/** Operator accounts. Only administrators add, change and remove operators. */
export const operatorAccountRoutes = {
  readOperator: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/me',
    summary: 'Name and role of the operator who asks',
    answer: OperatorMe,
    errors: ['admin_disabled'],
  },
  listOperators: {
    ...operator,
    method: 'GET',
    path: '/api/v1/operator/accounts',
    summary: 'Operators with their roles, removed ones included',
    answer: OperatorAccounts,
    errors: ['admin_disabled'],
  },
  addOperator: {
    ...operator,
    method: 'POST',
    path: '/api/v1/operator/accounts',
    summary: 'Add an operator with a key',
    description: 'The answer is the only one that shows the key. A name is used once: the audit log keeps it.',
    body: NewOperator,
    strictBody: true,
    answersSecret: true,
    status: 201,
    answer: OperatorKeyAnswer,
    errors: ['admin_disabled', 'operator_exists', 'operator_limit_reached', 'two_person_rule'],
  },
  replaceOperatorKey: {
    ...operator,
    method: 'POST',
    path: '/api/v1/operator/accounts/:name/key',
    summary: 'Give an operator a new key',
    description: 'Earlier keys and sessions of this operator end at once.',
    params: NameParams,
    answersSecret: true,
    status: 201,
    answer: OperatorKeyAnswer,
    errors: ['admin_disabled', 'operator_not_found', 'two_person_rule'],
  },
  removeOperator: {
    ...operator,
    method: 'DELETE',
    path: '/api/v1/operator/accounts/:name',
    summary: 'Remove an operator',
    description:
      'Keys and sessions of this operator end at once. The name stays in the audit log and is not used again.',
    params: NameParams,
    status: 204,
    answer: z.void(),
    errors: ['admin_disabled', 'operator_not_found'],
  },
} as const satisfies RouteTable;
