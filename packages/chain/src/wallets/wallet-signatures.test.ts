import { type LocalAccount, serializeErc6492Signature } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChainClient } from '../rpc/chain-client.ts';
import { ChainUnavailableError } from '../rpc/chain-errors.ts';
import { deployWalletFactory, type WalletFactory } from '../testing/contract-wallets.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { isSignedBy, SIGNATURE_LIMITS } from './wallet-signatures.ts';

let chain: TestChain;
let factory: WalletFactory;
let owner: LocalAccount;
let thirdParty: LocalAccount;
beforeAll(async () => {
  chain = await startTestChain();
  factory = await deployWalletFactory(chain);
  [owner, thirdParty] = [await chain.newAccount(), await chain.newAccount()];
});
afterAll(() => chain.close());

const message = 'Assay payment 0192f0c1-0000-7000-8000-000000000000';

describe('isSignedBy', () => {
  it('accepts a plain account, and no other account for the same signature', async () => {
    const signature = await owner.signMessage({ message });

    expect(await isSignedBy(chain.client, { address: owner.address, message, signature })).toBe(true);
    expect(await isSignedBy(chain.client, { address: thirdParty.address, message, signature })).toBe(false);
    expect(await isSignedBy(chain.client, { address: owner.address, message: `${message} `, signature })).toBe(false);
  });

  it('asks an undeployed wallet by deploying it in the call (ERC-6492)', async () => {
    const address = await factory.addressOf(thirdParty.address);
    const wrap = async (signer: LocalAccount) =>
      serializeErc6492Signature({
        address: factory.address,
        data: factory.deployData(thirdParty.address),
        signature: await signer.signMessage({ message }),
      });

    expect(await isSignedBy(chain.client, { address, message, signature: await wrap(thirdParty) })).toBe(true);
    expect(await isSignedBy(chain.client, { address, message, signature: await wrap(owner) })).toBe(false);
    expect(await isSignedBy(chain.client, { address: owner.address, message, signature: await wrap(thirdParty) })).toBe(
      false,
    );
    expect(await chain.client.getCode({ address })).toBeUndefined();
  });

  it('asks a contract wallet (ERC-1271)', async () => {
    await factory.create(owner.address);
    const address = await factory.addressOf(owner.address);

    const good = await owner.signMessage({ message });
    const bad = await thirdParty.signMessage({ message });

    expect(await isSignedBy(chain.client, { address, message, signature: good })).toBe(true);
    expect(await isSignedBy(chain.client, { address, message, signature: bad })).toBe(false);
  });

  it('treats unreadable signatures as invalid', async () => {
    const tooLong = `0x${'00'.repeat(SIGNATURE_LIMITS.signatureHexMax / 2 + 1)}`;
    for (const signature of ['', '0x', '0x00', 'nonsense', `0x${'00'.repeat(65)}`, tooLong]) {
      expect(await isSignedBy(chain.client, { address: owner.address, message, signature })).toBe(false);
    }
  });

  it('needs no chain for a plain account and does not guess without one', async () => {
    const silent = createChainClient({ rpcUrls: ['http://127.0.0.1:9'], chainId: chain.chainId });

    const good = { address: owner.address, message, signature: await owner.signMessage({ message }) };
    const doubtful = { ...good, address: thirdParty.address };

    expect(await isSignedBy(silent, good)).toBe(true);
    await expect(isSignedBy(silent, doubtful)).rejects.toThrow(ChainUnavailableError);
  });
});
