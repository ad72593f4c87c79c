import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, redactConfig, VARIABLES } from './config.ts';

const GOD_API_KEY = 'an-administrative-key-of-32-signs';
const SIGNING_KEY = '07'.repeat(32);

describe('the configuration', () => {
  it('requires no variable for a first run', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicBaseUrl: 'http://127.0.0.1:8080',
      devPortalUrl: 'http://127.0.0.1:8080',
      roles: ['api', 'worker', 'world'],
      mounts: { apiPrefix: '/api/v1', playerPrefix: '/certsvc/v1' },
      godApiKey: undefined,
      rateLimits: {},
    });
  });

  it('keeps features that need a database session away from a pooler', () => {
    const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://pooler/assay', 'postgres://db/assay'];

    expect(readConfig({ DATABASE_URL, SIGNING_KEY })).toMatchObject({
      databaseUrl: DATABASE_URL,
      pooledUrl: undefined,
    });
    expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, SIGNING_KEY })).toMatchObject({
      databaseUrl: DATABASE_DIRECT_URL,
      pooledUrl: DATABASE_URL,
    });
  });

  it.each(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('refuses %s without DATABASE_URL', (name) => {
    expect(() => readConfig({ [name]: 'postgres://db/assay' })).toThrow(`${name} also needs DATABASE_URL.`);
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', GOD_API_KEY: '', PUBLIC_BASE_URL: '' })).toMatchObject({ port: 8080 });
  });

  it('normalises base URLs without a trailing slash', () => {
    expect(readConfig({ PUBLIC_BASE_URL: 'https://assay.example//' }).publicBaseUrl).toBe('https://assay.example');
  });

  it.each([
    ['PORT', 'http'],
    ['TWO_PERSON_HOURS', '721'],
    ['OIDC_ISSUER', 'provider.example'],
    ['OIDC_CLAIM', 'e mail'],
    ['PORT', '65536'],
    ['HOST', 'no such host'],
    ['HOST', 'http://127.0.0.1'],
    ['TRUST_PROXY', 'the-proxy'],
    ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '::/129'],
    ['PUBLIC_BASE_URL', 'assay.example'],
    ['PUBLIC_BASE_URL', 'ftp://assay.example'],
    ['PUBLIC_BASE_URL', 'https://assay.example/?a=b'],
    ['PUBLIC_BASE_URL', 'https://me:secret@assay.example'],
    ['DEV_PORTAL_URL', 'portal'],
    ['DOCS_URL', 'docs'],
    ['SIGNING_KEY', 'not a key'],
    ['SIGNING_KEY', '07'.repeat(31)],
    ['FETCH_ALLOW_HOSTS', 'https://github.com'],
    ['FETCH_ALLOW_HOSTS', ','],
    ['CHAIN_PRIVATE_KEY', `0x${'00'.repeat(32)}`],
    ['CHAIN_PRIVATE_KEY', `0x${'ff'.repeat(32)}`],
    ['FACILITATOR_URL', 'facilitator'],
    ['SMTP_URL', 'http://mail.example'],
    ['EMBEDDED_CHAIN_ID', '0'],
    ['CHAIN_BATCH_ABOVE', '0'],
    ['DATABASE_URL', 'mysql://localhost/assay'],
    ['DATABASE_DIRECT_URL', 'localhost'],
    ['DATABASE_READ_URL', 'http://localhost/assay'],
    ['DATABASE_READ_MAX_LAG_MS', '499'],
    ['ASSAY_ROLES', 'api,cook'],
    ['ASSAY_ROLES', ','],
    ['GOD_API_KEY', 'too-short'],
    ['API_PREFIX', 'api'],
    ['API_PREFIX', '/api/'],
    ['RATE_LIMITS', 'none'],
    ['RATE_LIMITS', '{"public":{"requests":0,"windowSeconds":60}}'],
    ['RATE_LIMITS', '{"unheard-of":{"requests":1,"windowSeconds":60}}'],
    ['API_DISCLAIMER', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('names the invalid variable: %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('never repeats an invalid secret', () => {
    for (const name of ['SIGNING_KEY', 'CHAIN_PRIVATE_KEY', 'GOD_API_KEY'])
      expect(() => readConfig({ [name]: 'hush-hush' })).not.toThrow('hush-hush');
  });

  it('accepts addresses and networks of proxies', () => {
    const TRUST_PROXY = '127.0.0.1, 10.0.0.0/8, ::1, fd00::/8';

    expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
  });

  it('names every invalid variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/);
  });

  it('names conflicts beside invalid variables', () => {
    const env = {
      PORT: 'x',
      DATABASE_URL: 'postgres://db.example/assay',
      ASSAY_ROLES: 'api',
      CHAIN_RPC_URL: 'https://node',
    };

    expect(() => readConfig(env)).toThrow(/PORT: [\s\S]*SIGNING_KEY is required[\s\S]*CHAIN_RPC_URL also needs/);
  });

  it('refuses a separate API process with an embedded chain that it cannot reach', () => {
    const env = { DATABASE_URL: 'postgres://db.example/assay', SIGNING_KEY };

    expect(() => readConfig({ ...env, ASSAY_ROLES: 'api' })).toThrow(/ASSAY_ROLES.* needs CHAIN_RPC_URL/);
    expect(readConfig({ ...env, ASSAY_ROLES: 'world' }).roles).toEqual(['world']);
    expect(readConfig({ ...env, ASSAY_ROLES: 'api,worker' }).roles).toEqual(['api', 'worker']);
  });

  it('requires one signing key for all nodes of an external database', () => {
    const DATABASE_URL = 'postgres://assay@db.example/assay';

    expect(() => readConfig({ DATABASE_URL })).toThrow(/SIGNING_KEY is required/);
    expect(readConfig({ DATABASE_URL, SIGNING_KEY }).databaseUrl).toBe(DATABASE_URL);
  });

  it('requires a base URL when the port is arbitrary', () => {
    expect(() => readConfig({ PORT: '0' })).toThrow(/PUBLIC_BASE_URL/);
    expect(readConfig({ PORT: '0', PUBLIC_BASE_URL: 'http://assay.localhost' }).port).toBe(0);
  });

  it('derives a new policy version from a changed disclaimer', () => {
    const [one, same, other] = [
      readConfig({}),
      readConfig({}),
      readConfig({ API_DISCLAIMER: 'Another text of the policy.' }),
    ];

    expect(one.policy.version).toBe(same.policy.version);
    expect(one.policy.version).not.toBe(other.policy.version);
    expect(readConfig({ POLICY_VERSION: '2026-11' }).policy.version).toBe('2026-11');
  });
});

