import { certificateKey, createRegistryClient, type Hex, type LocalAccount, readTokenBalance } from '@assay/chain';
import { isAuthorizationUsed, operator, startTestChain, type TestChain } from '@assay/chain/testing';
import { createSigner } from '@assay/protocol';
import type { DatabaseConnection, OpenDatabase } from '../platform/db/index.ts';
import { mintBuyer, quoteFor } from './buyer.ts';
import { issueCertificate } from './certificate-builder.ts';
import { chainEnv, facilitatorOf } from './chain-env.ts';
import { SERVICE_SEED } from './service-seed.ts';
import { type SpawnedService, spawnService } from './spawn-service.ts';
import type { TestServer } from './test-server.ts';
import { type Moment, startWatchedRpc } from './watched-rpc.ts';
import { signX402, type X402Terms } from './x402-payment.ts';

type ChainFaultReport = {
  readonly certificates: number;
  /** Payments whose tokens moved. A payment killed before it was sent moved none. */
  readonly payments: number;
  /** `lost` names effects that were requested and are missing; `doubled` those that exist more than once. */
  readonly lost: string[];
  readonly doubled: string[];
};

type Options = {
  /** Issues certificates; it has no chain of its own. */
  readonly issuer: Pick<TestServer, 'app'>;
  readonly database: OpenDatabase & { readonly connection: DatabaseConnection };
};
type Payment = { readonly intentId: string; readonly nonce: Hex; readonly headers: Record<string, string> };

const INTENTS = '/api/v1/certsvc/dev/payment-intents';
const BASE_URL = 'http://assay.localhost';
const PRICE = 900_000n;
const GAS_MONEY = 10n ** 18n;
/** Time for the last process to finish the work of the killed ones. */
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 100;
const ASKED_AT_ONCE = 10;

/** One chain and one database for processes that are killed while they commit certificates and settle payments. */
export async function openChainFaults({ issuer, database }: Options) {
  const chain = await startTestChain();
  const rpc = await startWatchedRpc(chain.rpcUrl);
  const buyer = await mintBuyer(issuer);
  const wallet = await chain.newAccount();
  await chain.giveEther(facilitatorOf(createSigner(SERVICE_SEED)).address, GAS_MONEY);
  const env = {
    PORT: '0',
    PUBLIC_BASE_URL: BASE_URL,
    RATE_LIMITS: 'off',
    ALLOW_UNREAD_INSTRUCTIONS: '1',
    REVIEWS_GIVE_WAY: '0',
    ...chainEnv(chain, rpc.url),
  };
  const spawnOne = () => spawnService(database.connection, env);
  let alive: SpawnedService | undefined;

  const ask = async (url: string, path: string, init: RequestInit): Promise<unknown> =>
    (await fetch(`${url}${INTENTS}${path}`, init)).json();
  const authorization = `Bearer ${buyer.token}`;
  const json = { authorization, 'content-type': 'application/json' };

  async function newPayment(url: string): Promise<Payment> {
    await chain.mintUsdc(wallet.address, PRICE);
    const { id: quoteId } = await quoteFor(issuer, buyer);
    const made = await ask(url, '', { method: 'POST', headers: json, body: JSON.stringify({ quoteId }) });
    const { id: intentId, x402 } = made as { id: string; x402: X402Terms };
    const { header, nonce } = await signX402(chain, wallet, x402);
    return { intentId, nonce, headers: { authorization, 'payment-signature': header } };
  }
  const pay = (url: string, { intentId, headers }: Payment): Promise<unknown> =>
    ask(url, `/${intentId}/x402/confirm`, { method: 'POST', headers });

  /** Lets a process work until its first transaction is sent, and kills it there. */
  async function dieWorking(when: Moment['when'], work: (url: string) => Promise<unknown>): Promise<void> {
    const victim = await spawnOne();
    alive = victim;
    let dead: Promise<void> | undefined;
    const rung = rpc.at({ method: 'eth_sendRawTransaction', when }, () => {
      dead = victim.kill();
    });
    await Promise.all([rung, work(victim.url)]);
    await dead;
  }

  /** Alternates commits and payments: a payment is sent at once, a commit after the lease of the killed process has expired. */
  async function run(kills: number, when: Moment['when']): Promise<ChainFaultReport> {
    const before = await readTokenBalance(chain.client, chain.usdcAddress, operator.address);
    const certificates: string[] = [];
    const payments: Payment[] = [];
    const commit = async () => void certificates.push(await issueCertificate(issuer));
    const settle = async (url: string) => {
      const payment = await newPayment(url).catch(() => undefined);
      if (payment === undefined) return; // an older commit was sent first, and the process was killed there
      payments.push(payment);
      await pay(url, payment).catch(() => undefined);
    };
    for (let kill = 0; kill < kills; kill++) await dieWorking(when, kill % 2 === 0 ? commit : settle);
    alive = await spawnOne();
    const committed = await inspectCertificates({ chain, database }, certificates);
    const used = await usedOf(chain, wallet, payments);
    const settled = await inspectPayments(alive.url, payments, used);
    await alive.kill();
    const received = (await readTokenBalance(chain.client, chain.usdcAddress, operator.address)) - before;
    const overpaid = received === PRICE * BigInt(used.size) ? [] : [`${received} units for ${used.size} payments`];
    return {
      certificates: certificates.length,
      payments: used.size,
      lost: [...committed.lost, ...settled.lost],
      doubled: [...committed.doubled, ...settled.doubled, ...overpaid],
    };
  }

  /** A payment must count exactly if its tokens moved, and only once, in the books too. */
  async function inspectPayments(url: string, payments: readonly Payment[], used: ReadonlySet<Payment>) {
    const lost: string[] = [];
    const doubled: string[] = [];
    const inspect = async (payment: Payment): Promise<void> => {
      const { intentId } = payment;
      const name = `payment intent ${intentId}`;
      if (used.has(payment) && !(await holdsWithin(async () => isPaid(await pay(url, payment))))) lost.push(name);
      if (!used.has(payment) && isPaid(await ask(url, `/${intentId}`, { headers: { authorization } })))
        doubled.push(name);
    };
    for (let from = 0; from < payments.length; from += ASKED_AT_ONCE)
      await Promise.all(payments.slice(from, from + ASKED_AT_ONCE).map(inspect));
    const { rows } = await database.pool.query<{ id: string }>(
      "SELECT owner_id AS id FROM ledger_accounts WHERE owner_kind = 'payment-intent' AND balance NOT IN (0, $1)",
      [PRICE.toString()],
    );
    return { lost, doubled: [...doubled, ...rows.map(({ id }) => `credit of payment intent ${id}`)] };
  }

  return {
    run,
    async close(): Promise<void> {
      await alive?.kill();
      await rpc.close();
      await chain.close();
    },
  };
}

