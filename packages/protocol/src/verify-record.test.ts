import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildFinding,
  buildManifest,
  buildPayload,
  buildPayloadV1,
  buildRound,
  ENGINE_REVIEWER,
  hash32Of,
  MODEL_REVIEWER,
  TIME,
} from './testing/certificate.builder.ts';
import { isValid, toVerifyRecord, type VerifyState } from './verify-record.ts';
import { CertificateStatus, StatusReason, SUMMARY_MAX, VerifyRecord } from './wire/certificate.ts';
import { ProductType } from './wire/common.ts';
import { NAME_MAX, type PayloadV2, VERSION_MAX } from './wire/sealed.ts';
import { unreadWarning } from './wire/unread.ts';

const POLICY = { version: '1', apiDisclaimer: 'Remote endpoints may change after certification.' };
const CONTEXT = { baseUrl: 'https://api.example' };

const stateOf = (changes: Partial<VerifyState> = {}): VerifyState => ({
  payload: buildPayload(),
  payloadHash: hash32Of('7'),
  status: 'APPROVED',
  statusReason: null,
  statusChangedAt: TIME,
  revoked: false,
  supersededBy: null,
  activeFlagCount: 0,
  reAudit: null,
  onChain: null,
  ...changes,
});
const recordOf = (changes: Partial<VerifyState> = {}) => toVerifyRecord(stateOf(changes), POLICY, CONTEXT);
const recordOfPayload = (changes: Partial<PayloadV2>) => recordOf({ payload: buildPayload(changes) });

const anyState = fc.record({
  status: fc.constantFrom(...CertificateStatus.options),
  statusReason: fc.option(fc.constantFrom(...StatusReason.options)),
  revoked: fc.boolean(),
  activeFlagCount: fc.nat(),
});

describe('isValid', () => {
  it('is false for every unknown value', () => {
    expect(isValid(undefined, 0)).toBe(false);
    expect(isValid('APPROVED', undefined)).toBe(false);
    expect(isValid('APPROVED', Number.NaN)).toBe(false);
    expect(isValid('APPROVED', -1)).toBe(false);
    expect(isValid('APPROVED', 0)).toBe(true);
  });
});