describe('the printed configuration', () => {
  it.each([
    'postgres://assay:p%40ss-word@db.example:5432/assay',
    'postgres://assay:pass-word@more@db.example/assay',
    'postgres://db.example/assay?user=assay&password=pass-word',
  ])('shows no secret: %s', (DATABASE_URL) => {
    const printed = JSON.stringify(redactConfig(readConfig({ GOD_API_KEY, SIGNING_KEY, DATABASE_URL })));

    for (const secret of [GOD_API_KEY, SIGNING_KEY, 'ss-word', 'more']) expect(printed).not.toContain(secret);
    expect(printed).toContain('db.example');
    expect(printed).toContain('[set, not shown]');
  });
});

describe("the operator's guide", () => {
  it('explains every variable that is read, and no other', () => {
    const guide = readFileSync(new URL('../../../docs/guides/operators.md', import.meta.url), 'utf8');
    const firstCells = [...guide.matchAll(/^\| (`[A-Z][^|]*`) \|/gm)].map(([, cell = '']) => cell);
    const explained = firstCells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));

    expect(explained.toSorted()).toEqual(VARIABLES.toSorted());
  });
});

describe('the operator sign-in', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'assay' };

  it('requires issuer and client, and prints no secret', () => {
    const config = readConfig({ ...oidc, OIDC_CLIENT_SECRET: 'a-secret-of-the-client' });

    expect(config.oidc).toEqual({ issuer: 'https://id.example', clientId: 'assay', claim: 'email' });
    expect(JSON.stringify(redactConfig(config))).not.toContain('a-secret');
    expect(readConfig({}).oidc).toBeUndefined();
    expect(() => readConfig({ OIDC_ISSUER: oidc.OIDC_ISSUER })).toThrow('belong together');
    expect(() => readConfig({ OIDC_CLIENT_ID: 'assay' })).toThrow('belong together');
  });

  it('uses http on loopback only', () => {
    const plain = { ...oidc, OIDC_ISSUER: 'http://127.0.0.1:9000' };

    expect(readConfig(plain).oidc?.issuer).toBe(plain.OIDC_ISSUER);
    expect(() => readConfig({ ...plain, PUBLIC_BASE_URL: 'https://assay.example' })).toThrow('https address');
    expect(() => readConfig({ ...oidc, OIDC_ISSUER: 'http://id.example' })).toThrow('https address');
  });
});

