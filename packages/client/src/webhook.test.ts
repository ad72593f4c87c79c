import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WEBHOOK_LIMITS } from './webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const AT = new Date('2026-11-19T12:00:00Z');
const BODY = '{"type":"certificate.suspended","data":{"id":"0f1e"}}';

/** Signs like the reference implementation of Standard Webhooks. */
function sign(body = BODY, secret = SECRET) {
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(AT.getTime() / 1_000),
    'webhook-signature': new Webhook(secret).sign('msg_1', AT, body),
  };
  return { body, headers, secret: SECRET, now: () => AT.getTime() };
}

describe('a webhook message', () => {
  it('is accepted when it is signed, with any case of header names, beside other signatures, and with an old secret', async () => {
    const message = { id: 'msg_1', at: AT, message: JSON.parse(BODY) };
    const signed = sign();
    expect(await verifyWebhook(signed)).toEqual(message);
    expect(await verifyWebhook({ ...signed, headers: new Headers(signed.headers) })).toEqual(message);
    const upper = Object.fromEntries(
      Object.entries(signed.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await verifyWebhook({ ...signed, headers: upper })).toEqual(message);
    const both = { ...signed.headers, 'webhook-signature': `v1a,AAAA v1,AAAA ${signed.headers['webhook-signature']}` };
    expect(await verifyWebhook({ ...signed, headers: both, secret: [OTHER, SECRET] })).toEqual(message);
  });

  it.each([
    ['a changed body', { body: BODY.replace('0f1e', '0f1f') }, 'statement_signature'],
    ['another secret', { secret: OTHER }, 'statement_signature'],
    ['no secret at all', { secret: [] }, 'statement_signature'],
    ['another id', { headers: { ...sign().headers, 'webhook-id': 'msg_2' } }, 'statement_signature'],
    ['another time', { headers: { ...sign().headers, 'webhook-timestamp': '1795089601' } }, 'statement_signature'],
    ['no signature', { headers: { ...sign().headers, 'webhook-signature': undefined } }, 'bad_answer'],
    ['two values of a header', { headers: { ...sign().headers, 'Webhook-Id': 'msg_1' } }, 'bad_answer'],
    ['an unsigned scheme', { headers: { ...sign().headers, 'webhook-signature': 'v0,AAAA' } }, 'statement_signature'],
    ['a time that is no number', { headers: { ...sign().headers, 'webhook-timestamp': '1e9' } }, 'bad_answer'],
    ['an old time', { now: () => AT.getTime() + (WEBHOOK_LIMITS.toleranceSeconds + 1) * 1_000 }, 'stale_answer'],
    ['a future time', { now: () => AT.getTime() - (WEBHOOK_LIMITS.toleranceSeconds + 1) * 1_000 }, 'stale_answer'],
    ['a clock that says nothing', { now: () => Number.NaN }, 'stale_answer'],
    ['text that is not JSON', sign('{'), 'bad_answer'],
  ] as const)('is refused with %s', async (_, change, code) => {
    await expect(verifyWebhook({ ...sign(), ...change })).rejects.toMatchObject({ code });
  });

  it.each(['', 'whsec_', 'whsec_AAAA', SECRET.slice('whsec_'.length)])(
    'is not verified with the secret %j',
    async (secret) => {
      await expect(verifyWebhook({ ...sign(), secret })).rejects.toThrow(TypeError);
    },
  );
});
