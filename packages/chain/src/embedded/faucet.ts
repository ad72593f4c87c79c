// The embedded chain's own account: it deploys the contracts, distributes gas and mints test USDC.
import {
  type Address,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { AssayToken, CertificateRegistry, TestUsdc } from '../contracts/artifacts.ts';
import type { BlockWriter } from './block-writer.ts';
import { EMBEDDED_USDC_ADDRESS } from './genesis.ts';

const FEES = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000n } as const;
const GAS = { deploy: 4_000_000n, call: 150_000n } as const;
const ADMIN_TRANSFER_DELAY_SECONDS = 86_400;
const ASSAY_TOKEN_SUPPLY = 1_000_000_000n * 10n ** 18n;

type Call = { to?: Address; data?: Hex; value?: bigint; gas: bigint };

type FaucetDeps = { rpcUrl: string; writer: BlockWriter; chainId: number; faucetKey: Hex };

export function createFaucet({ rpcUrl, writer, chainId, faucetKey }: FaucetDeps) {
  const account = privateKeyToAccount(faucetKey);
  const client = createPublicClient({ transport: http(rpcUrl) });
  const contractAt = (nonce: bigint) => getContractAddress({ from: account.address, nonce });
  const registryAddress = contractAt(0n);
  const tokenAddress = contractAt(1n);

  async function send(call: Call): Promise<void> {
    await writer.write(async () => {
      const nonce = await client.getTransactionCount({ address: account.address });
      return account.signTransaction({ chainId, type: 'eip1559', nonce, ...FEES, ...call });
    });
  }

  async function deployOnce(address: Address, data: Hex): Promise<void> {
    const code = await client.getCode({ address });
    if (code === undefined) await send({ data, gas: GAS.deploy });
  }

  return {
    registryAddress,
    tokenAddress,
    /** The order is fixed, because a contract's address depends on the faucet's nonce. */
    async deployContracts(operator: Address): Promise<void> {
      const registryArgs = [operator, operator, ADMIN_TRANSFER_DELAY_SECONDS] as const;
      await deployOnce(registryAddress, encodeDeployData({ ...CertificateRegistry, args: registryArgs }));
      await deployOnce(tokenAddress, encodeDeployData({ ...AssayToken, args: [operator, ASSAY_TOKEN_SUPPLY] }));
    },
    async giveEther(to: Address, wei: bigint): Promise<void> {
      await send({ to, value: wei, gas: GAS.call });
    },
    async topUpEther(to: Address, { below, to: target }: { below: bigint; to: bigint }): Promise<void> {
      const balance = await client.getBalance({ address: to });
      if (balance < below) await send({ to, value: target - balance, gas: GAS.call });
    },
    async mintUsdc(to: Address, amount: bigint): Promise<void> {
      const data = encodeFunctionData({ abi: TestUsdc.abi, functionName: 'mint', args: [to, amount] });
      await send({ to: EMBEDDED_USDC_ADDRESS, data, gas: GAS.call });
    },
  };
}
