import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  buildFinding,
  buildManifest,
  buildPayload,
  buildPayloadV1,
  CERTIFICATE_ID,
  ENGINE_REVIEWER,
  hash32Of,
  MODEL_REVIEWER,
} from '../testing/certificate.builder.ts';
import { RevealRequest } from './council.ts';
import { FLAG_LIMITS, FlagRequest } from './flag.ts';
import { INTENTS, isIntentType } from './intents.ts';
import { PaymentIntentRequest } from './payments.ts';
import { ADMIN_METHODS, AGENT_METHODS } from './rpc.ts';
import { MANIFEST_LIMITS, Manifest, ManifestInput, Payload } from './sealed.ts';
import { SubmissionInput } from './submission.ts';
import { readerOf, unreadWarning } from './unread.ts';
import { VerifyBatchRequest } from './verify.ts';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const UUID = '01940000-0000-7000-8000-000000000001';

describe('Payload', () => {
  it('accepts a complete sealed object and returns it unchanged', () => {
    const payload = buildPayload({ retainedWarnings: [buildFinding()] });

    expect(Payload.parse(payload)).toEqual(payload);
  });

  it('refuses an unknown member at any depth', () => {
    const payload = buildPayload();

    expect(accepts(Payload, { ...payload, extra: 1 })).toBe(false);
    expect(accepts(Payload, { ...payload, manifest: { ...payload.manifest, extra: 1 } })).toBe(false);
    expect(accepts(Payload, { ...payload, round: { ...payload.round, extra: 1 } })).toBe(false);
    expect(accepts(Payload, { ...payload, retainedWarnings: [{ ...buildFinding(), extra: 1 }] })).toBe(false);
  });

  it('is sealed only over a round that decided SAFE', () => {
    const { round } = buildPayload();

    expect(accepts(Payload, { ...buildPayload(), round: { ...round, decision: 'UNSAFE' } })).toBe(false);
    expect(accepts(Payload, { ...buildPayload(), round: { ...round, state: 'OPEN' } })).toBe(false);
  });
});

describe('a payload of an unread product', () => {
  const unread = () =>
    buildPayload({
      reviewers: [ENGINE_REVIEWER],
      instructionsReadBy: 'NONE',
      securityLevel: 'LOW',
      retainedWarnings: [unreadWarning()],
    });

  it('is sealed with a warning and a matching level', () => {
    expect(accepts(Payload, unread())).toBe(true);
    expect(accepts(Payload, { ...unread(), securityLevel: 'CLEAR' })).toBe(false);
    expect(accepts(Payload, { ...unread(), retainedWarnings: [buildFinding()] })).toBe(false);
  });

  it('names only readers that are among its reviewers', () => {
    expect(accepts(Payload, { ...unread(), instructionsReadBy: 'MODEL' })).toBe(false);
    expect(accepts(Payload, { ...unread(), instructionsReadBy: 'PERSON' })).toBe(false);
    expect(accepts(Payload, { ...unread(), reviewers: [] })).toBe(false);
  });

  it('has no reader in a remote seat', () => {
    const remote = { kind: 'REMOTE', family: 'somebody', version: 'unknown' } as const;
    const person = { kind: 'PERSON', family: 'operator', version: '1' } as const;
    expect(readerOf([ENGINE_REVIEWER, remote])).toBe('NONE');
    expect(readerOf([ENGINE_REVIEWER, remote, person])).toBe('PERSON');
    expect(readerOf([person, MODEL_REVIEWER])).toBe('MODEL');
  });
});

describe('the first schema', () => {
  it('is accepted as it was sealed, and accepts no member of the second', () => {
    const first = buildPayloadV1();

    expect(Payload.parse(first)).toEqual(first);
    expect(accepts(Payload, { ...first, instructionsReadBy: 'NONE' })).toBe(false);
    expect(accepts(Payload, { ...buildPayload(), schema: first.schema })).toBe(false);
    expect(accepts(Payload, { ...first, schema: buildPayload().schema })).toBe(false);
    expect(accepts(Payload, { ...first, schema: 'assay-certificate/v3' })).toBe(false);
  });
});

describe('Manifest', () => {
  it('refuses one item above each limit', () => {
    const of = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);
    const limits = {
      capabilities: MANIFEST_LIMITS.capabilitiesMax,
      externalCalls: MANIFEST_LIMITS.externalCallsMax,
      declaredEndpoints: MANIFEST_LIMITS.endpointsMax,
      secrets: MANIFEST_LIMITS.secretsMax,
      tools: MANIFEST_LIMITS.toolsMax,
    };
    for (const [member, max] of Object.entries(limits)) {
      expect([member, accepts(Manifest, { ...buildManifest(), [member]: of(max) })]).toEqual([member, true]);
      expect([member, accepts(Manifest, { ...buildManifest(), [member]: of(max + 1) })]).toEqual([member, false]);
    }
  });

  it('accepts bare URLs, objects and a nearly empty manifest', () => {
    expect(accepts(ManifestInput, {})).toBe(true);
    expect(
      accepts(ManifestInput, { externalCalls: ['https://a.example', { url: 'https://b.example', method: 'GET' }] }),
    ).toBe(true);
    expect(accepts(ManifestInput, { externalCalls: [{ method: 'GET' }] })).toBe(false);
  });
});