const isPaid = (intent: unknown): boolean => (intent as { state?: string }).state === 'PAID';

async function usedOf(chain: TestChain, wallet: LocalAccount, payments: readonly Payment[]): Promise<Set<Payment>> {
  const used = new Set<Payment>();
  for (const payment of payments)
    if (await isAuthorizationUsed(chain, wallet.address, payment.nonce)) used.add(payment);
  return used;
}

/** `root` is null when the certificate has its own transaction, or none yet. */
type Anchor = {
  readonly id: string;
  readonly submission: string;
  readonly payload: Hex;
  readonly root: Hex | null;
  readonly proof: readonly Hex[] | null;
};

const ANCHORS = `
  SELECT a.certificate_id AS id, a.submission_id AS submission, a.payload_hash AS payload,
    o.call->>'root' AS root, a.proof
  FROM certificate_anchors a LEFT JOIN chain_outbox o ON o.id = a.outbox_id
  WHERE a.certificate_id = ANY($1)`;

/**
 * Checks that every certificate is on the chain, singly or under a batch root, and that the account sent one
 * transaction per effect.
 */
async function inspectCertificates(
  { chain, database: { pool } }: { chain: TestChain; database: OpenDatabase },
  ids: readonly string[],
): Promise<{ lost: string[]; doubled: string[] }> {
  const { client, feed, registryAddress } = chain;
  const registry = createRegistryClient({ client, feed, registryAddress, signer: chain.signerOf(operator) });
  const isAnchored = async (id: string): Promise<boolean> => {
    const { rows } = await pool.query<Anchor>(ANCHORS, [[id]]);
    const [anchor] = rows;
    if (anchor === undefined) return false;
    const { submission: submissionId, payload: payloadHash, root, proof } = anchor;
    if (root === null) return (await registry.readRecord(submissionId)) === certificateKey(submissionId, payloadHash);
    return registry.isInRoot({ root, submissionId, payloadHash, proof: proof ?? [] });
  };
  const lost: string[] = [];
  for (const id of ids) if (!(await holdsWithin(() => isAnchored(id)))) lost.push(id);
  const effects = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM chain_outbox');
  const surplus = (await feed.minedNonce(operator.address)) - (effects.rows[0]?.count ?? 0);
  return { lost: lost.map((id) => `certificate ${id}`), doubled: surplus > 0 ? [`${surplus} transactions`] : [] };
}

async function holdsWithin(check: () => Promise<boolean>): Promise<boolean> {
  const endsAt = performance.now() + PATIENCE_MS;
  while (performance.now() < endsAt) {
    if (await check()) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}
