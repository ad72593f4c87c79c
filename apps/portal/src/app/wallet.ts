/** Browser wallets (EIP-6963). A wallet only signs and the service does the rest, so users need no gas and no connection to the chain. */
import { useEffect, useState } from 'react';
import type { Wire } from '../wire.ts';
import { Refusal } from './api.ts';

type Provider = { request(question: { method: string; params?: readonly unknown[] }): Promise<unknown> };
export type Wallet = { readonly info: { readonly uuid: string; readonly name: string }; readonly provider: Provider };

export function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => {
    const take = (event: Event): void => {
      const { detail } = event as CustomEvent<Wallet>;
      setWallets((known) => (known.some(({ info }) => info.uuid === detail.info.uuid) ? known : [...known, detail]));
    };
    addEventListener('eip6963:announceProvider', take);
    dispatchEvent(new Event('eip6963:requestProvider'));
    return () => removeEventListener('eip6963:announceProvider', take);
  }, []);
  return wallets;
}

const USER_REJECTED = 4001;

/** Sends a wallet request. Converts a rejection to a readable message. */
async function request(wallet: Wallet, method: string, params: readonly unknown[] = []): Promise<unknown> {
  try {
    return await wallet.provider.request({ method, params });
  } catch (error) {
    const { code, message } = error as { code?: number; message?: string };
    if (code === USER_REJECTED) {
      throw new Refusal(
        0,
        'declined',
        'You declined the request in the wallet. Nothing was signed or paid; you can try again.',
      );
    }
    throw new Refusal(0, 'wallet', `The wallet reported an error: ${message ?? 'no reason given'}`);
  }
}

export async function connect(wallet: Wallet): Promise<string> {
  const [address] = (await request(wallet, 'eth_requestAccounts')) as string[];
  if (address === undefined) throw new Refusal(0, 'wallet', 'The wallet exposes no account. Unlock it and try again.');
  return address;
}

export const signText = async (wallet: Wallet, address: string, text: string): Promise<string> =>
  (await request(wallet, 'personal_sign', [toHex(new TextEncoder().encode(text)), address])) as string;

const toHex = (bytes: Uint8Array): string =>
  `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

type Offer = Wire<'readDeveloperPaymentIntent'>['x402']['accepts'][number];
const VALID_SECONDS = 600;

/** Switches the wallet to the network of the price, or reports that it cannot. */
async function chooseNetwork(wallet: Wallet, chainId: number): Promise<void> {
  const wanted = `0x${chainId.toString(16)}`;
  if ((await request(wallet, 'eth_chainId')) === wanted) return;
  try {
    await request(wallet, 'wallet_switchEthereumChain', [{ chainId: wanted }]);
  } catch {
    throw new Refusal(
      0,
      'wrong_network',
      `The wallet is on another network. Select chain ${chainId} in the wallet and try again.`,
    );
  }
}

/** A payment that the service settles: the wallet signs payer, recipient, amount and expiry (EIP-3009). */
export async function signPayment(wallet: Wallet, offer: Offer): Promise<Record<string, unknown>> {
  const from = await connect(wallet);
  const chainId = Number(offer.network.split(':')[1]);
  await chooseNetwork(wallet, chainId);
  const authorization = {
    from,
    to: offer.payTo,
    value: offer.amount,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1000) + VALID_SECONDS),
    nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
  };
  const { name, version } = offer.extra as { name: string; version: string };
  const typed = {
    domain: { name, version, chainId, verifyingContract: offer.asset },
    primaryType: 'TransferWithAuthorization',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message: authorization,
  };
  const signature = await request(wallet, 'eth_signTypedData_v4', [from, JSON.stringify(typed)]);
  return { x402Version: 2, accepted: offer, payload: { signature, authorization } };
}
