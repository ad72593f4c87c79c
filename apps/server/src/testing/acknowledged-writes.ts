import { randomBytes, randomUUID } from 'node:crypto';
import { Flag, LiveStatus, listOf, PublicFlag } from '@assay/protocol';
import { SERVER_PROCESS_KEY } from './server-process.ts';

/** A write that a server acknowledged. */
export type Acknowledged = {
  readonly kind: 'flag' | 'suspension';
  readonly certificateId: string;
  readonly flagId?: string;
};

const REASON = { reason: 'Written while the server is about to be killed.' };

export async function writeFlag(url: string, certificateId: string): Promise<Acknowledged> {
  const body = await post(`${url}/certsvc/v1/certificates/${certificateId}/flag`, {
    walletAddress: `0x${randomBytes(20).toString('hex')}`,
    category: 'OTHER',
    description: `Written while the server is about to be killed: ${randomUUID()}.`,
  });
  return { kind: 'flag', certificateId, flagId: Flag.parse(body).id };
}

export async function writeSuspension(url: string, certificateId: string): Promise<Acknowledged> {
  const operator = { authorization: `Bearer ${SERVER_PROCESS_KEY}` };
  await post(`${url}/api/v1/operator/certificates/${certificateId}/suspend`, REASON, operator);
  return { kind: 'suspension', certificateId };
}

async function post(url: string, body: unknown, credential: Record<string, string> = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...credential };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}

/** Lists the acknowledged writes that are missing from the server at this address. */
export async function findLostWrites(url: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const flagged = new Set(acknowledged.flatMap(({ kind, certificateId }) => (kind === 'flag' ? [certificateId] : [])));
  const flags = new Set<string | undefined>();
  for (const id of flagged) for (const flagId of await listFlags(url, id)) flags.add(flagId);
  const lost: string[] = [];
  for (const { kind, certificateId, flagId } of acknowledged) {
    const isThere = kind === 'flag' ? flags.has(flagId) : await isSuspended(url, certificateId);
    if (!isThere) lost.push(`${kind} ${flagId ?? certificateId}`);
  }
  return lost;
}

async function listFlags(url: string, id: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? 'limit=100' : `limit=100&cursor=${cursor}`;
    const response = await fetch(`${url}/api/v1/public/certificates/${id}/flags?${query}`);
    const page = listOf(PublicFlag).parse(await response.json());
    found.push(...page.items.map((flag) => flag.id));
    cursor = page.nextCursor;
  }
  return found;
}

async function isSuspended(url: string, id: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/public/certificates/${id}/live-status`);
  const { status, history } = LiveStatus.parse(await response.json());
  return status === 'SUSPENDED' && history.at(-1)?.status === 'SUSPENDED';
}
