import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { OperatorMe } from '../wire/operator-accounts.ts';
import { FinishSignIn, OperatorSignIn, StartedSignIn } from '../wire/operator-sign-in.ts';

const open = {
  plane: 'public',
  access: 'none',
  rate: 'auth',
  cache: 'private',
  status: 200,
  sameOriginOnly: true,
} as const;

/** Sign-in of operators by OpenID Connect. It identifies accounts that exist and creates none. */
export const operatorSignInRoutes = {
  readOperatorSignIn: {
    ...open,
    method: 'GET',
    path: '/api/v1/auth/operator',
    summary: 'Check whether operators can sign in with a provider',
    answer: OperatorSignIn,
    errors: [],
  },
  startOperatorSignIn: {
    ...open,
    method: 'POST',
    path: '/api/v1/auth/operator/start',
    summary: 'Start a sign-in with the provider',
    answersSecret: true,
    answer: StartedSignIn,
    errors: ['sign_in_disabled', 'sign_in_refused'],
  },
  finishOperatorSignIn: {
    ...open,
    method: 'POST',
    path: '/api/v1/auth/operator/finish',
    summary: "Finish a sign-in with the provider's response",
    description: 'Sets the cookie `assay_operator` for 8 hours. Operator routes accept it instead of a key.',
    body: FinishSignIn,
    strictBody: true,
    answersSecret: true,
    answer: OperatorMe,
    errors: ['sign_in_disabled', 'sign_in_refused'],
  },
  endOperatorSession: {
    plane: 'operator',
    access: 'god',
    role: 'reader',
    rate: 'admin',
    cache: 'private',
    method: 'POST',
    path: '/api/v1/operator/sign-out',
    summary: 'Sign out: end the session of the cookie `assay_operator`',
    status: 204,
    answer: z.void(),
    errors: ['admin_disabled'],
  },
} as const satisfies RouteTable;
