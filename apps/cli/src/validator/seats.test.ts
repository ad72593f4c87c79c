import { createApi } from '@assay/client/api';
import { expect, it } from 'vitest';
import { listen } from '../testing/listening-service.ts';
import { createSeats } from './seats.ts';

it('an endless list of assignments is read only in part', async () => {
  await using service = await listen(() => ({ status: 200, body: { items: [], nextCursor: 'again' } }));
  const seats = createSeats(createApi({ baseUrl: service.url }));
  await expect(seats.list('ASSIGNED')).rejects.toMatchObject({ code: 'bad_answer' });
  expect(service.received).toHaveLength(100);
});
