/** Reads the final state over the routes of the service and from the chain. */
import { setTimeout as pause } from 'node:timers/promises';
import { readTokenBalance } from '@assay/chain';
import type { TestChain } from '@assay/chain/testing';
import { PublicRound } from '@assay/protocol';
import type { Client, Json } from './client.ts';
import type { CertificateShown, HistoryRecorder, Outcome, PayerShown, RoundShown, WalletShown } from './history.ts';
import { OPERATOR, type Stock } from './roles.ts';

const PAGE = 100;
/** Refunds and mail that are on their way when the load ends arrive within this time. */
const SETTLE_MS = 60_000;
const POLL_MS = 500;
/** Payments that the ledger holds, whether they were spent already or not. */
const CREDITED = new Set(['PAID', 'CONSUMED', 'REFUND_DUE']);
const IMBALANCE = /^assay_ledger_imbalance\{currency="(\w+)"\} (\S+)$/gm;

type Given = {
  readonly client: Client;
  readonly history: HistoryRecorder;
  readonly stock: Stock;
  readonly chain: TestChain;
  /** Test money that each wallet of the campaign started with. */
  readonly given: ReadonlyMap<string, bigint>;
};

async function settled<T>(read: () => Promise<T>, isSettled: (value: T) => boolean): Promise<T> {
  const endsAt = performance.now() + SETTLE_MS;
  let value = await read();
  while (!isSettled(value) && performance.now() < endsAt) {
    await pause(POLL_MS);
    value = await read();
  }
  return value;
}

const hasAllMail = (history: HistoryRecorder): boolean =>
  [...history.proofs().values()].every((proof) => !('hasArrived' in proof) || proof.hasArrived());

export async function readOutcome(from: Given): Promise<Outcome> {
  await settled(async () => hasAllMail(from.history), Boolean);
  const payers = await settled(
    () => readPayers(createReader(from.client), from),
    (all) => all.every(({ sent, credited }) => sent === credited),
  );
  const reader = createReader(from.client);
  const certificates = await readCertificates(reader);
  return {
    shown: await readShown(reader, from.history),
    certificates,
    rounds: await readRounds(reader, certificates),
    imbalance: await readImbalance(reader),
    wallets: await readWallets(reader, from.stock),
    payers,
    effects: await countEffects(reader, from.stock),
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(client: Client) {
  const lists = new Map<string, Promise<Json[]>>();

  async function find(path: string, headers: Record<string, string> = {}): Promise<Json | undefined> {
    const answer = await client.send(path, { headers });
    return answer?.status === 200 ? answer.body : undefined;
  }
  async function readList(path: string, headers: Record<string, string>): Promise<Json[]> {
    const items: Json[] = [];
    let cursor: unknown = '';
    while (cursor !== null) {
      const at = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await find(`${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}${at}`, headers);
      if (page === undefined) throw new Error(`${path} cannot be read.`);
      items.push(...(page.items as Json[]));
      cursor = page.nextCursor;
    }
    return items;
  }
  return {
    find,
    /** All pages; read once. */
    list(path: string, headers: Record<string, string> = {}): Promise<Json[]> {
      const key = `${path} ${headers.authorization ?? ''}`;
      const found = lists.get(key) ?? readList(path, headers);
      lists.set(key, found);
      return found;
    },
  };
}

async function readShown(reader: Reader, history: HistoryRecorder): Promise<Set<string>> {
  const shown = new Set<string>();
  for (const [key, proof] of history.proofs()) {
    if ('hasArrived' in proof) {
      if (proof.hasArrived()) shown.add(key);
      continue;
    }
    const { path, headers, isList, shows } = proof;
    const items = isList === true ? await reader.list(path, headers) : [await reader.find(path, headers)];
    if (items.some((item) => item !== undefined && shows(item))) shown.add(key);
  }
  return shown;
}

/** Licences by buyer and offer, and grants by their reason, which is another one for each request. */
async function countEffects(reader: Reader, { people }: Stock): Promise<Map<string, number>> {
  const effects = new Map<string, number>();
  const add = (key: string) => effects.set(key, (effects.get(key) ?? 0) + 1);
  for (const { actorId, headers } of people)
    for (const { listingId } of await reader.list('/certsvc/v1/purchases', headers))
      add(`purchase of ${listingId} by ${actorId}`);
  for (const { action, detail } of await reader.list('/api/v1/operator/audit-log', OPERATOR))
    if (action === 'marks.granted') add(`grant "${(detail as Json).reason}"`);
  return effects;
}

async function readCertificates(reader: Reader): Promise<CertificateShown[]> {
  const certificates: CertificateShown[] = [];
  for (const { id } of await reader.list('/api/v1/public/certificates')) {
    const certificate = await reader.find(`/api/v1/public/certificates/${id}`);
    const { submissionId, round } = (certificate?.payload ?? certificate ?? {}) as {
      submissionId: string;
      round?: { id: string };
    };
    certificates.push({ id: String(id), submissionId, roundId: round?.id ?? '' });
  }
  return certificates;
}

async function readRounds(reader: Reader, certificates: readonly CertificateShown[]): Promise<RoundShown[]> {
  const rounds: RoundShown[] = [];
  for (const { roundId } of certificates) {
    const found = await reader.find(`/api/v1/public/rounds/${roundId}`);
    if (found === undefined) continue;
    const { id, submissionId, type, decision, panels } = PublicRound.parse(found);
    rounds.push({
      id,
      submissionId,
      type,
      decision,
      panels: panels.map(({ id: panelId, phase, state, tally, verdicts }) => ({
        id: panelId,
        phase,
        state,
        safe: tally.safe,
        unsafe: tally.unsafe,
        verdicts: verdicts.length,
      })),
    });
  }
  return rounds;
}

async function readImbalance(reader: Reader): Promise<Map<string, number>> {
  const metrics = await reader.find('/metrics', OPERATOR);
  return new Map([...String(metrics?.text).matchAll(IMBALANCE)].map(([, name = '', value]) => [name, Number(value)]));
}

async function readWallets(reader: Reader, { people }: Stock): Promise<WalletShown[]> {
  const wallets: WalletShown[] = [];
  for (const { actorId, headers } of people) {
    const wallet = await reader.find(`/api/v1/wallet/${actorId}`, headers);
    const entries = await reader.list(`/api/v1/wallet/${actorId}/transactions`, headers);
    const statementSum = entries.reduce((sum, { amount }) => sum + BigInt(String(amount)), 0n);
    wallets.push({ actorId, available: BigInt(String(wallet?.available ?? -1)), statementSum });
  }
  return wallets;
}

async function readPayers(reader: Reader, { chain, stock, given }: Given): Promise<PayerShown[]> {
  const payments = await reader.list('/api/v1/operator/payments', OPERATOR);
  const payers: PayerShown[] = [];
  for (const { wallet } of stock.people) {
    const balance = await readTokenBalance(chain.client, chain.usdcAddress, wallet.address);
    const own = payments.filter(({ payer }) => String(payer).toLowerCase() === wallet.address.toLowerCase());
    const credited = own
      .filter(({ state }) => CREDITED.has(String(state)))
      .reduce((sum, { price }) => sum + BigInt((price as { amount: string }).amount), 0n);
    payers.push({ address: wallet.address, sent: (given.get(wallet.address) ?? 0n) - balance, credited });
  }
  return payers;
}
