import { randomUUID } from 'node:crypto';
import {
  AssignmentId,
  Hash32,
  type ReportedFinding,
  type Track,
  toCommitment,
  type VerdictValue,
} from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { createMarkBooks, ISSUE, stakeOf } from '../modules/purse/index.ts';
import { addDistinguishingAnswers, type Known } from './canary-records.ts';
import { startCouncilServer } from './council.ts';
import { clientWith } from './developer.ts';
import type { Answer, TestServer } from './test-server.ts';

export type RemoteValidator = Awaited<ReturnType<typeof activateRemote>>;
export type Vote = { verdict: VerdictValue; findings?: readonly ReportedFinding[] };

const STAKE = 1_000_000_000n;
const SALT = Hash32.parse(`0x${'5a'.repeat(32)}`);

const FAMILIES = ['family-u', 'family-v', 'family-x', 'family-y'];
const OF_EACH = 2;

/** The tracks of the remote validators, and the only family of built-ins that stays active. */
type CouncilOf = { readonly tracks: readonly Track[]; readonly builtIn: string };
const SKILLS: CouncilOf = { tracks: ['SKILL'], builtIn: 'instruction' };

/**
 * A council of twelve validators: the four built-ins of one family and two remote ones of each of four others, with a
 * record on canaries that distinguishes them. A panel of five has at most two built-ins, so at least three of its seats
 * are remote, whatever the beacon or the seed.
 */
export async function startRemoteCouncil(of: CouncilOf = SKILLS) {
  const server = await startCouncilServer();
  return { server, remotes: await seatRemotes(server, of) };
}

/** The same council on a running server. */
export async function seatRemotes(
  server: TestServer,
  { tracks, builtIn }: CouncilOf = SKILLS,
): Promise<ReadonlyMap<string, RemoteValidator>> {
  await server.database.pool.query("UPDATE validators SET state = 'INACTIVE' WHERE family <> $1", [builtIn]);
  const remotes = new Map<string, RemoteValidator>();
  const { rows } = await server.database.pool.query('SELECT id FROM validators WHERE family = $1 LIMIT 1', [builtIn]);
  const known: Known[] = [{ id: rows[0].id, family: builtIn, mode: 'HOSTED' }];
  for (const family of FAMILIES) {
    for (let n = 0; n < OF_EACH; n++) {
      const remote = await activateRemote(server, family, tracks);
      remotes.set(remote.id, remote);
      known.push({ id: remote.id, family, mode: 'REMOTE' });
    }
  }
  await addDistinguishingAnswers(server.database, known, server.clock.now(), tracks);
  return remotes;
}

/** An active remote validator with the key of its actor. */
async function activateRemote(server: TestServer, family: string, tracks: readonly Track[]) {
  const actorId = randomUUID();
  const id = `remote-${actorId.slice(0, 8)}`;
  const walletAddress = createTestWallet(actorId).address;
  const since = server.clock.now();
  const books = createMarkBooks({
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    clock: server.clock,
  });
  await server.app.inTransaction(async (tx) => {
    await tx.validators.insertAll([
      {
        id,
        actorId,
        wallet: walletAddress,
        name: id,
        family,
        mode: 'REMOTE',
        builtIn: false,
        tracks: [...tracks],
        state: 'ACTIVE',
        entryStake: STAKE,
        measuredSince: since,
        unbondingUntil: null,
        since,
      },
    ]);
    const ref = { type: 'validator', id };
    await books.bookIn(tx, {
      kind: 'stake',
      ref,
      moves: [{ from: ISSUE, to: stakeOf(actorId), amount: STAKE }],
    });
  });
  const { apiKey } = await server.app.credentials.mintApiKey({ actorId, walletAddress });
  const client = clientWith(server, apiKey);
  const at = (seatId: string) => `/certsvc/v1/assignments/${seatId}`;
  const toBody = ({ verdict, findings = [] }: Vote) => ({
    verdict,
    severity: 'HIGH' as const,
    findings: [...findings],
    salt: SALT,
  });

  return {
    id,
    apiKey,
    ...client,
    read: (seatId: string): Promise<Answer> => client.get(at(seatId)),
    commit(seatId: string, vote: Vote): Promise<Answer> {
      const sealed = { assignmentId: AssignmentId.parse(seatId), validatorId: id, ...toBody(vote) };
      return client.post(`${at(seatId)}/commit`, { commitment: toCommitment(sealed) });
    },
    reveal: (seatId: string, vote: Vote): Promise<Answer> => client.post(`${at(seatId)}/reveal`, toBody(vote)),
  };
}
