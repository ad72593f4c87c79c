import { getContract, type Hex, type LocalAccount, parseSignature, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newAuthorization,
  type SignedTerms,
  signAuthorization,
  signCancellation,
  type TokenDomain,
} from '../testing/authorizations.ts';
import { deployWalletFactory } from '../testing/contract-wallets.ts';
import { revertOf } from '../testing/reverts.ts';
import { operator, startTestChain, type TestChain } from '../testing/test-chain.ts';
import { AssayToken, TestUsdc } from './artifacts.ts';

let chain: TestChain;
let payer: LocalAccount;
let domain: TokenDomain;
const usdc = (account: LocalAccount = operator) =>
  getContract({ address: chain.usdcAddress, abi: TestUsdc.abi, client: chain.walletOf(account) });

beforeAll(async () => {
  chain = await startTestChain();
  payer = await chain.newAccount({ usdc: 10_000_000n });
  domain = { name: 'USDC', version: '2', chainId: chain.chainId, verifyingContract: chain.usdcAddress };
});
afterAll(() => chain.close());

const terms = (changes: Partial<SignedTerms> = {}) =>
  newAuthorization({ from: payer.address, to: operator.address, value: 1_000n, ...changes });
const argsOf = ({ from, to, value, validAfter, validBefore, nonce }: SignedTerms) =>
  [from, to, value, validAfter, validBefore, nonce] as const;
const split = (signature: Hex) => {
  const { r, s, v } = parseSignature(signature);
  return [Number(v), r, s] as const;
};

describe('TestUSDC', () => {
  it('has the metadata of USDC', async () => {
    expect(await usdc().read.name()).toBe('USDC');
    expect(await usdc().read.symbol()).toBe('USDC');
    expect(await usdc().read.version()).toBe('2');
    expect(await usdc().read.decimals()).toBe(6);
  });

  it('can be minted by its minter only', async () => {
    expect(await revertOf(usdc(payer).simulate.mint([payer.address, 1n]))).toBe('TestUSDC: caller is not the minter');
  });

  it('moves money with either form of signature, once', async () => {
    const first = terms();
    const signature = await signAuthorization(payer, domain, first);
    await usdc().write.transferWithAuthorization([...argsOf(first), ...split(signature)]);
    const second = terms();
    await usdc().write.transferWithAuthorization([...argsOf(second), await signAuthorization(payer, domain, second)]);

    expect(await usdc().read.balanceOf([operator.address])).toBe(2_000n);
    expect(await usdc().read.authorizationState([payer.address, first.nonce])).toBe(true);
    expect(await revertOf(usdc().simulate.transferWithAuthorization([...argsOf(first), signature]))).toBe(
      'TestUSDC: authorization was used or cancelled',
    );
  });

  it('refuses an authorization outside its validity window', async () => {
    const now = BigInt(Math.floor(Date.now() / 1_000));
    const early = terms({ validAfter: now + 60n });
    const late = terms({ validBefore: now - 60n });

    const attempt = async (message: SignedTerms) =>
      revertOf(
        usdc().simulate.transferWithAuthorization([
          ...argsOf(message),
          await signAuthorization(payer, domain, message),
        ]),
      );
    expect(await attempt(early)).toBe('TestUSDC: authorization is not yet valid');
    expect(await attempt(late)).toBe('TestUSDC: authorization is expired');
  });

  it('refuses a signature of another signer, for other terms and for another chain', async () => {
    const message = terms();
    const forged = [
      await signAuthorization(operator, domain, message),
      await signAuthorization(payer, domain, { ...message, value: 1n }),
      await signAuthorization(payer, { ...domain, chainId: 1 }, message),
      await signAuthorization(payer, domain, message, 'ReceiveWithAuthorization'),
    ];

    for (const signature of forged) {
      expect(await revertOf(usdc().simulate.transferWithAuthorization([...argsOf(message), signature]))).toBe(
        'TestUSDC: invalid signature',
      );
      expect(await revertOf(usdc().simulate.transferWithAuthorization([...argsOf(message), ...split(signature)]))).toBe(
        'TestUSDC: invalid signature',
      );
    }
  });

  it("refuses more than the payer's balance", async () => {
    const message = terms({ value: 10n ** 12n });
    const signature = await signAuthorization(payer, domain, message);

    expect(await revertOf(usdc().simulate.transferWithAuthorization([...argsOf(message), signature]))).toBe(
      'ERC20InsufficientBalance',
    );
  });

  it('lets only the payee receive', async () => {
    const message = terms();
    const signature = await signAuthorization(payer, domain, message, 'ReceiveWithAuthorization');

    expect(await revertOf(usdc(payer).simulate.receiveWithAuthorization([...argsOf(message), signature]))).toBe(
      'TestUSDC: caller must be the payee',
    );
    expect(await revertOf(usdc().simulate.receiveWithAuthorization([...argsOf(message), ...split(signature)]))).toBe(
      'none',
    );
    expect(await revertOf(usdc().simulate.receiveWithAuthorization([...argsOf(message), signature]))).toBe('none');
  });

  it('lets only the signer cancel an authorization', async () => {
    const message = terms();
    const signature = await signAuthorization(payer, domain, message);
    const cancellation = await signCancellation(payer, domain, payer.address, message.nonce);
    const forged = await signCancellation(operator, domain, payer.address, message.nonce);

    expect(await revertOf(usdc().simulate.cancelAuthorization([payer.address, message.nonce, forged]))).toBe(
      'TestUSDC: invalid signature',
    );
    await usdc().write.cancelAuthorization([payer.address, message.nonce, ...split(cancellation)]);
    expect(await revertOf(usdc().simulate.transferWithAuthorization([...argsOf(message), signature]))).toBe(
      'TestUSDC: authorization was used or cancelled',
    );
    expect(await revertOf(usdc().simulate.cancelAuthorization([payer.address, message.nonce, cancellation]))).toBe(
      'TestUSDC: authorization was used or cancelled',
    );
  });

  it('accepts the signature of a contract wallet (ERC-1271)', async () => {
    const factory = await deployWalletFactory(chain);
    await factory.create(payer.address);
    const wallet = await factory.addressOf(payer.address);
    await chain.mintUsdc(wallet, 1_000n);
    const message = terms({ from: wallet });

    const signature = await signAuthorization(payer, domain, message);
    await usdc().write.transferWithAuthorization([...argsOf(message), signature]);

    expect(await usdc().read.balanceOf([wallet])).toBe(0n);
    const forged = await signAuthorization(operator, domain, { ...message, nonce: terms().nonce });
    expect(await revertOf(usdc().simulate.transferWithAuthorization([...argsOf(message), forged]))).toBe(
      'TestUSDC: invalid signature',
    );
  });

  it('permits spending by signature, once and in time (EIP-2612)', async () => {
    const types = {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    } as const;
    const deadline = BigInt(Math.floor(Date.now() / 1_000) + 600);
    const message = { owner: payer.address, spender: operator.address, value: 7n, nonce: 0n, deadline };
    const signature = split(await payer.signTypedData({ domain, types, primaryType: 'Permit', message }));

    expect(await revertOf(usdc().simulate.permit([payer.address, operator.address, 7n, 1n, ...signature]))).toBe(
      'TestUSDC: permit is expired',
    );
    await usdc().write.permit([payer.address, operator.address, 7n, deadline, ...signature]);
    expect(await usdc().read.allowance([payer.address, operator.address])).toBe(7n);
    expect(await revertOf(usdc().simulate.permit([payer.address, operator.address, 7n, deadline, ...signature]))).toBe(
      'TestUSDC: invalid signature',
    );
  });

  it('accepts no signature for the zero address', async () => {
    const message = terms({ from: zeroAddress });
    const signature = await signAuthorization(payer, domain, message);

    expect(await revertOf(usdc().simulate.transferWithAuthorization([...argsOf(message), signature]))).toBe(
      'TestUSDC: invalid signature',
    );
  });
});

