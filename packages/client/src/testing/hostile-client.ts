import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../client.ts';
import { type HostileService, json, type Reply, startHostileService } from './hostile-service.ts';
import { toToken } from './sealed-log.ts';
import { ID, keyText, NOW, SIGNER, sealSkill, toEntry, toFeed } from './sealed-skill.ts';
import { toRoot } from './trust-roots.ts';

export const SKILL = sealSkill();
export const ENTRY = toEntry(SKILL);
export const PATHS = {
  verify: '/verify',
  integrity: '/source-integrity',
  feed: '/skill-store',
  root: '/trust-root.json',
  statement: '/statement',
  record: `/certificates/${ID}`,
  status: '/status-token',
} as const;

/** A current token for the nonce of the request. */
export const signStatus =
  (
    claims: object = {},
    ...signing: Parameters<typeof toToken> extends [unknown?, ...infer Rest] ? Rest : never
  ): Reply =>
  (response, request) => {
    const nonce = new URL(request.url ?? '/', 'http://x').searchParams.get('nonce');
    json({ token: toToken({ nonce, ...claims }, ...signing), expiresAt: '2026-06-01T12:15:00.000Z' })(
      response,
      request,
    );
  };

/** Sets up an honest service before every test. The test then falsifies one answer. */
export function useHostileService() {
  let service: HostileService;
  beforeAll(async () => {
    service = await startHostileService();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.reset();
    service.on(PATHS.record, json(SKILL.sealed));
    service.on(PATHS.verify, json(SKILL.record));
    service.on(PATHS.integrity, json(SKILL.integrity));
    service.on(PATHS.statement, json(SKILL.envelope));
    service.on(PATHS.status, signStatus());
    service.on(PATHS.feed, json(toFeed([ENTRY])));
    service.on(PATHS.root, json(toRoot()));
  });
  const connect = (options: Partial<ClientOptions> = {}): Client =>
    createClient({
      baseUrl: service.baseUrl,
      trust: { keys: [keyText(SIGNER)] },
      now: () => NOW,
      attempts: 2,
      wait: async () => undefined,
      ...options,
    });
  return { connect, service: () => service };
}

/** The code of the refusal, or `accepted`. */
export const refusal = async (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  );
