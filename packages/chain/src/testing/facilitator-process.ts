// A facilitator as a separate program. Arguments: node URL, chain id, private key, and `dies` to exit after a
// settlement before it answers. Prints its address when it listens.
import { flushCompileCache } from 'node:module';
import { type Hex, isHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createChainClient } from '../rpc/chain-client.ts';
import { createTransactionFeed } from '../transactions/transaction-feed.ts';
import { createTransactionSigner } from '../transactions/transaction-signer.ts';
import { createTransactionSubmitter } from '../transactions/transaction-submitter.ts';
import { createLocalFacilitator } from '../x402/local-facilitator.ts';
import { serveFacilitator } from './facilitator-server.ts';

const [rpcUrl = '', chainIdText = '', key = '', ending = ''] = process.argv.slice(2);
if (!isHex(key)) throw new Error('A facilitator needs a private key.');
const chainId = Number(chainIdText);
const client = createChainClient({ rpcUrls: [rpcUrl], chainId });
const signer = createTransactionSigner({ account: privateKeyToAccount(key satisfies Hex), chainId });
const submitter = createTransactionSubmitter({ client, signer, feed: createTransactionFeed({ client }) });
const url = await serveFacilitator(createLocalFacilitator({ client, submitter }), {
  chainId,
  beforeAnswer(path) {
    if (ending === 'dies' && path === '/settle') process.kill(process.pid, 'SIGKILL');
  },
});
flushCompileCache(); // it is ended by a signal
process.stdout.write(`${url}\n`);
