import { z } from 'zod';
import { TokenId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf } from '../wire/common.ts';
import {
  Account,
  AccountChange,
  CodeRequest,
  CodeVerifyRequest,
  LoginChallenge,
  LoginResult,
  LogoutRequest,
  RegisterRequest,
  TokenCreated,
  TokenRequest,
  TokenSummary,
} from '../wire/developer.ts';

const open = {
  method: 'POST',
  plane: 'developer',
  access: 'none',
  cache: 'private',
  bodyLimit: 'small',
  strictBody: true,
} as const;
const own = { plane: 'developer', access: 'dev', rate: 'dev', cache: 'private' } as const;

/** Developer accounts: registration, login, changes and deletion. */
export const accountRoutes = {
  registerAccount: {
    ...open,
    path: '/api/v1/certsvc/dev/register',
    rate: 'code',
    summary: 'Register an account; a code is sent by email',
    description:
      'The response is the same for every address. An address that already has an account receives a login code instead. ' +
      'For one address, up to five codes requested from the same network can be valid at a time; a new code does not invalidate earlier ones.',
    body: RegisterRequest,
    status: 202,
    answer: LoginChallenge,
    errors: ['terms_not_accepted'],
  },
  verifyEmail: {
    ...open,
    path: '/api/v1/certsvc/dev/verify-email',
    answersSecret: true,
    rate: 'auth',
    summary: 'Verify the email address with the code and get a token',
    body: CodeVerifyRequest,
    status: 200,
    answer: LoginResult,
    errors: ['code_invalid', 'code_expired'],
  },
  requestLoginCode: {
    ...open,
    path: '/api/v1/certsvc/dev/login/request-code',
    rate: 'code',
    summary: 'Request a login code by email',
    description:
      'The response is the same for every address. An unknown address receives an email that explains how to register.',
    body: CodeRequest,
    status: 202,
    answer: LoginChallenge,
    errors: [],
  },
  verifyLoginCode: {
    ...open,
    path: '/api/v1/certsvc/dev/login/verify',
    answersSecret: true,
    rate: 'auth',
    summary: 'Log in with the code',
    description:
      'After five wrong codes, the challenge is locked and returns 429 with `Retry-After` until it expires. With `deliver: "cookie"` ' +
      'the token is set as the cookie `assay_session` and is not in the body; calls that change data then need an ' +
      '`Origin` header with the origin of the portal.',
    body: CodeVerifyRequest,
    status: 200,
    answer: LoginResult,
    errors: ['code_invalid', 'code_expired'],
  },
  logout: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/logout',
    summary: 'Revoke the token used for this call, or all logins',
    description: 'With `all: true`, revokes all logins of the account. Named tokens remain until they are deleted.',
    body: LogoutRequest.optional(),
    bodyLimit: 'small',
    strictBody: true,
    status: 204,
    answer: z.void(),
    errors: [],
  },
  readAccount: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/me',
    summary: 'Get the account of the token',
    status: 200,
    answer: Account,
    errors: [],
  },
  changeAccount: {
    ...own,
    method: 'PATCH',
    path: '/api/v1/certsvc/dev/me',
    summary: 'Change the name or notifications of the account',
    body: AccountChange,
    bodyLimit: 'small',
    strictBody: true,
    status: 200,
    answer: Account,
    errors: [],
  },
  deleteAccount: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/certsvc/dev/me',
    summary: 'Delete the account and its personal data',
    description:
      'Certificates do not change. Tokens are revoked; the email address, name, wallets and drafts are deleted. Rejected while ' +
      'the account has a submission under review.',
    status: 204,
    answer: z.void(),
    errors: ['open_submissions'],
  },
  listTokens: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/tokens',
    summary: 'List active logins and named tokens',
    status: 200,
    answer: listOf(TokenSummary),
    errors: [],
  },
  createToken: {
    ...own,
    method: 'POST',
    answersSecret: true,
    path: '/api/v1/certsvc/dev/tokens',
    summary: 'Create a named token for a program',
    body: TokenRequest,
    bodyLimit: 'small',
    strictBody: true,
    status: 201,
    answer: TokenCreated,
    errors: ['token_limit_reached'],
  },
  deleteToken: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/certsvc/dev/tokens/:id',
    summary: 'Revoke a token or a login',
    params: z.object({ id: TokenId }),
    status: 204,
    answer: z.void(),
    errors: ['token_not_found'],
  },
} as const satisfies RouteTable;