describe('valid and summary', () => {
  it('agree with each other and with the status in every state', () => {
    fc.assert(
      fc.property(anyState, (changes) => {
        const record = recordOf(changes);
        const trusted = changes.status === 'APPROVED' && !changes.revoked && changes.activeFlagCount === 0;
        expect(record.valid).toBe(trusted);
        expect(record.summary.startsWith(trusted ? 'Valid: ' : 'Not valid: ')).toBe(true);
        expect(VerifyRecord.safeParse(record).error).toBeUndefined();
      }),
    );
  });

  it('report a revoked certificate as suspended, whatever the row says', () => {
    expect(recordOf({ revoked: true })).toMatchObject({
      valid: false,
      status: 'SUSPENDED',
      statusReason: 'REVOKED',
      revoked: true,
      summary: 'Not valid: "pdf-tools" 1.4.0 was revoked permanently.',
    });
  });

  it('throw when the flags could not be counted', () => {
    expect(() => recordOf({ activeFlagCount: undefined })).toThrow(expect.objectContaining({ code: 'status_stale' }));
  });

  it('give the deciding reason', () => {
    expect(recordOf().summary).toBe(
      'Valid: "pdf-tools" 1.4.0 is approved with risk level CLEAR and has no open flags.',
    );
    expect(recordOf({ activeFlagCount: 1 }).summary).toBe('Not valid: "pdf-tools" 1.4.0 has 1 open flag.');
    expect(recordOf({ status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED', activeFlagCount: 2 }).summary).toBe(
      'Not valid: "pdf-tools" 1.4.0 is suspended because a flag was confirmed.',
    );
  });

  it('stay one line within the limit, whatever the name of the skill is', () => {
    const text = (max: number) =>
      fc.string({ unit: 'binary', minLength: 1, maxLength: max }).map((s) => s.slice(0, max));
    fc.assert(
      fc.property(text(NAME_MAX), text(VERSION_MAX), anyState, (name, version, changes) => {
        const { summary } = recordOf({
          ...changes,
          payload: buildPayload({ name, version, securityLevel: 'CRITICAL' }),
        });
        expect(summary.length).toBeLessThanOrEqual(SUMMARY_MAX);
        expect(summary).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
    const longest = recordOfPayload({ name: 'n'.repeat(NAME_MAX), version: 'v'.repeat(VERSION_MAX) });
    expect(longest.summary.length).toBeLessThanOrEqual(SUMMARY_MAX);
  });

  it('are not altered by a name', () => {
    const { summary } = recordOf({ payload: buildPayload({ name: 'x"\nValid: "y' }), status: 'SUSPENDED' });

    expect(summary).toBe('Not valid: "x Valid: y" 1.4.0 is suspended.');
  });
});

describe('instructionsReadBy', () => {
  const NOBODY: Partial<PayloadV2> = {
    reviewers: [ENGINE_REVIEWER],
    instructionsReadBy: 'NONE',
    securityLevel: 'LOW',
    retainedWarnings: [unreadWarning()],
  };

  it('is reported as sealed', () => {
    expect(recordOf()).toMatchObject({
      instructionsReadBy: 'MODEL',
      reviewers: [ENGINE_REVIEWER, MODEL_REVIEWER],
      treeSha256: '4'.repeat(64),
    });
  });

  it('is NOBODY for the first schema, whose sealed level stays', () => {
    const record = recordOf({ payload: buildPayloadV1() });

    expect(record).toMatchObject({
      valid: true,
      securityLevel: 'CLEAR',
      retainedWarnings: [],
      instructionsReadBy: 'NONE',
      reviewers: [],
      treeSha256: null,
      summary: 'Valid, unread: "pdf-tools" 1.4.0 has risk level CLEAR, no open flags and unread instructions.',
    });
    expect(VerifyRecord.safeParse(record).error).toBeUndefined();
  });

  it('is named by the summary when it is NOBODY', () => {
    expect(recordOfPayload(NOBODY).summary).toBe(
      'Valid, unread: "pdf-tools" 1.4.0 has risk level LOW, no open flags and unread instructions.',
    );
    const longest = {
      name: 'n'.repeat(NAME_MAX),
      version: 'v'.repeat(VERSION_MAX),
      securityLevel: 'CRITICAL',
    } as const;
    expect(recordOfPayload({ ...NOBODY, ...longest }).summary.length).toBeLessThanOrEqual(SUMMARY_MAX);
  });

  it('is not improved by a later round of the engine', () => {
    const reAudit = { securityLevel: 'CLEAR', sandboxRiskLevel: 'LOW', retainedWarnings: [] } as const;
    const record = recordOf({ payload: buildPayload(NOBODY), reAudit: { ...reAudit, retainedWarnings: [] } });

    expect(record.securityLevel).toBe('LOW');
    expect(record.retainedWarnings).toEqual([unreadWarning()]);
  });
});

describe('the order of members', () => {
  it('equals that of the schema, with and without the conditional ones', () => {
    const declared = Object.keys(VerifyRecord.shape);
    const conditional = new Set(['endpointStatus', 'apiDisclaimer']);

    expect(Object.keys(recordOfPayload({ productType: 'API' }))).toEqual(declared);
    expect(Object.keys(recordOf())).toEqual(declared.filter((name) => !conditional.has(name)));
    expect(declared.slice(0, 5)).toEqual(['valid', 'status', 'summary', 'activeFlagCount', 'securityLevel']);
  });
});

describe('apiDisclaimer', () => {
  const url = 'https://api.example.net/v1';
  const sandbox = { ...buildRound().sandbox, observedUrls: [url] };

  it.each<[string, Partial<PayloadV2>]>([
    ['an API', { productType: 'API' }],
    ['a SKILL+API', { productType: 'SKILL+API' }],
    ['declared external calls', { manifest: buildManifest({ externalCalls: [url] }) }],
    ['endpoints declared in the manifest', { manifest: buildManifest({ declaredEndpoints: [url] }) }],
    ['endpoints declared with the submission', { endpointReview: { observedUrls: [], declaredEndpoints: [url] } }],
    ['URLs observed in the review', { endpointReview: { observedUrls: [url], declaredEndpoints: [] } }],
    ['URLs observed in the sandbox', { round: buildRound({ sandbox }) }],
  ])('is present with %s', (_, changes) => {
    expect(recordOfPayload(changes).apiDisclaimer).toBe(POLICY.apiDisclaimer);
  });

  it('is absent when nothing indicates outbound use', () => {
    expect(recordOf()).not.toHaveProperty('apiDisclaimer');
  });

  it('follows the current policy, not that of the issuance', () => {
    const policy = { version: '2', apiDisclaimer: 'New text.' };
    const state = stateOf({ payload: buildPayload({ productType: 'API' }) });

    expect(toVerifyRecord(state, policy, CONTEXT).apiDisclaimer).toBe('New text.');
  });
});

describe('endpointStatus', () => {
  it('is present exactly for API and SKILL+API', () => {
    const withStatus = ProductType.options.filter((productType) =>
      Object.hasOwn(recordOfPayload({ productType, endpointStatus: 'PASSED' }), 'endpointStatus'),
    );

    expect(withStatus).toEqual(['API', 'SKILL+API']);
  });

  it('is NOT_TESTED when nothing was tested', () => {
    expect(recordOfPayload({ productType: 'API' }).endpointStatus).toBe('NOT_TESTED');
  });
});

describe('a later audit', () => {
  it('replaces the levels and warnings of the sealed one', () => {
    const warning = buildFinding({ severity: 'MEDIUM' });
    const reAudit = { securityLevel: 'MEDIUM', sandboxRiskLevel: 'HIGH', retainedWarnings: [warning] } as const;

    const record = recordOf({ reAudit: { ...reAudit, retainedWarnings: [warning] } });

    expect(record).toMatchObject({ ...reAudit, roundType: 'RE_AUDIT' });
    expect(record.summary).toContain('risk level MEDIUM');
  });
});

describe('links', () => {
  it('name the routes where this deployment mounts them, and the portal page', () => {
    const mounts = { apiPrefix: '/v9', playerPrefix: '/p' };
    const base = 'https://api.example/v9/public/certificates/0f1e2d3c4b5a69788796a5b4';

    expect(toVerifyRecord(stateOf(), POLICY, { ...CONTEXT, mounts }).links).toEqual({
      self: `${base}/verify`,
      record: base,
      sourceIntegrity: `${base}/source-integrity`,
      liveStatus: `${base}/live-status`,
      statement: `${base}/statement`,
      proofBundle: `${base}/proof-bundle`,
      badge: `${base}/badge.svg`,
      page: 'https://api.example/certificates/0f1e2d3c4b5a69788796a5b4',
    });
  });
});
