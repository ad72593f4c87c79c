/** Simulated dependencies of the service: a chain node, a mail server and a reader, each of which can fail. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultyRpc, startTestChain } from '@assay/chain/testing';
import { createSigner, parseSeed } from '@assay/protocol';
import { passEveryProduct, passEverything, type Script, startModelServer } from '@assay/reader/testing';
import { SMTPServer } from 'smtp-server';
import { chainEnv, facilitatorOf } from '../../apps/server/src/testing/chain-env.ts';
import { freePort } from '../lib/process.ts';

const SIGNING_KEY = '07'.repeat(32);
const ONE_ETHER = 10n ** 18n;
const BLOCK_MS = 1_000;
const SLOW_MS = 15_000;
const READER_TIMEOUT_MS = 10_000;
const ADDRESS = /^To: .*?([\w.+-]+@[\w.-]+)/im;

/** Keeps the addresses that mail arrived for. */
async function startMailSink() {
  const received = new Set<string>();
  const port = await freePort();
  let server: SMTPServer | undefined;
  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const [, address] = ADDRESS.exec(Buffer.concat(chunks).toString('utf8')) ?? [];
          if (address !== undefined) received.add(address);
          done();
        });
      },
    });
    server.on('error', () => undefined); // a client that was killed
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const stop = () => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  await start();
  return { received, url: `smtp://127.0.0.1:${port}`, start, stop };
}

/** Passes every product, until it is made slow or made to pass planted harm as well. */
async function startReader() {
  let script: Script = passEveryProduct;
  const server = await startModelServer((question) => script(question));
  return {
    endpoint: server.endpoint,
    beHonest() {
      script = passEveryProduct;
    },
    lie() {
      script = passEverything;
    },
    beSlow() {
      script = async (question) => {
        await pause(SLOW_MS);
        return passEveryProduct(question);
      };
    },
    close: server.close,
  };
}

export async function startStandIns() {
  const chain = await startTestChain();
  // A network has new blocks without transactions too. Seats are drawn from the first block after a submission.
  const mining = setInterval(() => void chain.mineEmptyBlock().catch(() => undefined), BLOCK_MS);
  const rpc = await startFaultyRpc(chain.rpcUrl);
  await chain.giveEther(facilitatorOf(createSigner(parseSeed(SIGNING_KEY))).address, ONE_ETHER);
  const [mail, reader] = await Promise.all([startMailSink(), startReader()]);
  const { endpoint } = reader;
  const model = { name: 'campaign', endpoint, model: 'scripted', family: 'campaign', timeoutMs: READER_TIMEOUT_MS };
  const { ASSAY_ROLES: _, ...chainSettings } = chainEnv(chain, rpc.url);
  return {
    chain,
    rpc,
    mail,
    reader,
    env: {
      ...chainSettings,
      SIGNING_KEY,
      SMTP_URL: mail.url,
      ASSAY_MODELS: JSON.stringify([model]),
    },
    async close(): Promise<void> {
      clearInterval(mining);
      await Promise.all([mail.stop(), reader.close().catch(() => undefined), rpc.close()]);
      await chain.close();
    },
  };
}
export type StandIns = Awaited<ReturnType<typeof startStandIns>>;
