/** Agents that become validators over HTTP. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Assignment, Hash32, ReportedFinding, toCommitment, type VerdictValue } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { createMarkBooks, ISSUE, purseOf } from '../modules/purse/index.ts';
import { purseTransaction } from './purse-transaction.ts';
import type { Answer, TestServer } from './test-server.ts';

const PLAYER = '/certsvc/v1';
export const MARK = 1_000_000n;
const random = (length: number) => randomBytes(length);

export type Agent = {
  readonly actorId: string;
  readonly wallet: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
};

/** An agent with an API key and this many marks in its purse. */
export async function newAgent(server: TestServer, marks = 0n, wallet?: string): Promise<Agent> {
  const actorId = randomUUID();
  const walletAddress = wallet ?? createTestWallet(actorId).address;
  const { apiKey } = await server.app.credentials.mintApiKey({ actorId, walletAddress });
  if (marks > 0n) await fund(server, actorId, marks * MARK);
  const headers = () => ({ authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() });
  return {
    actorId,
    wallet: walletAddress,
    get: (path) => server.get(`${PLAYER}${path}`, headers()),
    post: (path, body = {}) => server.post(`${PLAYER}${path}`, body, headers()),
  };
}

async function fund({ database, clock }: TestServer, actorId: string, amount: bigint): Promise<void> {
  const books = createMarkBooks({ random, clock });
  const ref = { type: 'test', id: actorId };
  const moves = [{ from: ISSUE, to: purseOf(actorId), amount }];
  await books.bookIn(purseTransaction(database.db, clock), { kind: 'money.issued', ref, moves });
}

export const activation = (overrides: Record<string, unknown> = {}) => ({
  tracks: ['SKILL'],
  stake: (1_000n * MARK).toString(),
  mode: 'HOSTED',
  family: 'instruction',
  ...overrides,
});

export const SALT = `0x${'5a'.repeat(32)}`;

/** Commits a vote and reveals it. Returns both answers. */
export async function castVote(
  agent: Agent,
  { id, validatorId, entry }: Assignment,
  verdict: VerdictValue,
): Promise<{ committed: Answer; revealed: Answer }> {
  const isUnsafe = verdict === 'UNSAFE';
  const finding = {
    ruleId: 'own/keys',
    title: 'Harmful content',
    category: 'EXF',
    severity: 'CRITICAL',
    confidence: 'HIGH',
    path: entry,
    startLine: 1,
    endLine: 1,
    snippet: null,
    message: 'It harms its user.',
    remediation: null,
    reproduced: false,
  };
  const shown = {
    verdict,
    severity: isUnsafe ? 'CRITICAL' : 'INFO',
    findings: isUnsafe ? [ReportedFinding.parse(finding)] : [],
    salt: Hash32.parse(SALT),
  } as const;
  const commitment = toCommitment({ assignmentId: id, validatorId, ...shown });
  const committed = await agent.post(`/assignments/${id}/commit`, { commitment });
  return { committed, revealed: await agent.post(`/assignments/${id}/reveal`, shown) };
}
