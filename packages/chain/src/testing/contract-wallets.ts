import { type Address, encodeFunctionData, getContractAddress, type Hex, isHex, zeroHash } from 'viem';
import factoryArtifact from '../../artifacts/TestWalletFactory.json' with { type: 'json' };
import { testWalletFactoryAbi } from '../contracts/abis.generated.ts';
import { operator, type TestChain } from './test-chain.ts';

export type WalletFactory = Awaited<ReturnType<typeof deployWalletFactory>>;

/** Deploys a wallet that accepts every signature with about 500,000 gas, and returns its address. */
export async function deployCostlyWallet(chain: TestChain): Promise<Address> {
  // for (n = 19000; n != 0; n--); return the value of ERC-1271
  const bytecode = '0x601d8060093d393df3614a385b600190038060035750631626ba7e60e01b60005260206000f3';
  const nonce = await chain.feed.minedNonce(operator.address);
  await chain.walletOf(operator).deployContract({ abi: [], bytecode });
  return getContractAddress({ from: operator.address, nonce: BigInt(nonce) });
}

export async function deployWalletFactory(chain: TestChain) {
  const { bytecode } = factoryArtifact;
  if (!isHex(bytecode)) throw new Error('The wallet factory is not compiled.');
  const wallet = chain.walletOf(operator);
  const nonce = await chain.feed.minedNonce(operator.address);
  const address = getContractAddress({ from: operator.address, nonce: BigInt(nonce) });
  await wallet.deployContract({ abi: testWalletFactoryAbi, bytecode });

  return {
    address,
    /** The current or future address of the owner's wallet. */
    addressOf: (owner: Address): Promise<Address> =>
      wallet.readContract({ address, abi: testWalletFactoryAbi, functionName: 'addressOf', args: [owner, zeroHash] }),
    /** The call that creates it, for ERC-6492. */
    deployData: (owner: Address): Hex =>
      encodeFunctionData({ abi: testWalletFactoryAbi, functionName: 'create', args: [owner, zeroHash] }),
    async create(owner: Address): Promise<void> {
      await wallet.writeContract({
        address,
        abi: testWalletFactoryAbi,
        functionName: 'create',
        args: [owner, zeroHash],
      });
    },
  };
}