describe('a public service', () => {
  const LOCAL = [
    { HOST: '127.0.0.1' },
    { HOST: '127.8.8.8' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { PUBLIC_BASE_URL: 'http://localhost:8080' },
    { PUBLIC_BASE_URL: 'http://[::1]:8080' },
    { PUBLIC_BASE_URL: 'http://127.1:8080' },
    { PUBLIC_BASE_URL: 'http://assay.localhost' },
  ];
  const SERVED = [
    { HOST: '0.0.0.0' },
    { HOST: '10.0.0.1' },
    { HOST: '::' },
    { HOST: '::ffff:127.0.0.1' },
    { HOST: '127.0.0.1.example.com' },
    { HOST: '0.0.0.0', PUBLIC_BASE_URL: 'http://127.0.0.1:8080' },
    { HOST: '0.0.0.0', PUBLIC_BASE_URL: 'http://localhost:8080' },
    { PUBLIC_BASE_URL: 'https://assay.example' },
    { PUBLIC_BASE_URL: 'http://assay.test' },
    { PUBLIC_BASE_URL: 'http://192.168.0.7:8080' },
    { PUBLIC_BASE_URL: 'http://localhost.assay.example' },
    { HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' },
    { PUBLIC_BASE_URL: 'http://localhost:8080', TRUST_PROXY: '10.0.0.0/8' },
  ];

  it.each(SERVED)('is detected with %o, and refuses every trial feature', (env) => {
    expect(readConfig(env)).toMatchObject({ isPublicService: true, hasDemonstration: false, unread: 'refuse' });
    expect(() => readConfig({ ...env, RATE_LIMITS: 'off' })).toThrow(/RATE_LIMITS=off.*PUBLIC_BASE_URL/);
    expect(() => readConfig({ ...env, WEBHOOK_ALLOW_LOOPBACK: '1' })).toThrow(/WEBHOOK_ALLOW_LOOPBACK=1.*TRUST_PROXY/);
  });

  it.each(LOCAL)('is not detected with %o', (env) => {
    const config = readConfig({ ...env, RATE_LIMITS: 'off', WEBHOOK_ALLOW_LOOPBACK: '1' });

    expect(config).toMatchObject({
      isPublicService: false,
      hasDemonstration: true,
      unread: 'certify',
      rateLimits: 'off',
    });
  });
});

describe('the readers', () => {
  const MODELS = JSON.stringify([
    { name: 'one', endpoint: 'https://models.example.com/v1', model: 'm', family: 'f', keyVariable: 'ONE_KEY' },
  ]);
  const PUBLIC = { PUBLIC_BASE_URL: 'https://assay.example' };
  const GOD_API_KEY = 'x'.repeat(32);

  it.each([
    ['a first run', {}, 'certify'],
    ['loopback by name', { PUBLIC_BASE_URL: 'http://localhost:8080' }, 'certify'],
    ['loopback by its other address', { PUBLIC_BASE_URL: 'http://[::1]:8080' }, 'certify'],
    ['a public service with an operator', { ...PUBLIC, GOD_API_KEY }, 'person'],
    ['a public service with nobody', PUBLIC, 'refuse'],
    ['a public service that may', { ...PUBLIC, ALLOW_UNREAD_INSTRUCTIONS: '1' }, 'certify'],
    ['models, wherever they run', { ASSAY_MODELS: MODELS, ONE_KEY: 'secret' }, 'person'],
  ])('%s: an unread product is handled as %s', (_name, env, expected) => {
    expect(readConfig(env).unread).toBe(expected);
  });

  it('keep their keys out of the printed configuration', () => {
    const config = readConfig({ ASSAY_MODELS: MODELS, ONE_KEY: 'sk-very-secret' });

    expect(config.models).toMatchObject([{ config: { name: 'one' }, key: 'sk-very-secret' }]);
    expect(JSON.stringify(redactConfig(config))).not.toContain('sk-very-secret');
  });

  it.each([
    ['no list', { ASSAY_MODELS: '[{' }],
    ['a missing file', { ASSAY_MODELS: '/nonexistent/models.json' }],
    ['a key that is not there', { ASSAY_MODELS: MODELS }],
  ])('refuse %s with the name of the variable', (_name, env) => {
    expect(() => readConfig(env)).toThrow(/ASSAY_MODELS/);
  });
});
