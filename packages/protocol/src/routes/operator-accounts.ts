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
    summary: "Get the calling operator's name and role",
    answer: OperatorMe,
    errors: ['admin_disabled'],
  },
  listOperators: {
    ...operator,
    method: 'GET',
    path: '/api/v1/operator/accounts',
    summary: 'List operators with their roles, including removed operators',
    answer: OperatorAccounts,
    errors: ['admin_disabled'],
  },
  addOperator: {
    ...operator,
    method: 'POST',
    path: '/api/v1/operator/accounts',
    summary: 'Add an operator with a key',
    description: 'Only this response shows the key. A name can never be reused, because the audit log keeps it.',
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
    description: "The operator's earlier keys and sessions end at once.",
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
    description: "The operator's keys and sessions end at once. The name stays in the audit log and cannot be reused.",
    params: NameParams,
    status: 204,
    answer: z.void(),
    errors: ['admin_disabled', 'operator_not_found'],
  },
} as const satisfies RouteTable;
