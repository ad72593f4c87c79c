import { z } from 'zod';
import { ApiKeyId } from '../ids.ts';
import { LINK_STEP } from '../next-steps.ts';
import type { RouteTable } from '../route.ts';
import {
  ApiKeySummary,
  LinkRequest,
  LinkResult,
  Me,
  NonceAnswer,
  NonceQuery,
  RevokedKeys,
  RevokeKeysRequest,
} from '../wire/auth.ts';
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
    summary: 'Create a single-use nonce to sign',
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
    summary: 'Link a wallet by signature and get an API key',
    description:
      'Sign the text from `GET /api/v1/auth/nonce` (EIP-4361) with the wallet: a plain account, or a contract wallet that supports ' +
      'ERC-1271 or ERC-6492. The key is shown only once. Assay never asks for a private key.',
    prepare: LINK_STEP,
    body: LinkRequest,
    bodyLimit: 'small',
    strictBody: true,
    mayAskToWait: true,
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
  readMe: {
    method: 'GET',
    path: '/api/v1/me',
    plane: 'player',
    access: 'any',
    role: 'reader',
    rate: 'key',
    cache: 'private',
    summary: 'Get the identity and permissions of the credential',
    description:
      'Accepts a developer token, a session cookie, an API key, an operator key, the administrative key, or no credential. An invalid credential is ' +
      'rejected with 401.',
    status: 200,
    answer: Me,
    errors: [],
  },
  listKeys: {
    ...own,
    method: 'GET',
    path: '/api/v1/auth/keys',
    access: 'owner',
    summary: "List the API keys of the caller's wallets, newest first",
    description:
      'With an API key, returns the keys of its wallet; with a developer token, returns the keys of every linked wallet.',
    status: 200,
    answer: listOf(ApiKeySummary),
    errors: [],
  },
  revokeKey: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/auth/keys/:id',
    access: 'owner',
    summary: 'Revoke an API key',
    params: z.object({ id: ApiKeyId }),
    status: 204,
    answer: z.void(),
    errors: ['key_not_found'],
  },
  revokeKeys: {
    method: 'POST',
    path: '/certsvc/v1/auth/keys/revoke',
    plane: 'player',
    access: 'none',
    rate: 'auth',
    cache: 'private',
    summary: 'Revoke API keys by wallet signature, without a key',
    description:
      'Sign the text from `GET /api/v1/auth/nonce?purpose=revoke` with the wallet. The `Resources` of this text list the keys: ' +
      '`urn:assay:keys:all`, or one `urn:assay:key:<id>` for each key. Either all of them are revoked or none.',
    prepare: {
      method: 'GET',
      href: '/api/v1/auth/nonce?purpose=revoke',
      why: 'Get a message to sign with the wallet whose keys you want to revoke.',
    },
    body: RevokeKeysRequest,
    bodyLimit: 'small',
    strictBody: true,
    status: 200,
    answer: RevokedKeys,
    errors: ['signature_invalid', 'nonce_invalid', 'siwe_invalid', 'key_not_found', 'chain_unavailable'],
  },
} as const satisfies RouteTable;
