/**
 * Clients that public generators make from the served OpenAPI document compile without handwritten types and work against the service.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { INTENTS, toFlagMessage } from '@assay/protocol';
import { createClient as generateSdk } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from './testing/certificate-builder.ts';
import { type ChainServer, newBuyer, startChainServer } from './testing/chain-server.ts';
import { newWallet, signIn } from './testing/sign-in.ts';
import { smallWorld } from './testing/small-world.ts';
import { benignSkill } from './testing/submission-builder.ts';
import { signX402 } from './testing/x402-payment.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FIXTURES = new URL('./testing/fixtures/generated-clients/', import.meta.url);
/** Generation and compilation are slow on a busy machine. */
const GENERATED_MS = 300_000;

let house: ChainServer;
let folder: string;
beforeAll(async () => {
  const env = { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '200' };
  house = await startChainServer({ env, genesis: smallWorld(48) });
  folder = await mkdtemp(join(tmpdir(), 'assay-clients-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['given', 'openapi-fetch', 'hey-api'])
    await writeFile(join(folder, `${name}.ts`), await readFile(new URL(`${name}.ts.txt`, FIXTURES), 'utf8'));
}, GENERATED_MS);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await house.close();
});

const documentText = async () => (await house.server.get('/.well-known/openapi.json')).text;

/** Returns the compiler errors for a program under the strictest settings; empty when there are none. */
function complaintsAbout(file: string): string[] {
  const program = ts.createProgram([join(folder, file)], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText, file: at }) => `${at?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}

async function load(file: string): Promise<(given: object) => Promise<object>> {
  const bundle = await rolldown({ input: join(folder, file), platform: 'node', logLevel: 'silent' });
  const out = join(folder, file.replace('.ts', '.mjs'));
  await bundle.write({ file: out, format: 'esm' });
  await bundle.close();
  return ((await import(pathToFileURL(out).href)) as { run: (given: object) => Promise<object> }).run;
}

/** An agent with a token, a key, a balance and a certificate to verify. */
async function newGiven() {
  const { server, chain } = house;
  const [buyer, wallet, reporter] = [await newBuyer(server), newWallet(), newWallet()];
  const payer = await chain.newAccount({ usdc: 100_000_000n });
  const { body } = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
  const { apiKey, actor } = body as { apiKey: string; actor: { id: string } };
  const certificateId = await issueCertificate(server);
  await expect.poll(async () => (await server.get(`/api/v1/actors/${actor.id}`)).status, { timeout: 60_000 }).toBe(200);
  return {
    baseUrl: server.url,
    token: buyer.token,
    apiKey,
    actorId: actor.id,
    certificateId,
    skill: benignSkill(`skill-${randomUUID()}`),
    wallet: reporter.address,
    pay: async (accepts: { asset: string; payTo: string; amount: string }[], chainId: number) =>
      (await signX402({ chainId }, payer, { accepts })).header,
    signFlag: (report: { nonce: string }) =>
      reporter.sign(toFlagMessage({ certificateId, wallet: reporter.address, nonce: report.nonce, body: report })),
  };
}

async function expectWholeFlow(file: string): Promise<void> {
  expect(complaintsAbout(file)).toEqual([]);
  const run = await load(file);
  const given = await newGiven();

  const result = (await run(given)) as { accepted: unknown[] };

  expect(result).toMatchObject({
    asked: [402, expect.stringMatching(/^\d+$/), true],
    accepted: [202, expect.stringContaining('/certsvc/v1/submissions/'), expect.any(String)],
    state: expect.stringMatching(/^[A-Z_]+$/),
    valid: true,
    flag: [expect.any(Number), given.certificateId],
    intents: Object.keys(INTENTS).length,
    called: [200, { ok: true, result: { status: 'QUEUED' } }],
  });
  expect(result.accepted[1]).toBe(result.accepted[2]);
}

describe('a generated client submits, pays, verifies, flags and calls RPC', () => {
  it('by openapi-typescript with openapi-fetch', { timeout: GENERATED_MS }, async () => {
    const types = await openapiTS(await documentText(), { defaultNonNullable: false });
    await writeFile(join(folder, 'schema.ts'), astToString(types));

    await expectWholeFlow('openapi-fetch.ts');
  });

  it('by @hey-api/openapi-ts with generated functions', { timeout: GENERATED_MS }, async () => {
    await generateSdk({
      input: JSON.parse(await documentText()),
      output: join(folder, 'sdk'),
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    });

    await expectWholeFlow('hey-api.ts');
  });
});
