import { z } from 'zod';
import { FlagId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { Flag, FlagQuery, FlagRequest, PublicFlag } from '../wire/flag.ts';
import { CertificateParams } from './parameters.ts';

const FlagParams = z.object({ id: FlagId });

export const flagRoutes = {
  listFlags: {
    method: 'GET',
    path: '/api/v1/public/certificates/:id/flags',
    plane: 'public',
    access: 'none',
    rate: 'public',
    cache: 'live',
    summary: 'List the flags on a certificate',
    params: CertificateParams,
    query: FlagQuery,
    status: 200,
    answer: listOf(PublicFlag),
    errors: ['certificate_not_found', 'cursor_expired'],
  },
  flagCertificate: {
    method: 'POST',
    path: '/certsvc/v1/certificates/:id/flag',
    plane: 'player',
    access: 'optional',
    rate: 'flag',
    cache: 'private',
    summary: 'Flag a certified version',
    description:
      'A flag opens at once (201) if ownership of the wallet is proven and the wallet has an earlier confirmed flag, has an active validator or pays a bond. Other flags are received (202) and screened first. ' +
      'A confirmed flag that leads to suspension earns a bounty for `walletAddress`.',
    params: CertificateParams,
    prepare: {
      method: 'GET',
      href: '/api/v1/auth/nonce?purpose=flag',
      why: "Get a nonce, and sign the flag with the reporter's wallet. A flag without a signature is screened first.",
    },
    body: FlagRequest,
    bodyLimit: 'small',
    status: 201,
    orStatus: 202,
    answer: Flag,
    errors: [
      'signature_invalid',
      'nonce_invalid',
      'wallet_mismatch',
      'flag_own_certificate',
      'flagging_suspended',
      'certificate_not_found',
      'flag_already_open',
      'certificate_not_flaggable',
      'insufficient_funds',
    ],
  },
  listOwnFlags: {
    method: 'GET',
    path: '/certsvc/v1/flags',
    plane: 'player',
    access: 'owner',
    rate: 'key',
    cache: 'private',
    summary: "List the flags filed by the caller's wallets",
    query: PageQuery,
    status: 200,
    answer: listOf(Flag),
    errors: ['cursor_expired'],
  },
  withdrawFlag: {
    method: 'POST',
    path: '/certsvc/v1/flags/:id/withdraw',
    plane: 'player',
    access: 'owner',
    rate: 'key',
    cache: 'private',
    summary: 'Withdraw an undecided flag',
    params: FlagParams,
    status: 200,
    answer: Flag,
    errors: ['flag_not_found', 'flag_wrong_state'],
  },
} as const satisfies RouteTable;
