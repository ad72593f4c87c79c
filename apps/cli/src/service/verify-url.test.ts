import { createClient } from '@assay/client';
import { createApi } from '@assay/client/api';
import { describe, expect, it } from 'vitest';
import { type Answer, listen, type ReceivedRequest } from '../testing/listening-service.ts';
import { SEARCH_LIMITS, verifyUrl } from './verify-url.ts';

const TARGET = 'https://github.com/acme/tools';
const summary = (index: number, url: string) => ({
  id: index.toString(16).padStart(24, '0'),
  source: { url, ref: 'main' },
});

async function verify(answer: (received: ReceivedRequest) => Answer) {
  await using service = await listen(answer);
  const http = { baseUrl: service.url };
  const settings = { url: service.url, token: undefined, trustKeys: [], policy: {}, skills: {} };
  const verification = await verifyUrl(TARGET, undefined, {
    client: createClient(http),
    api: createApi(http),
    settings,
  });
  return { verification, asked: service.received.length };
}

describe('a service that lists certificates', () => {
  it('without end is asked for a bounded number of pages, and the result is undecided', async () => {
    const items = [summary(1, 'https://github.com/other/tools')];
    const { verification, asked } = await verify(() => ({ status: 200, body: { items, nextCursor: 'again' } }));
    expect(verification).toMatchObject({
      outcome: 'undecidable',
      reasons: [{ detail: expect.stringContaining('--id') }],
    });
    expect(asked).toBe(SEARCH_LIMITS.pagesMax);
  });

  it('in oversized pages is not read', async () => {
    const long = 'x'.repeat(SEARCH_LIMITS.pageBytesMax);
    const { verification, asked } = await verify(() => ({ status: 200, body: { items: [], nextCursor: null, long } }));
    expect(verification).toMatchObject({ outcome: 'undecidable', reasons: [{ code: 'bad_answer' }] });
    expect(asked).toBe(1);
  });

  it.each([{ items: {} }, { items: [null] }, { items: [{}] }, {}, null])('as %j is refused', async (body) => {
    const { verification } = await verify(() => ({ status: 200, body }));
    expect(verification).toMatchObject({ outcome: 'undecidable', reasons: [{ code: 'bad_answer' }] });
  });
});
