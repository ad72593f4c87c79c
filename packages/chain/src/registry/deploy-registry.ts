import { type Address, createWalletClient, custom, type LocalAccount } from 'viem';
import { CertificateRegistry } from '../contracts/artifacts.ts';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain } from '../rpc/chain-errors.ts';

const ADMIN_TRANSFER_DELAY_SECONDS = 86_400;

type Deployment = { readonly client: ChainClient; readonly account: LocalAccount };

/** Creates a registry that the account administers and commits to. Waits until the transaction is mined. */
export function deployRegistry({ client, account }: Deployment): Promise<Address> {
  return askChain(async () => {
    const wallet = createWalletClient({ account, chain: client.chain, transport: custom(client) });
    const args = [account.address, account.address, ADMIN_TRANSFER_DELAY_SECONDS] as const;
    const hash = await wallet.deployContract({ ...CertificateRegistry, args });
    const { contractAddress, status } = await client.waitForTransactionReceipt({ hash });
    if (status !== 'success' || !contractAddress) throw new Error(`The transaction ${hash} created no registry.`);
    return contractAddress;
  });
}
