import { describe, expect, it } from 'vitest';
import { createHttp } from './http.ts';
import { refusal, useHostileService } from './testing/hostile-client.ts';
import { json, text } from './testing/hostile-service.ts';

const { service } = useHostileService();
const DELAY_MS = 20;

describe('a budget', () => {
  it('of bytes holds for all answers together', async () => {
    service().on('/page', json({ nextCursor: 'x'.repeat(600) }));
    const http = createHttp({ baseUrl: service().baseUrl, budget: { waitMs: 600_000, bytes: 1_000 } });
    expect(await refusal(http.get('/page'))).toBe('accepted');
    expect(await refusal(http.get('/page'))).toBe('accepted');
    expect(await refusal(http.get('/page'))).toBe('bad_answer');
    expect(service().asked).toHaveLength(2);
  });

  it('counts an answer that is refused', async () => {
    service().on('/page', text('x'.repeat(2_000), 'text/html'));
    const http = createHttp({ baseUrl: service().baseUrl, budget: { waitMs: 600_000, bytes: 1_000 } });
    expect(await refusal(http.get('/page'))).toBe('bad_answer');
    service().on('/page', json({}));
    expect(await refusal(http.get('/page'))).toBe('bad_answer');
  });

  it('of time counts while a question is open', async () => {
    service().on('/page', (response, request) => setTimeout(() => json({})(response, request), DELAY_MS));
    const budget = { waitMs: DELAY_MS / 2, bytes: 1_000_000 };
    const http = createHttp({ baseUrl: service().baseUrl, budget, wait: async () => undefined });
    expect(await refusal(http.get('/page'))).toBe('accepted');
    expect(await refusal(http.get('/page'))).toBe('timeout');
    expect(service().asked).toHaveLength(1);
  });
});