describe('AssayToken', () => {
  const token = () =>
    getContract({ address: chain.tokenAddress, abi: AssayToken.abi, client: chain.walletOf(operator) });

  it('assigns its whole supply to the treasury', async () => {
    expect(await token().read.symbol()).toBe('ASY');
    expect(await token().read.decimals()).toBe(18);
    expect(await token().read.balanceOf([operator.address])).toBe(await token().read.totalSupply());
  });

  it('moves no more than the balance and the allowance, and nothing to the zero address', async () => {
    const held = await token().read.totalSupply();
    const asPayer = getContract({ address: chain.tokenAddress, abi: AssayToken.abi, client: chain.walletOf(payer) });

    expect(await revertOf(token().simulate.transfer([payer.address, held + 1n]))).toBe('ERC20InsufficientBalance');
    expect(await revertOf(token().simulate.transfer([zeroAddress, 1n]))).toBe('ERC20InvalidReceiver');
    expect(await revertOf(token().simulate.approve([zeroAddress, 1n]))).toBe('ERC20InvalidSpender');
    expect(await revertOf(asPayer.simulate.transferFrom([operator.address, payer.address, 1n]))).toBe(
      'ERC20InsufficientAllowance',
    );
  });

  it('has no mint function', () => {
    const writing = AssayToken.abi.filter(
      (entry) => entry.type === 'function' && entry.stateMutability === 'nonpayable',
    );
    expect(writing.map((entry) => ('name' in entry ? entry.name : ''))).toEqual([
      'approve',
      'transfer',
      'transferFrom',
    ]);
  });
});
