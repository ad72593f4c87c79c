/** The six kinds of clients, each of which repeats its work until the campaign is over. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LocalAccount } from '@assay/chain';
import { Assignment, Hash32, toCommitment } from '@assay/protocol';
import { SERVER_PROCESS_KEY } from '../../apps/server/src/testing/server-process.ts';
import { type Client, expectStatus, type Json, link, newSkill, Over, type Person, pay } from './client.ts';
import type { HistoryRecorder } from './history.ts';

const MARK = 1_000_000n;
const PRICE = 2n * MARK;
const GRANT = 500n * MARK;
const TOPUP_USDC = 12_000_000n;
const STAKE = 1_000n * MARK;
const POLL_MS = 500;
const PROBLEM_CHARS = 400;

/** Names that roles share: what is certified, offered and suspended so far. */
export type Stock = {
  readonly certificates: string[];
  readonly suspended: Set<string>;
  readonly people: Person[];
  /** By role: what went through. */
  readonly done: Map<string, number>;
  readonly problems: Map<string, number>;
};

export const createStock = (): Stock => ({
  certificates: [],
  suspended: new Set(),
  people: [],
  done: new Map(),
  problems: new Map(),
});

export type Needs = {
  readonly client: Client;
  readonly history: HistoryRecorder;
  readonly stock: Stock;
  /** Addresses that mail arrived for. */
  readonly mailed: ReadonlySet<string>;
  /** A wallet with test money. */
  readonly newWallet: (usdc: bigint) => Promise<LocalAccount>;
};

export const OPERATOR = { authorization: `Bearer ${SERVER_PROCESS_KEY}` };
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];
const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Repeats `step`; a refusal is counted and the role goes on. */
async function repeat({ client, stock }: Needs, role: string, everyMs: number, step: () => Promise<unknown>) {
  stock.done.set(role, 0);
  while (!client.isOver()) {
    try {
      if ((await step()) !== undefined) count(stock.done, role);
    } catch (error) {
      if (error instanceof Over) return;
      count(stock.problems, `${role}: ${String(error).slice(0, PROBLEM_CHARS)}`);
    }
    await pause(everyMs);
  }
}

async function newPerson({ client, newWallet, stock }: Needs, usdc: bigint): Promise<Person> {
  const person = await link(client, await newWallet(usdc));
  stock.people.push(person);
  return person;
}

/** Until its review is over; notes each panel that a read shows. */
async function certified({ client, history, stock }: Needs, { headers }: Person, submissionId: string) {
  for (;;) {
    const answer = await client.send(`/certsvc/v1/submissions/${submissionId}`, { headers });
    const body = expectStatus(answer, 200) as Json & {
      state: string;
      result?: { certificateId: string | null } | null;
      round?: { id: string; panels: { id: string; phase: string }[] } | null;
    };
    for (const panel of body.round?.panels ?? [])
      history.panel({
        roundId: body.round?.id ?? '',
        phase: panel.phase,
        panelId: panel.id,
        process: answer?.process ?? '',
      });
    if (body.state === 'CERTIFIED') {
      const id = String(body.result?.certificateId);
      stock.certificates.push(id);
      return id;
    }
    if (['REJECTED', 'FAILED', 'ESCALATED'].includes(body.state))
      throw new Error(`A harmless skill is ${body.state}: ${submissionId}`);
    await pause(POLL_MS);
  }
}

async function submit(needs: Needs, person: Person): Promise<string> {
  const { submissionId } = await pay(needs.client, person, '/certsvc/v1/submissions/submit', newSkill());
  const path = `/certsvc/v1/submissions/${submissionId}`;
  needs.history.acknowledge('submission', String(submissionId), { path, headers: person.headers, shows: () => true });
  return String(submissionId);
}

/** Submits, pays, and follows the review. */
export async function runDeveloper(needs: Needs): Promise<void> {
  const person = await newPerson(needs, 1_000_000_000n);
  await repeat(needs, 'developer', 1_000, async () => {
    await register(needs);
    return certified(needs, person, await submit(needs, person));
  });
}

/** A code is mailed to a new address. */
async function register({ client, history, mailed }: Needs): Promise<void> {
  const email = `developer-${randomBytes(8).toString('hex')}@campaign.example`;
  const body = { email, displayName: 'Robin', acceptTerms: true };
  expectStatus(await client.send('/api/v1/certsvc/dev/register', { body }), 200, 201, 202);
  history.acknowledge('mail', email, { hasArrived: () => mailed.has(email) });
}

/** Asks "may I run this?" all the time. */
export async function runVerifier(needs: Needs): Promise<void> {
  const { client, history, stock } = needs;
  await repeat(needs, 'verifying agent', 20, async () => {
    const certificateId = pick(stock.certificates);
    if (certificateId === undefined) return undefined;
    const sentMs = history.now();
    const answer = await client.once(`/api/v1/public/certificates/${certificateId}/verify`);
    if (answer === undefined || answer.status === 503) return undefined;
    const { valid } = expectStatus(answer, 200);
    history.verified({ certificateId, sentMs, valid: valid === true, process: answer.process });
    return answer;
  });
}

/** Suspends, grants and flags; reads the queue. */
export async function runOperator(needs: Needs): Promise<void> {
  const { client, history, stock } = needs;
  await repeat(needs, 'operator', 4_000, async () => {
    const id = stock.certificates.find((one) => !stock.suspended.has(one));
    if (id !== undefined && stock.certificates.length > 3) {
      stock.suspended.add(id);
      const body = { reason: 'A drill of the fault campaign.' };
      const answer = await client.send(`/api/v1/operator/certificates/${id}/suspend`, { body, headers: OPERATOR });
      expectStatus(answer, 200);
      const path = `/api/v1/public/certificates/${id}/live-status`;
      history.acknowledge('suspension', id, { path, shows: ({ status }) => status === 'SUSPENDED' });
    }
    const flagged = stock.certificates.at(-1);
    if (flagged !== undefined) await flag(needs, flagged);
    return expectStatus(await client.send('/api/v1/operator/queue?limit=20', { headers: OPERATOR }), 200);
  });
}

