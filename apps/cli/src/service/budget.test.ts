import { createApi } from '@assay/client/api';
import { describe, expect, it } from 'vitest';
import { listen } from '../testing/listening-service.ts';
import { createMeter, type ServiceBudget } from './budget.ts';

const connect = (baseUrl: string, budget: ServiceBudget) => createApi({ baseUrl, meter: createMeter(budget) }).http;
const DELAY_MS = 20;

describe('the budget of a command', () => {
  it('in bytes applies to all answers together', async () => {
    await using service = await listen(() => ({ status: 200, body: { nextCursor: 'x'.repeat(600) } }));
    const http = connect(service.url, { waitMs: 600_000, bytes: 1_000 });
    await http.get('/page');
    await http.get('/page');
    await expect(http.get('/page')).rejects.toMatchObject({ code: 'bad_answer' });
    expect(service.received).toHaveLength(2);
  });

  it('in time is spent while a request is open', async () => {
    await using service = await listen(async () => {
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
      return { status: 200, body: {} };
    });
    const http = connect(service.url, { waitMs: DELAY_MS / 2, bytes: 1_000_000 });
    await http.get('/page');
    await expect(http.get('/page')).rejects.toMatchObject({ code: 'timeout' });
    expect(service.received).toHaveLength(1);
  });
});
