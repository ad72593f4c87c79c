import { z } from 'zod';
import { WalletLinkId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf } from '../wire/common.ts';
import { WalletLink, WalletLinkRequest } from '../wire/developer.ts';

const own = { plane: 'developer', access: 'dev', rate: 'dev', cache: 'private' } as const;
const one = z.object({ id: WalletLinkId });

/** Wallets whose control a developer has proven. They pay, own certificates and receive refunds. */
export const walletRoutes = {
  listWallets: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/wallets',
    summary: "List the account's wallets, oldest first",
    status: 200,
    answer: listOf(WalletLink),
    errors: [],
  },
  addWallet: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/wallets',
    summary: 'Add a wallet by signature',
    description:
      'Sign the text from `GET /api/v1/auth/nonce?purpose=wallet` (EIP-4361). The first wallet becomes the primary wallet.',
    prepare: {
      method: 'GET',
      href: '/api/v1/auth/nonce?purpose=wallet',
      why: 'Get a message to sign with the wallet that you want to add.',
    },
    body: WalletLinkRequest,
    bodyLimit: 'small',
    strictBody: true,
    status: 201,
    answer: WalletLink,
    errors: [
      'signature_invalid',
      'nonce_invalid',
      'wallet_taken',
      'wallet_limit_reached',
      'siwe_invalid',
      'chain_unavailable',
    ],
  },
  makeWalletPrimary: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/wallets/:id/primary',
    summary: 'Make a wallet the primary wallet',
    params: one,
    status: 200,
    answer: WalletLink,
    errors: ['wallet_not_found'],
  },
  removeWallet: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/certsvc/dev/wallets/:id',
    summary: 'Remove a wallet',
    description:
      'You can remove the primary wallet only if it is your last one. Otherwise, make another wallet primary first.',
    params: one,
    status: 204,
    answer: z.void(),
    errors: ['wallet_not_found', 'wallet_in_use'],
  },
} as const satisfies RouteTable;
