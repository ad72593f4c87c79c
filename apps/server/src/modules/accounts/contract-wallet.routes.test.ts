import { type LocalAccount, privateKeyToAccount } from '@assay/chain';
import { deployWalletFactory, type WalletFactory } from '@assay/chain/testing';
import { LinkResult, NonceAnswer, type NoncePurpose } from '@assay/protocol';
import { concatHex, encodeAbiParameters, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { DEV, registerDeveloper } from '../../testing/developer.ts';

/** The suffix of an ERC-6492 signature, by a wallet that is not deployed yet. */
const MAGIC = `0x${'6492'.repeat(16)}` as const;

let world: ChainServer;
let factory: WalletFactory;
beforeAll(async () => {
  world = await startChainServer();
  factory = await deployWalletFactory(world.chain);
});
afterAll(() => world.close());

const ownerOf = (digit: string): LocalAccount => privateKeyToAccount(`0x${digit.repeat(64)}`);

async function ask(walletAddress: string, purpose: NoncePurpose): Promise<string> {
  const { body } = await world.server.get(`/api/v1/auth/nonce?purpose=${purpose}&walletAddress=${walletAddress}`);
  const { message } = NonceAnswer.parse(body);
  if (message === null) throw new Error('There is no text to sign.');
  return message;
}

/** A message that the owner of a contract wallet signs for the wallet. */
async function signFor(owner: LocalAccount, purpose: NoncePurpose) {
  const address = await factory.addressOf(owner.address);
  const message = await ask(address, purpose);
  return { address, message, signature: await owner.signMessage({ message }) };
}

const asUndeployed = (owner: LocalAccount, signature: Hex): Hex =>
  concatHex([
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      [factory.address, factory.deployData(owner.address), signature],
    ),
    MAGIC,
  ]);
const link = ({ message, signature }: { message: string; signature: string }) =>
  world.server.post('/api/v1/auth/link', { message, signature });

describe('a contract wallet', () => {
  it('links by ERC-1271 once it is deployed, and not with the signature of another account', async () => {
    const owner = ownerOf('1');
    await factory.create(owner.address);
    const signed = await signFor(owner, 'link');
    const forged = { ...signed, signature: await ownerOf('2').signMessage({ message: signed.message }) };

    expect(await link(forged)).toMatchObject({ status: 401, body: { code: 'signature_invalid' } });
    expect(LinkResult.parse((await link(signed)).body).walletAddress).toBe(signed.address);
    expect(await link(signed)).toMatchObject({ status: 401, body: { code: 'nonce_invalid' } });
  });

  it('links by ERC-6492 before it is deployed, and not without its deployment data', async () => {
    const owner = ownerOf('3');
    const signed = await signFor(owner, 'link');

    expect(await link(signed)).toMatchObject({ status: 401, body: { code: 'signature_invalid' } });
    const wrapped = { ...signed, signature: asUndeployed(owner, signed.signature) };
    expect(LinkResult.parse((await link(wrapped)).body).walletAddress).toBe(signed.address);
  });

  it('is added to an account', async () => {
    const owner = ownerOf('4');
    await factory.create(owner.address);
    const { address, message, signature } = await signFor(owner, 'wallet');
    const developer = await registerDeveloper(world.server, 'contract@example.org');

    const answer = await developer.post(`${DEV}/wallets`, { message, signature });

    expect(answer).toMatchObject({ status: 201, body: { address, primary: true } });
  });

  it('gets an error while the chain is unavailable, and plain accounts still link', async () => {
    const owner = ownerOf('5');
    const signed = await signFor(owner, 'link');
    const plain = await ask(owner.address, 'link');
    world.rpc.set({ kind: 'down' });

    const contract = await link(signed);
    const account = await link({ message: plain, signature: await owner.signMessage({ message: plain }) });
    world.rpc.set({ kind: 'none' });

    expect(contract).toMatchObject({ status: 502, body: { code: 'chain_unavailable' } });
    expect(account.status).toBe(201);
  });
});

describe('the catalog', () => {
  it('names the network, token and recipient of payments', async () => {
    const { body } = await world.server.get(`${DEV}/catalog`);

    expect(body).toMatchObject({
      payment: {
        networks: [{ network: `eip155:${world.chain.chainId}`, asset: world.chain.usdcAddress, confirmations: 1 }],
        x402Versions: [1, 2],
      },
    });
  });
});
