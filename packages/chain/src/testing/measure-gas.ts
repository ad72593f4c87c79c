// The gas costs of the service's transactions. `node packages/chain/src/testing/measure-gas.ts` rewrites GAS.md; a test
// compares it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFunctionData, type Hex, keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { CertificateRegistry, TestUsdc } from '../contracts/artifacts.ts';
import { signTokenTransfer } from '../payments/token-transfer.ts';
import { certificateKey, toSubmissionBytes } from '../registry/certificate-key.ts';
import { buildMerkleBatch } from '../registry/merkle-tree.ts';
import { createRegistryClient } from '../registry/registry-client.ts';
import type { SignedTransaction, TransactionSlot } from '../transactions/transaction-signer.ts';
import { newAuthorization, signAuthorization } from './authorizations.ts';
import { operator, startTestChain, type TestChain } from './test-chain.ts';

export const GAS_FILE = join(import.meta.dirname, '../../GAS.md');
const FEES = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n };
const BATCH_SIZES = [10, 100, 1_000] as const;

type Figure = { what: string; gas: bigint };

export async function measureGas(): Promise<string> {
  const chain = await startTestChain();
  try {
    const figures = [
      ...(await measureDeployments(chain)),
      ...(await measureRegistry(chain)),
      ...(await measureTokens(chain)),
    ];
    return render(figures);
  } finally {
    await chain.close();
  }
}

async function measureDeployments(chain: TestChain): Promise<Figure[]> {
  const gasOfBlock = async (blockNumber: bigint) => (await chain.client.getBlock({ blockNumber })).gasUsed;
  return [
    { what: 'deploy CertificateRegistry', gas: await gasOfBlock(1n) },
    { what: 'deploy AssayToken', gas: await gasOfBlock(2n) },
  ];
}

async function measureRegistry(chain: TestChain): Promise<Figure[]> {
  const { client, feed, registryAddress } = chain;
  const registry = createRegistryClient({ client, feed, registryAddress, signer: chain.signerOf(operator) });
  const commit = { submissionId: toUuid(hashOf('submission')), payloadHash: hashOf('payload') };
  const spend = (sign: (slot: TransactionSlot) => Promise<SignedTransaction>) => gasOf(chain, sign);

  const figures = [{ what: 'commit', gas: await spend((slot) => registry.signCommit(commit, slot)) }];
  figures.push({
    what: 'commit, refused as already committed',
    gas: await spend((slot) => registry.signCommit(commit, slot)),
  });
  for (const size of BATCH_SIZES) {
    const keys = Array.from({ length: size }, (_, index) =>
      certificateKey(commit.submissionId, hashOf(`${size}/${index}`)),
    );
    const { root, proofs } = buildMerkleBatch(keys);
    const gas = await spend((slot) => registry.signCommitRoot({ root, size: BigInt(size) }, slot));
    figures.push({ what: `commitRoot of ${size} certificates, per certificate`, gas: gas / BigInt(size) });
    const proof = { root, ...commit, payloadHash: hashOf(`${size}/0`), proof: proofs[0] ?? [] };
    const check = await client.estimateGas({ account: operator, to: registryAddress, data: encodeProof(proof) });
    figures.push({ what: `isInRoot in ${size}, if sent as a transaction`, gas: check });
  }
  return figures;
}

type Proof = { root: Hex; submissionId: string; payloadHash: Hex; proof: Hex[] };

function encodeProof({ root, submissionId, payloadHash, proof }: Proof): Hex {
  const args = [root, toSubmissionBytes(submissionId), payloadHash, proof] as const;
  return encodeFunctionData({ abi: CertificateRegistry.abi, functionName: 'isInRoot', args });
}

async function measureTokens(chain: TestChain): Promise<Figure[]> {
  const { usdcAddress: token, chainId } = chain;
  const payer = privateKeyToAccount(hashOf('payer'));
  await chain.mintUsdc(payer.address, 10n ** 9n);
  await chain.mintUsdc(operator.address, 10n ** 9n);
  const domain = { name: 'USDC', version: '2', chainId, verifyingContract: token };
  // A fixed nonce: with a random one the figures would vary between runs.
  const message = newAuthorization({
    from: payer.address,
    to: operator.address,
    value: 900_000n,
    nonce: hashOf('nonce'),
    validAfter: 0n,
    validBefore: 2n ** 40n,
  });
  const { from, to, value, validAfter, validBefore, nonce } = message;
  const args = [
    from,
    to,
    value,
    validAfter,
    validBefore,
    nonce,
    await signAuthorization(payer, domain, message),
  ] as const;
  const settle = {
    address: token,
    abi: TestUsdc.abi,
    functionName: 'transferWithAuthorization',
    args,
    gas: 200_000n,
  } as const;
  const hash = await chain.walletOf(operator).writeContract(settle);
  const { gasUsed } = await chain.client.getTransactionReceipt({ hash });

  const refund = { token, to: payer.address, amount: 900_000n };
  const transfer = await gasOf(chain, (slot) => signTokenTransfer(chain.signerOf(operator), refund, slot));
  return [
    { what: 'transferWithAuthorization of TestUSDC (settling an x402 payment)', gas: gasUsed },
    { what: 'transfer of TestUSDC (refund)', gas: transfer },
  ];
}

async function gasOf(chain: TestChain, sign: (slot: TransactionSlot) => Promise<SignedTransaction>): Promise<bigint> {
  const { rawTransaction, txHash } = await sign({ nonce: await chain.feed.pendingNonce(operator.address), fees: FEES });
  await chain.feed.broadcast(rawTransaction);
  return (await chain.client.getTransactionReceipt({ hash: txHash })).gasUsed;
}

function render(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, gas }) => `| ${what} | ${gas.toLocaleString('en')} |`);
  return [
    '# Gas',
    '',
    'Measured on the embedded chain by `node packages/chain/src/testing/measure-gas.ts`, which writes this file.',
    '',
    '| what | gas |',
    '|---|--:|',
    ...rows,
    '',
  ].join('\n');
}

function hashOf(text: string): Hex {
  return keccak256(toHex(text));
}

function toUuid(hash: Hex): string {
  const digits = hash.slice(2);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join('-');
}

if (import.meta.main) writeFileSync(GAS_FILE, await measureGas());
