import { type LocalAccount, serializeErc6492Signature } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChainClient } from '../rpc/chain-client.ts';
import { ChainUnavailableError } from '../rpc/chain-errors.ts';
import { deployWalletFactory, type WalletFactory } from '../testing/contract-wallets.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { findSiweNonce, isSignedBy, SIGNATURE_LIMITS, type SiweTerms, verifySiwe } from './wallet-signatures.ts';

let chain: TestChain;
let factory: WalletFactory;
let owner: LocalAccount;
let stranger: LocalAccount;
beforeAll(async () => {
  chain = await startTestChain();
  factory = await deployWalletFactory(chain);
  [owner, stranger] = [await chain.newAccount(), await chain.newAccount()];
});
afterAll(() => chain.close());

const message = 'Assay payment 0192f0c1-0000-7000-8000-000000000000';

describe('isSignedBy', () => {
  it('knows a plain account, and nobody else by the same signature', async () => {
    const signature = await owner.signMessage({ message });

    expect(await isSignedBy(chain.client, { address: owner.address, message, signature })).toBe(true);
    expect(await isSignedBy(chain.client, { address: stranger.address, message, signature })).toBe(false);
    expect(await isSignedBy(chain.client, { address: owner.address, message: `${message} `, signature })).toBe(false);
  });

  it('asks a wallet that does not exist yet, by building it in the call (ERC-6492)', async () => {
    const address = await factory.addressOf(stranger.address);
    const wrap = async (signer: LocalAccount) =>
      serializeErc6492Signature({
        address: factory.address,
        data: factory.deployData(stranger.address),
        signature: await signer.signMessage({ message }),
      });

    expect(await isSignedBy(chain.client, { address, message, signature: await wrap(stranger) })).toBe(true);
    expect(await isSignedBy(chain.client, { address, message, signature: await wrap(owner) })).toBe(false);
    expect(await isSignedBy(chain.client, { address: owner.address, message, signature: await wrap(stranger) })).toBe(
      false,
    );
    expect(await chain.client.getCode({ address })).toBeUndefined();
  });

  it('asks a contract wallet (ERC-1271)', async () => {
    await factory.create(owner.address);
    const address = await factory.addressOf(owner.address);

    const good = await owner.signMessage({ message });
    const bad = await stranger.signMessage({ message });

    expect(await isSignedBy(chain.client, { address, message, signature: good })).toBe(true);
    expect(await isSignedBy(chain.client, { address, message, signature: bad })).toBe(false);
  });

  it('takes unreadable signatures for none', async () => {
    const tooLong = `0x${'00'.repeat(SIGNATURE_LIMITS.signatureHexMax / 2 + 1)}`;
    for (const signature of ['', '0x', '0x00', 'nonsense', `0x${'00'.repeat(65)}`, tooLong]) {
      expect(await isSignedBy(chain.client, { address: owner.address, message, signature })).toBe(false);
    }
  });

  it('needs no chain for a plain account and does not guess without one', async () => {
    const silent = createChainClient({ rpcUrls: ['http://127.0.0.1:9'], chainId: chain.chainId });

    const good = { address: owner.address, message, signature: await owner.signMessage({ message }) };
    const doubtful = { ...good, address: stranger.address };

    expect(await isSignedBy(silent, good)).toBe(true);
    await expect(isSignedBy(silent, doubtful)).rejects.toThrow(ChainUnavailableError);
  });
});

describe('verifySiwe', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const terms: SiweTerms = {
    domain: 'assay.example',
    uri: 'https://assay.example/login',
    chainId: 84_532,
    nonce: 'abcdefghijklmnopqrstuvwx',
    statement: 'Link this wallet to Assay.',
  };
  const write = (changes: object = {}) =>
    createSiweMessage({
      ...terms,
      address: owner.address,
      version: '1',
      issuedAt: new Date('2026-03-01T11:59:00Z'),
      expirationTime: new Date('2026-03-01T12:09:00Z'),
      ...changes,
    });
  const judge = async (text: string, signer = owner, at = now) =>
    verifySiwe(chain.client, { message: text, signature: await signer.signMessage({ message: text }), terms, now: at });
  const refused = (because: string) => ({ kind: 'refused', because });

  it('gives the address of the wallet that signed our text', async () => {
    expect(await judge(write())).toEqual({ kind: 'verified', address: owner.address });
    expect(findSiweNonce(write())).toBe(terms.nonce);
  });

  it('takes times without milliseconds, as other clients write them', async () => {
    expect(await judge(write().replaceAll('.000Z', 'Z'))).toMatchObject({ kind: 'verified' });
  });

  it('refuses a text that differs from what we asked for', async () => {
    expect(await judge(write({ domain: 'evil.example' }))).toEqual(refused('domain'));
    expect(await judge(write({ uri: 'https://evil.example/login' }))).toEqual(refused('uri'));
    expect(await judge(write({ chainId: 1 }))).toEqual(refused('chain_id'));
    expect(await judge(write({ nonce: 'zzzzzzzzzzzzzzzzzzzzzzzz' }))).toEqual(refused('nonce'));
    expect(await judge(write({ statement: 'Flag a certificate.' }))).toEqual(refused('statement'));
    expect(await judge(write({ statement: undefined }))).toEqual(refused('statement'));
  });

  it('keeps to the times in the text', async () => {
    expect(await judge(write(), owner, new Date('2026-03-01T12:09:00Z'))).toEqual(refused('expired'));
    expect(await judge(write({ notBefore: new Date('2026-03-01T12:00:01Z') }))).toEqual(refused('not_yet_valid'));
  });

  it('refuses the signature of another wallet', async () => {
    expect(await judge(write(), stranger)).toEqual(refused('signature'));
  });

  it('refuses a text with anything added, and one that is no such text', async () => {
    const padded = [
      `${write()}\n`,
      `${write()}\nRequest ID: `,
      write().replace('\nURI: ', '\nURI: https://a.example\nURI: '),
      `x${write()}`,
    ];
    for (const text of [
      ...padded,
      '',
      'hello',
      write().replace('Version: 1', 'Version: 2'),
      write().replace(owner.address, owner.address.toLowerCase()),
    ]) {
      expect(await judge(text), text).toMatchObject({ kind: 'refused' });
    }
    expect(await judge(write().replace('Issued At: 2026', 'Issued At: 20x6'))).toEqual(refused('malformed'));
    expect(await judge(write() + 'x'.repeat(SIGNATURE_LIMITS.messageCharactersMax))).toEqual(refused('malformed'));
  });

  it('accepts a contract wallet', async () => {
    const wallet = await factory.addressOf(owner.address);

    expect(await judge(write({ address: wallet }))).toEqual({ kind: 'verified', address: wallet });
  });
});
