/** Data and requests of a released version, kept so that tests can check that later versions accept them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProofBundle } from '@assay/protocol';
import { issueCertificate } from './certificate-builder.ts';
import { type ChainServer, startChainServer } from './chain-server.ts';
import { registerDeveloper } from './developer.ts';
import { openInstallMachine, SKILL } from './install-machine.ts';
import { startWitness, TEST_ORIGIN } from './log-witness.ts';
import { startTestServer } from './test-server.ts';

/** A client request and its answer. `{name}` in a path or body is replaced by an id of the current run. */
export type Call = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly as: 'dev' | null;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
};
export type Proof = {
  /** The creation time, at which proofs are checked. */
  readonly at: string;
  readonly certificateId: string;
  readonly origin: string;
  readonly witness: string;
  readonly files: Readonly<Record<string, string>>;
  readonly trustRoot: unknown;
  readonly bundle: ProofBundle;
};

const folderOf = (version: string): string => new URL(`./fixtures/${version}/`, import.meta.url).pathname;
export const readFixture = (version: string, name: string): string =>
  readFileSync(join(folderOf(version), name), 'utf8');
export const writeFixture = (version: string, name: string, text: string): void =>
  writeFileSync(join(folderOf(version), name), text);

/** Sends the requests of earlier clients to the current service and returns its answers. */
export async function replayCalls(calls: readonly Call[]): Promise<Call[]> {
  // Without a worker nothing is anchored, so every run gives the same states.
  const house = await startChainServer({ env: { ASSAY_ROLES: 'api' } });
  try {
    return await sendAll(house, calls);
  } finally {
    await house.close();
  }
}

async function sendAll({ server }: ChainServer, calls: readonly Call[]): Promise<Call[]> {
  const developer = await registerDeveloper(server, 'fixture@example.org');
  const certificate = await issueCertificate(server, { name: 'tides', owner: `account:${developer.accountId}` });
  await server.published();
  const { body } = await server.get(`/api/v1/public/certificates/${certificate}/verify`);
  const ids: Record<string, string> = { certificate, bundleSha256: (body as { bundleSha256: string }).bundleSha256 };
  const fill = (text: string) =>
    text.replaceAll(/\{(certificate|bundleSha256)\}/g, (_, name: string) => ids[name] ?? '');
  const answered: Call[] = [];
  for (const call of calls) {
    const headers = {
      ...(call.as === 'dev' ? developer.headers : {}),
      ...(call.body === null ? {} : { 'content-type': 'application/json' }),
    };
    const sent = call.body === null ? undefined : fill(JSON.stringify(call.body));
    const { status, body: answer, text } = await server.request(call.method, fill(call.path), headers, sent);
    answered.push({ ...call, status, answer: answer ?? text.slice(0, 80) });
  }
  return answered;
}

/** A proof bundle of the current version, with a witness and its own skill. */
export async function makeProof(): Promise<Proof> {
  const witness = await startWitness('witness.example/fixtures');
  const server = await startTestServer({ env: { LOG_WITNESSES: JSON.stringify([witness.entry]) } });
  try {
    const certificateId = await issueCertificate(server, { name: 'minutes', files: SKILL });
    await server.app.transparency.publisher.work();
    const read = async (path: string) => (await server.get(path)).body;
    return {
      at: server.clock.now().toISOString(),
      certificateId,
      origin: TEST_ORIGIN,
      witness: witness.verifierKey,
      files: SKILL,
      trustRoot: await read('/.well-known/trust-root.json'),
      bundle: (await read(`/api/v1/public/certificates/${certificateId}/proof-bundle`)) as ProofBundle,
    };
  } finally {
    await server.close();
    await witness.close();
  }
}

/** A lock file of the current version, and its report about the installed skill. */
export async function makeLockAndReport(): Promise<{ lock: string; report: string }> {
  const machine = await openInstallMachine();
  try {
    const { commit } = await machine.certify('acme/locked', SKILL);
    const project = machine.openProject('.claude');
    const added = await project.add(`acme/locked@${commit}`, '--yes');
    if (added.code !== 0) throw new Error(added.stderr);
    const { stdout } = await project.run(['scan', '.claude/skills/minutes', '--json', '--no-reader']);
    return { lock: readFileSync(join(project.path, 'assay.lock'), 'utf8'), report: stdout };
  } finally {
    await machine.close();
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
/** Members that depend on the progress of the chain. */
const MOVING = /\/onChain\/\w+$/;
/** Values of closed lists, such as states and codes: the same request gets the same value. */
const WORD = /^[A-Z]+(_[A-Z]+)*$/;

/** Places where `after` lacks what a reader of `before` relied on. Added members do not count. */
export function findBreaks(before: unknown, after: unknown, place = ''): string[] {
  if (before === null || MOVING.test(place)) return [];
  if (kindOf(before) !== kindOf(after)) return [`${place}: ${kindOf(before)} became ${kindOf(after)}`];
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length === 0) return [];
    return after.length === 0 ? [`${place}: became empty`] : findBreaks(before[0], after[0], `${place}/0`);
  }
  if (isRecord(before) && isRecord(after)) {
    return Object.entries(before).flatMap(([name, value]) =>
      Object.hasOwn(after, name)
        ? findBreaks(value, after[name], `${place}/${name}`)
        : [`${place}/${name}: is missing`],
    );
  }
  const isWord = typeof before === 'string' && WORD.test(before);
  return isWord && before !== after ? [`${place}: ${before} became ${String(after)}`] : [];
}