describe('FlagRequest', () => {
  const flag = {
    walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    category: 'SUPPLY_CHAIN',
    description: 'd'.repeat(FLAG_LIMITS.descriptionMin),
  };

  it('requires a wallet, a category and a description', () => {
    expect(FlagRequest.parse(flag)).toMatchObject({ severity: 'MEDIUM', evidence: [] });
    for (const member of Object.keys(flag)) expect(accepts(FlagRequest, { ...flag, [member]: undefined })).toBe(false);
  });

  it('limits the length of the description', () => {
    const sized = (length: number) => accepts(FlagRequest, { ...flag, description: 'd'.repeat(length) });

    expect([19, 20, 4000, 4001].map(sized)).toEqual([false, true, true, false]);
  });

  it('accepts a signature only together with its nonce', () => {
    const nonce = 'n'.repeat(24);

    expect(accepts(FlagRequest, { ...flag, nonce, signature: '0xab' })).toBe(true);
    expect(accepts(FlagRequest, { ...flag, nonce })).toBe(false);
    expect(accepts(FlagRequest, { ...flag, signature: '0xab' })).toBe(false);
  });
});

describe('VerifyBatchRequest', () => {
  const items = (count: number) => ({
    items: Array.from({ length: count }, () => ({ certificateId: CERTIFICATE_ID })),
  });

  it('accepts 1 to 100 items', () => {
    expect([0, 1, 100, 101].map((count) => accepts(VerifyBatchRequest, items(count)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('requires exactly one of id and digest, but passes a malformed one on to be answered', () => {
    const one = (item: object) => accepts(VerifyBatchRequest, { items: [item] });

    expect(one({ certificateId: 'nonsense' })).toBe(true);
    expect(one({})).toBe(false);
    expect(one({ certificateId: CERTIFICATE_ID, digest: `sha256:${'0'.repeat(64)}` })).toBe(false);
  });
});

describe('SubmissionInput', () => {
  it('requires a product to review', () => {
    expect(accepts(SubmissionInput, { productType: 'SKILL' })).toBe(false);
    expect(accepts(SubmissionInput, { productType: 'SKILL', skillMdContent: '# Skill' })).toBe(true);
  });

  it('refuses unknown members, because money is at stake', () => {
    expect(accepts(SubmissionInput, { productType: 'SKILL', url: 'https://a.example', price: '0' })).toBe(false);
  });
});

describe('RevealRequest', () => {
  const { id: _, reportedBy: __, ...finding } = buildFinding();
  const reveal = (verdict: string, findings: unknown[]) =>
    accepts(RevealRequest, { verdict, severity: 'HIGH', findings, salt: hash32Of('9') });

  it('accepts UNSAFE only with a finding that has a place', () => {
    expect(reveal('SAFE', [])).toBe(true);
    expect(reveal('UNSAFE', [finding])).toBe(true);
    expect(reveal('UNSAFE', [])).toBe(false);
    expect(reveal('UNSAFE', [{ ...finding, path: null }])).toBe(false);
  });
});

describe('PaymentIntentRequest', () => {
  it('requires the reference of each purpose, and refuses others', () => {
    expect(accepts(PaymentIntentRequest, { purpose: 'SUBMISSION', quoteId: UUID })).toBe(true);
    expect(accepts(PaymentIntentRequest, { purpose: 'SUBMISSION', amount: '1000000' })).toBe(false);
    expect(accepts(PaymentIntentRequest, { purpose: 'RE_AUDIT', certificateId: CERTIFICATE_ID })).toBe(true);
  });

  it('tops up between 1 and 1,000 USDC', () => {
    const topup = (amount: string) => accepts(PaymentIntentRequest, { purpose: 'TOPUP', amount });

    expect(['999999', '1000000', '1000000000', '1000000001'].map(topup)).toEqual([false, true, true, false]);
  });
});

describe('intents and RPC', () => {
  it('accept the move of the interface, and no inherited property as a type', () => {
    expect(accepts(INTENTS.INTENT_MOVE_CITY.params, { targetCityId: UUID })).toBe(true);
    expect(isIntentType('INTENT_MOVE_CITY')).toBe(true);
    expect(isIntentType('constructor')).toBe(false);
  });

  it('limit the priority of an intent to 0 to 1', () => {
    const submit = (priority: number) =>
      accepts(AGENT_METHODS.submitIntent, { actor_id: UUID, type: 'INTENT_REST', params: {}, priority });

    expect([-0.1, 0, 1, 1.1].map(submit)).toEqual([false, true, true, false]);
  });

  it('require a reason for every administrative write, and a second person for a forced one', () => {
    const raise = { city_id: UUID, percentage: 0.1 };
    expect(accepts(ADMIN_METHODS.adjustPublicSalaries, raise)).toBe(false);
    expect(accepts(ADMIN_METHODS.adjustPublicSalaries, { ...raise, dry_run: true })).toBe(true);
    expect(accepts(ADMIN_METHODS.adjustPublicSalaries, { ...raise, reason: 'Arrears' })).toBe(true);

    const expansion = {
      city_id: UUID,
      amount: '1',
      financing: 'treasury',
      allocation: {},
      reason: 'Flood',
      force: true,
    };
    expect(accepts(ADMIN_METHODS.executeEmergencyExpansion, expansion)).toBe(false);
    expect(accepts(ADMIN_METHODS.executeEmergencyExpansion, { ...expansion, approved_by: 'second' })).toBe(true);
  });
});
