import { randomBytes } from 'node:crypto';
import { Catalog, canonicalBytes, Draft, Submission, SubmissionAccepted, sha256Hex } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, newBuyer } from '../../testing/buyer.ts';
import { type ChainServer, chainEnv, chainOpen, startChainServer } from '../../testing/chain-server.ts';
import { clientWith, DEV, registerDeveloper } from '../../testing/developer.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { createSubmitter } from '../../testing/submitter.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const NEAR = { name: 'near', endpoint: 'http://127.0.0.1:9/v1', model: 'small-1', family: 'example' };
const FAR = { name: 'far', endpoint: 'https://models.example/v1', model: 'large-1', family: 'other' };
const modelsEnv = (...models: object[]) => ({ ASSAY_ROLES: 'api', ASSAY_MODELS: JSON.stringify(models) });
const SHOWN = { name: 'near', model: 'small-1', recipient: 'this service' };

let house: ChainServer;
let buyer: Buyer;
let wallet: Awaited<ReturnType<ChainServer['chain']['newAccount']>>;
/** The same service after its operator added a provider. */
let changed: TestServer;
beforeAll(async () => {
  house = await startChainServer({ env: modelsEnv(NEAR) });
  buyer = await newBuyer(house.server);
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
  const { database, clock } = house.server;
  changed = await startTestServer({
    database,
    clock,
    env: { ...chainEnv(house.chain, house.rpc.url), ...modelsEnv(NEAR, FAR) },
  });
  await chainOpen(changed);
}, 120_000);
afterAll(async () => {
  await changed.close();
  await house.close();
});

const { newSkill, send, pay } = createSubmitter(() => ({ house, buyer, wallet }));
const readCatalog = async (server: TestServer) => Catalog.parse((await server.get(`${DEV}/catalog`)).body);

async function submitted(more: object = {}) {
  const asked = { ...newSkill(), ...more };
  const { submissionId } = SubmissionAccepted.parse((await pay(asked, await send(asked))).body);
  const { body } = await house.server.get(`/certsvc/v1/submissions/${submissionId}`, buyer.headers);
  return Submission.parse(body).readerConsent;
}

describe('the consent of a submitter', () => {
  it('is to the models in the catalog, whose digest anyone can compute', async () => {
    const { readers, readersSha256 } = await readCatalog(house.server);

    expect(readers).toEqual([SHOWN]);
    expect(readersSha256).toBe(sha256Hex(canonicalBytes(readers)));
  });

  it('is explicit if the submission names the list that was shown', async () => {
    const { readersSha256 } = await readCatalog(house.server);

    expect(await submitted({ readersSha256 })).toMatchObject({ readers: [SHOWN], isExplicit: true });
  });

  it('is to the list of that time if the submission names none', async () => {
    expect(await submitted()).toMatchObject({ readers: [SHOWN], isExplicit: false });
  });

  it('is to no model if only people may read it', async () => {
    expect(await submitted({ readers: 'PEOPLE_ONLY' })).toMatchObject({ readers: [], isExplicit: true });
  });

  it('is refused before any payment if another model reads now', async () => {
    const { readersSha256 } = await readCatalog(house.server);
    const asked = { ...newSkill(), readersSha256 };

    for (const path of ['/certsvc/v1/submissions/validate', '/api/v1/certsvc/submit'])
      expect(await changed.post(path, asked, buyer.headers)).toMatchObject({
        status: 409,
        body: { code: 'readers_changed', next: { method: 'GET', href: `${DEV}/catalog` } },
      });
    const { readersSha256: current } = await readCatalog(changed);
    const agreed = { ...newSkill(), readersSha256: current };
    expect(await changed.post('/certsvc/v1/submissions/validate', agreed, buyer.headers)).toMatchObject({
      status: 200,
    });
  });

  it('can be renewed in a draft', async () => {
    const { token } = await registerDeveloper(house.server, `draft-${randomBytes(4).toString('hex')}@example.org`);
    const [before, after] = [house.server, changed].map((server) => clientWith(server, token));
    const { readersSha256 } = await readCatalog(house.server);
    const body = { productType: 'SKILL', skillMdContent: benignSkill('draft'), name: 'draft', readersSha256 };
    const { id, revision } = Draft.parse((await before?.post(`${DEV}/drafts`, body))?.body);

    expect(await after?.post(`${DEV}/drafts/${id}/quote`)).toMatchObject({ status: 409 });
    const { readersSha256: current } = await readCatalog(changed);
    await after?.post(`${DEV}/drafts/${id}`, { revision, readers: null, readersSha256: current });
    expect(await after?.post(`${DEV}/drafts/${id}/quote`)).toMatchObject({ status: 200 });
  });
});
