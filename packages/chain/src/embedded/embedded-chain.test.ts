import { DEFAULT_ASSETS } from '@x402/evm';
import { erc20Abi, keccak256, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChainClient } from '../rpc/chain-client.ts';
import { createMemoryJournal } from '../testing/memory-journal.ts';
import { FAUCET_KEY, operator, startTestChain, systemClock, type TestChain } from '../testing/test-chain.ts';
import { JournalDivergedError } from './block-writer.ts';
import { startEmbeddedChain } from './embedded-chain.ts';

const OPTIONS = {
  clock: systemClock,
  faucetKey: FAUCET_KEY,
  operator: operator.address,
  gasAccounts: [operator.address],
};

describe('startEmbeddedChain', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain();
  });
  afterAll(() => chain.close());

  const balanceOf = (owner: `0x${string}`) =>
    chain.client.readContract({ address: chain.usdcAddress, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });

  it('has USDC at the address that stock x402 clients use', () => {
    expect(DEFAULT_ASSETS[`eip155:${chain.chainId}`]?.[0]).toMatchObject({
      asset: chain.usdcAddress,
      name: 'USDC',
      version: '2',
    });
  });

  it('accepts a transfer from a stock viem wallet', async () => {
    const payer = await chain.newAccount({ usdc: 900_000n });

    const args = [operator.address, 900_000n] as const;
    const hash = await chain
      .walletOf(payer)
      .writeContract({ address: chain.usdcAddress, abi: erc20Abi, functionName: 'transfer', args });

    const receipt = await chain.client.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    expect(await balanceOf(payer.address)).toBe(0n);
  });

  it('journals a transaction before its block exists', async () => {
    const journal = createMemoryJournal(chain.journal.entries.slice());
    const numbersAtAppend: number[] = [];
    const second = await startEmbeddedChain({
      ...OPTIONS,
      journal: {
        ...journal,
        async append(entry) {
          numbersAtAppend.push((await second.head()).number - entry.sequence);
          await journal.append(entry);
        },
      },
    });
    await second.mineEmptyBlock();
    await second.mintUsdc(operator.address, 1n);
    await second.close();

    expect(numbersAtAppend).toEqual([-1, -1]);
  });

  it('replays a hundred transactions to the same head, with reads and refusals in between', async () => {
    const wallet = chain.walletOf(operator);
    let nonce = await chain.client.getTransactionCount({ address: operator.address });
    const fees = { gas: 60_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n };
    for (let i = 0; i < 100; i += 1) {
      await wallet.sendTransaction({ to: operator.address, value: 1n, nonce: nonce++, ...fees });
      if (i % 10 === 0) await chain.mineEmptyBlock();
      if (i % 25 === 0)
        await expect(wallet.sendTransaction({ to: operator.address, nonce: 0, ...fees })).rejects.toThrow(/nonce/i);
      if (i % 50 === 0) await chain.client.getBlock({ blockTag: 'pending' });
    }
    const head = await chain.head();

    const replayed = await startTestChain({ journal: createMemoryJournal(chain.journal.entries.slice()) });
    expect(await replayed.head()).toEqual(head);
    expect(await replayed.client.getBalance({ address: operator.address })).toBe(
      await chain.client.getBalance({ address: operator.address }),
    );
    await replayed.close();
  });

  it('keeps queued transactions through a replay', async () => {
    const sender = await chain.newAccount();
    const fees = {
      chainId: chain.chainId,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
      to: operator.address,
    };
    const early = await sender.signTransaction({ ...fees, type: 'eip1559', nonce: 1 });
    await chain.client.sendRawTransaction({ serializedTransaction: early });

    const replayed = await startTestChain({ journal: createMemoryJournal(chain.journal.entries.slice()) });
    await replayed.client.sendRawTransaction({
      serializedTransaction: await sender.signTransaction({ ...fees, type: 'eip1559', nonce: 0 }),
    });

    expect(await replayed.feed.status(keccak256(early))).toMatchObject({ state: 'mined' });
    await replayed.close();
  });

  it('refuses a journal with a changed row', async () => {
    const entries = chain.journal.entries.map((entry) =>
      entry.sequence === 3 ? { ...entry, blockTimestamp: entry.blockTimestamp + 1 } : entry,
    );

    await expect(startEmbeddedChain({ ...OPTIONS, journal: createMemoryJournal(entries) })).rejects.toThrow(
      JournalDivergedError,
    );
  });

  it('produces the same hashes as earlier versions, so that their journals can be replayed', async () => {
    const then = await startTestChain({ clock: { now: () => new Date('2026-03-01T12:00:00Z') } });
    await then.mintUsdc('0x00000000000000000000000000000000000000aa', 5n);

    const { number, hash } = await then.mineEmptyBlock();

    expect([number, hash]).toEqual([5, '0xaca838199fbbc9fae4003b9c02f2b513e45a1ab4eadab5a1319d8fd93347c992']);
    await then.close();
  });

  it('refuses a journal of another genesis', async () => {
    const journal = createMemoryJournal(chain.journal.entries.slice());

    const start = startEmbeddedChain({ ...OPTIONS, journal, faucetKey: `0x${'fb'.repeat(32)}` });

    await expect(start).rejects.toThrow(JournalDivergedError);
  });

  it('deploys the contracts once', async () => {
    const before = chain.journal.entries.length;

    const again = await startTestChain({ journal: createMemoryJournal(chain.journal.entries.slice()) });

    expect(again.journal.entries).toHaveLength(before);
    expect(again.registryAddress).toBe(chain.registryAddress);
    await again.close();
  });

  it('finishes an interrupted deployment', async () => {
    const cut = await startTestChain({ journal: createMemoryJournal(chain.journal.entries.slice(0, 1)) });

    expect(await cut.client.getCode({ address: cut.tokenAddress })).toBeDefined();
    expect(await cut.client.getBalance({ address: operator.address })).toBe(parseEther('100'));
    await cut.close();
  });

  it('gives calls the current time after a long pause', async () => {
    const entries = chain.journal.entries.slice(0, 4);
    const hourLater = { now: () => new Date(Date.now() + 3_600_000) };
    const calledAfter = Math.floor(hourLater.now().getTime() / 1_000);

    const later = await startEmbeddedChain({ ...OPTIONS, clock: hourLater, journal: createMemoryJournal(entries) });
    const client = createChainClient({ rpcUrls: [later.rpcUrl], chainId: later.chainId });
    // TIMESTAMP PUSH0 MSTORE PUSH1 32 PUSH0 RETURN
    const { data } = await client.call({ data: '0x425f5260205ff3' });

    expect(Number(data)).toBeGreaterThanOrEqual(calledAfter);
    await later.close();
  });

  it('reads its journal again when an append fails', async () => {
    const journal = createMemoryJournal();
    let fault: 'none' | 'before' | 'after' = 'none';
    const flaky = await startEmbeddedChain({
      ...OPTIONS,
      journal: {
        ...journal,
        async append(entry) {
          const current = fault;
          fault = 'none';
          if (current === 'before') throw new Error('connection lost before the write');
          await journal.append(entry);
          if (current === 'after') throw new Error('connection lost after the write');
        },
      },
    });

    fault = 'before';
    await expect(flaky.mintUsdc(operator.address, 1n)).rejects.toThrow('before');
    fault = 'after';
    await expect(flaky.mintUsdc(operator.address, 2n)).rejects.toThrow('after');
    await flaky.mintUsdc(operator.address, 4n);

    const client = createChainClient({ rpcUrls: [flaky.rpcUrl], chainId: flaky.chainId });
    const read = {
      address: flaky.usdcAddress,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [operator.address],
    } as const;
    expect(await client.readContract(read)).toBe(6n);
    expect((await flaky.head()).number).toBe(journal.entries.length);
    await flaky.close();
  });
});
