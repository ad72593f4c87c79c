import {
  Assignment,
  AssignmentBundle,
  listOf,
  Requirements,
  Track,
  Validator,
  type VerdictValue,
} from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { borrowAudit } from '../../testing/shared-audit.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Agent, activation, castVote, newAgent } from '../../testing/validator-agent.ts';

const START_MS = 60_000;
const TRACK_MS = 240_000;
/** A family of the engine for each track. */
const FAMILY = { SKILL: 'instruction', API: 'api', TOOL: 'tool', CONTRACT: 'contract' } as const;
const ENTRY = { SKILL: /^SKILL\.md$/, API: /openapi\.json$/, TOOL: /^\w+\.json$/, CONTRACT: /\.sol$/ } as const;

let server: TestServer;
const engine = borrowAudit();
beforeAll(async () => {
  // Without a worker, which would calibrate beside the sweeps of the tests and review every case a second time.
  server = await startTestServer();
}, START_MS);
afterAll(async () => {
  engine.stop();
  await server.close();
});

const validatorOf = async (agent: Agent): Promise<Validator> => Validator.parse((await agent.get('/validator')).body);

/** An activated remote validator with its calibration cases. */
async function seated(track: Track): Promise<{ agent: Agent; items: readonly Assignment[] }> {
  const agent = await newAgent(server, 1_000n);
  const asked = activation({ tracks: [track], mode: 'REMOTE', family: 'some model' });
  expect(await agent.post('/activate', asked)).toMatchObject({ status: 202 });
  await server.app.validators.sweep();
  const { body } = await agent.get('/assignments?state=ASSIGNED&limit=50');
  return { agent, items: listOf(Assignment).parse(body).items };
}

/** The verdict of an agent that runs the engine on the downloaded bundle. */
async function judge(agent: Agent, { id, productType, manifest, entry }: Assignment): Promise<VerdictValue> {
  const { files } = AssignmentBundle.parse((await agent.get(`/assignments/${id}/bundle`)).body);
  const { report } = await engine.audit(
    {
      productType,
      manifest,
      declaredEndpoints: manifest.declaredEndpoints,
      files: files.map(({ path, contentBase64 }) => ({ path, bytes: Buffer.from(contentBase64, 'base64') })),
      source: { url: '', ref: '', entry },
    },
    { isSandboxed: false, isPatient: true },
  );
  return report.reviewResult === 'UNSAFE' ? 'UNSAFE' : 'SAFE';
}

describe.each(Track.options)('on the track %s', (track) => {
  it(
    'a hosted validator is calibrated by generated cases, and becomes active',
    async () => {
      const agent = await newAgent(server, 1_000n);
      await agent.post('/activate', activation({ tracks: [track], family: FAMILY[track] }));
      await server.app.validators.sweep();

      expect(await validatorOf(agent)).toMatchObject({
        state: 'ACTIVE',
        tracks: [track],
        calibration: [{ track, state: 'PASSED', correct: 10, of: 10 }],
        reputation: [{ track, scoreBp: null, cases: 0 }],
      });
    },
    TRACK_MS,
  );

  it(
    'a remote validator reviews ten cases of that product type, and becomes active after right answers',
    async () => {
      const { agent, items } = await seated(track);

      expect(items).toHaveLength(10);
      for (const item of items) {
        expect(item).toMatchObject({
          kind: 'CALIBRATION',
          productType: track,
          entry: expect.stringMatching(ENTRY[track]),
        });
        const { revealed } = await castVote(agent, item, await judge(agent, item));
        expect(revealed).toMatchObject({ status: 200, body: { state: 'REVEALED' } });
      }

      expect(await validatorOf(agent)).toMatchObject({
        state: 'ACTIVE',
        calibration: [{ track, state: 'PASSED', correct: 10, of: 10 }],
      });
    },
    TRACK_MS,
  );

  it.each(['SAFE', 'UNSAFE'] as const)(
    'a remote validator that always says %s fails, and gets its stake back',
    async (verdict) => {
      const { agent, items } = await seated(track);

      for (const item of items) await castVote(agent, item, verdict);

      expect(await validatorOf(agent)).toMatchObject({
        state: 'INACTIVE',
        stake: 0n,
        calibration: [{ track, state: 'FAILED', correct: 5, of: 10 }],
      });
    },
    TRACK_MS,
  );
});

describe('a validator of several tracks', () => {
  it(
    'passes a calibration for each track, and the requirements show them',
    async () => {
      const agent = await newAgent(server, 1_000n);
      const asked = activation({ tracks: ['SKILL', 'API', 'SKILL'], family: 'instruction' });
      expect(await agent.post('/activate', asked)).toMatchObject({ status: 202, body: { tracks: ['SKILL', 'API'] } });
      await server.app.validators.sweep();

      expect(await validatorOf(agent)).toMatchObject({
        state: 'ACTIVE',
        calibration: [
          { track: 'API', state: 'PASSED' },
          { track: 'SKILL', state: 'PASSED' },
        ],
      });
      const { items } = Requirements.parse((await agent.get('/activation-requirements')).body);
      expect(items.find(({ code }) => code === 'CALIBRATION')).toMatchObject({
        current: 'API 10 of 10, SKILL 10 of 10',
        met: true,
      });
    },
    TRACK_MS,
  );

  it('that is hosted needs a family that reviews all of them', async () => {
    const agent = await newAgent(server, 1_000n);

    const answer = await agent.post('/activate', activation({ tracks: ['SKILL', 'CONTRACT'], family: 'instruction' }));

    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            pointer: '/family',
            detail:
              'a hosted validator of SKILL, CONTRACT is of one of these families: code-taint, supply-chain, sandbox',
          },
        ],
      },
    });
  });
});
