import { z } from 'zod';
import { ApiKeyId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { ApiKeySummary, LinkRequest, LinkResult, NonceAnswer, NonceQuery } from '../wire/auth.ts';
import { listOf } from '../wire/common.ts';

const own = { plane: 'player', access: 'key', rate: 'key', cache: 'private' } as const;

export const authRoutes = {
  createNonce: {
    method: 'GET',
    path: '/api/v1/auth/nonce',
    plane: 'player',
    access: 'none',
    rate: 'auth',
    cache: 'private',
    summary: 'A nonce to sign, used once and for one purpose',
    query: NonceQuery,
    status: 200,
    answer: NonceAnswer,
    errors: [],
  },
  linkWallet: {
    method: 'POST',
    path: '/api/v1/auth/link',
    answersSecret: true,
    plane: 'player',
    access: 'none',
    rate: 'auth',
    cache: 'private',
    summary: 'Link a wallet by its signature and receive an API key',
    description:
      'Sign the text of `GET /api/v1/auth/nonce` (EIP-4361) with the wallet: a plain account, or a contract wallet by ' +
      'ERC-1271 or ERC-6492. The key is shown once. A private key is never asked for.',
    body: LinkRequest,
    bodyLimit: 'small',
    strictBody: true,
    status: 201,
    answer: LinkResult,
    errors: [
      'signature_invalid',
      'nonce_invalid',
      'wallet_blocked',
      'key_limit_reached',
      'siwe_invalid',
      'chain_unavailable',
    ],
  },
  listKeys: {
    ...own,
    method: 'GET',
    path: '/api/v1/auth/keys',
    summary: 'Keys of the wallet, newest first',
    status: 200,
    answer: listOf(ApiKeySummary),
    errors: [],
  },
  revokeKey: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/auth/keys/:id',
    summary: 'Revoke a key',
    params: z.object({ id: ApiKeyId }),
    status: 204,
    answer: z.void(),
    errors: ['key_not_found'],
  },
} as const satisfies RouteTable;