async function flag({ client, history }: Needs, certificateId: string): Promise<void> {
  const body = {
    walletAddress: `0x${randomBytes(20).toString('hex')}`,
    category: 'OTHER',
    description: `Written during a fault campaign: ${randomUUID()}.`,
  };
  const answer = await client.send(`/certsvc/v1/certificates/${certificateId}/flag`, { body });
  const { id } = expectStatus(answer, 202);
  const path = `/api/v1/public/certificates/${certificateId}/flags`;
  history.acknowledge('flag', String(id), { path, isList: true, shows: (item) => item.id === id });
}

async function grant({ client, history }: Needs, { actorId }: Person): Promise<void> {
  const body = { actorId, amount: GRANT.toString(), reason: `For trade in campaign ${randomUUID()}.` };
  const { id } = expectStatus(await client.send('/api/v1/operator/grants', { body, headers: OPERATOR }), 201);
  const shows = ({ detail }: Json) => (detail as Json | undefined)?.grantId === id;
  history.acknowledge('grant', String(id), {
    path: '/api/v1/operator/audit-log',
    headers: OPERATOR,
    isList: true,
    shows,
  });
}

/** Certifies a skill and offers it; another wallet buys each offer once. */
export async function runTraders(needs: Needs): Promise<void> {
  const { client, history } = needs;
  const seller = await newPerson(needs, 1_000_000_000n);
  const buyer = await newPerson(needs, 0n);
  await repeat(needs, 'seller and buyer', 6_000, async () => {
    await grant(needs, buyer);
    const certificateId = await certified(needs, seller, await submit(needs, seller));
    const offer = { certificateId, price: PRICE.toString(), licence: 'Apache-2.0', delivery: 'ARTIFACT' };
    const listed = await client.send('/certsvc/v1/marketplace/list', { body: offer, headers: seller.headers });
    const { id: listingId } = expectStatus(listed, 201);
    const offered = `/certsvc/v1/marketplace/${listingId}`;
    history.acknowledge('listing', String(listingId), { path: offered, shows: () => true });
    const bought = await client.send(`${offered}/purchase`, {
      body: { maxPrice: PRICE.toString() },
      headers: buyer.headers,
    });
    const { id: purchaseId } = expectStatus(bought, 201);
    const { headers } = buyer;
    const shows = (item: Json) => item.id === purchaseId;
    history.acknowledge('purchase', String(purchaseId), {
      path: '/certsvc/v1/purchases',
      headers,
      isList: true,
      shows,
    });
    return purchaseId;
  });
}

/** An actor of the world that rests and does not forget that it did. */
export async function runPlayer(needs: Needs): Promise<void> {
  const { client, history } = needs;
  const person = await newPerson(needs, 0n);
  await repeat(needs, 'world player', 2_000, async () => {
    const params = {
      actor_id: person.actorId,
      type: 'INTENT_REST',
      params: { hours: 1 },
      source: 'agent_autonomous',
      idempotency_key: randomUUID(),
    };
    const sent = { body: { method: 'submitIntent', params }, headers: person.headers };
    const { result } = expectStatus(await client.send('/rpc/agent', sent), 200) as { result: { intent_id: string } };
    const path = `/api/v1/intents/${result.intent_id}`;
    history.acknowledge('intent', result.intent_id, { path, headers: person.headers, shows: () => true });
    return result;
  });
}

/** Buys a stake, asks for a calibration as soon as it may, and answers each assignment. */
export async function runValidator(needs: Needs): Promise<void> {
  const { client } = needs;
  const person = await newPerson(needs, 100_000_000n);
  const { headers } = person;
  const body = { purpose: 'TOPUP', amount: TOPUP_USDC.toString() };
  const { id } = expectStatus(await client.send('/certsvc/v1/payments/intents', { body, headers }), 201);
  await pay(client, person, `/certsvc/v1/payments/${id}/confirm`);
  await repeat(needs, 'validator', 2_000, async () => {
    const activation = { tracks: ['SKILL'], stake: STAKE.toString(), mode: 'REMOTE', family: 'campaign' };
    const own = await client.send('/certsvc/v1/validator', { headers });
    if (own?.status === 404) {
      // Refused until the actor is old enough.
      await client.send('/certsvc/v1/activate', { body: activation, headers });
      return undefined;
    }
    expectStatus(own, 200);
    const { items } = expectStatus(await client.send('/certsvc/v1/assignments?limit=20', { headers }), 200);
    for (const item of items as unknown[]) await vote(needs, person, Assignment.parse(item));
    return items;
  });
}

async function vote({ client, history }: Needs, { headers }: Person, assignment: Assignment): Promise<void> {
  const { id, validatorId, state } = assignment;
  const shown = {
    verdict: 'SAFE',
    severity: 'INFO',
    findings: [],
    salt: Hash32.parse(`0x${'5a'.repeat(32)}`),
  } as const;
  const path = `/certsvc/v1/assignments/${id}`;
  if (state === 'ASSIGNED') {
    const commitment = toCommitment({ assignmentId: id, validatorId, ...shown });
    await client.send(`${path}/commit`, { body: { commitment }, headers });
  }
  const revealed = await client.send(`${path}/reveal`, { body: shown, headers });
  if (revealed?.status === 200)
    history.acknowledge('vote', id, { path, headers, shows: ({ state }) => state === 'REVEALED' });
}
