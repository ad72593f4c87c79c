import { listOf, QueueItem, Ticket, TicketListItem, TokenCreated } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWith, DEV, mailsTo, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const TICKETS = `${DEV}/support/tickets`;
const MONTH_MS = 30 * 86_400_000;
const QUESTION = { subject: 'My payment', message: 'I paid, and nothing happened.' };
let people = 0;
const newDeveloper = () => registerDeveloper(server, `tickets-${++people}@example.org`);
const ask = async (developer: TestDeveloper, more: object = {}) =>
  Ticket.parse((await developer.post(TICKETS, { ...QUESTION, ...more })).body);
const itemsOf = async (ticketId: string) =>
  listOf(QueueItem)
    .parse((await server.get('/api/v1/operator/queue?kind=TICKET&limit=100', OPERATOR)).body)
    .items.filter(({ ref }) => ref.id === ticketId);
const decide = async (ticketId: string, decision: 'REPLY' | 'CLOSE', reason: string) => {
  const [item] = await itemsOf(ticketId);
  return server.operate(`/api/v1/operator/queue/${item?.id}/decide`, { decision, reason });
};
const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('a ticket', () => {
  it('waits for the operator, is answered by mail, and can be continued', async () => {
    const developer = await newDeveloper();
    const { id, state, messages } = await ask(developer, { category: 'PAYMENT', ref: { type: 'draft', id: 'd-1' } });

    const decided = await decide(id, 'REPLY', 'Send us the transaction hash, please.');
    const answered = Ticket.parse((await developer.get(`${TICKETS}/${id}`)).body);
    const replied = await developer.post(`${TICKETS}/${id}/reply`, { message: '0xabc' });

    expect([state, messages.length]).toEqual(['OPEN', 1]);
    expect(decided.status).toBe(200);
    expect(answered).toMatchObject({ state: 'ANSWERED', ref: { type: 'draft', id: 'd-1' }, category: 'PAYMENT' });
    expect(Ticket.parse(replied.body).messages.map(({ from }) => from)).toEqual(['developer', 'operator', 'developer']);
    expect((await mailsTo(server, developer.email))[0]).toMatchObject({
      subject: 'Re: My payment',
      text: expect.stringContaining('transaction hash'),
    });
    expect(await itemsOf(id)).toHaveLength(1);
  });

  it('sends no mail to a developer without notifications', async () => {
    const developer = await newDeveloper();
    await developer.patch(`${DEV}/me`, { notify: [] });
    const { id } = await ask(developer);

    await decide(id, 'REPLY', 'It was refunded today.');

    expect((await mailsTo(server, developer.email)).filter(({ subject }) => subject.startsWith('Re:'))).toEqual([]);
  });

  it('is queued once, regardless of the number of messages', async () => {
    const developer = await newDeveloper();
    const { id } = await ask(developer);
    for (const message of ['one', 'two']) await developer.post(`${TICKETS}/${id}/reply`, { message });

    expect(await itemsOf(id)).toHaveLength(1);
  });

  it('is closed by either side, and can be reopened by a reply for thirty days', async () => {
    const developer = await newDeveloper();
    const { id } = await ask(developer);

    const closed = await developer.post(`${TICKETS}/${id}/reply`, { message: 'Found it.', close: true });
    const waiting = await itemsOf(id);
    const reopened = await developer.post(`${TICKETS}/${id}/reply`, { message: 'Not quite.' });
    await decide(id, 'CLOSE', 'This is the end of it.');
    const created = await developer.post(`${DEV}/tokens`, { label: 'lasting', expiresInDays: 60 });
    server.clock.advance(MONTH_MS + 1000);
    const lasting = clientWith(server, TokenCreated.parse(created.body).token);
    const late = await lasting.post(`${TICKETS}/${id}/reply`, { message: 'Hello?' });

    expect(closed.body).toMatchObject({ state: 'CLOSED' });
    expect(waiting).toEqual([]);
    expect(reopened.body).toMatchObject({ state: 'OPEN' });
    expect(late).toMatchObject({ status: 422 });
  });

  it('of another account is not found', async () => {
    const [mine, theirs] = [await newDeveloper(), await newDeveloper()];
    const { id } = await ask(theirs);

    expect(await mine.get(`${TICKETS}/${id}`)).toMatchObject(refusal(404, 'ticket_not_found'));
    expect(await mine.post(`${TICKETS}/${id}/reply`, { message: 'x' })).toMatchObject(refusal(404, 'ticket_not_found'));
    expect((await mine.get(TICKETS)).body).toEqual({ items: [], nextCursor: null });
  });

  it('keeps HTML as text, and escapes it in the mail', async () => {
    const developer = await newDeveloper();
    const subject = '<img src=x onerror=alert(1)>';
    const { id } = await ask(developer, { subject, message: '<script>alert(1)</script> & more' });
    await decide(id, 'REPLY', '<b>Please</b> do not.');

    const read = Ticket.parse((await developer.get(`${TICKETS}/${id}`)).body);
    const { rows } = await server.database.pool.query(
      `SELECT html FROM outgoing_mails WHERE recipient = $1 AND subject LIKE 'Re:%'`,
      [developer.email],
    );

    expect(read).toMatchObject({ subject, messages: [{ text: '<script>alert(1)</script> & more' }, {}] });
    expect(rows[0]?.html).toContain('&lt;b&gt;Please&lt;/b&gt;');
    expect((await server.get('/dev/inbox')).text).not.toContain('<img src=x');
  });

  it('is rejected past twenty open ones, with a NUL, and with a reference that is too long', async () => {
    const developer = await newDeveloper();
    const answers = await Promise.all(Array.from({ length: 22 }, () => developer.post(TICKETS, QUESTION)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(refusal(409, 'ticket_limit_reached'));
    for (const bad of [{ subject: 'a\0b' }, { message: 'too short' }, { ref: { type: 'x', id: 'y'.repeat(300) } }]) {
      expect(await developer.post(TICKETS, { ...QUESTION, ...bad })).toMatchObject(refusal(422, 'validation_failed'));
    }
  });

  it('is deleted with its account', async () => {
    const developer = await newDeveloper();
    const { id } = await ask(developer);

    await developer.delete(`${DEV}/me`);

    expect(await itemsOf(id)).toEqual([]);
    expect((await server.database.pool.query('SELECT FROM ticket_messages WHERE ticket_id = $1', [id])).rowCount).toBe(
      0,
    );
  });
});

describe('a list of tickets', () => {
  it('shows the last changed ticket first, by state and page', async () => {
    const developer = await newDeveloper();
    for (const subject of ['one', 'two', 'three']) {
      await ask(developer, { subject });
      server.clock.advance(1);
    }
    const read = async (query: string) =>
      listOf(TicketListItem).parse((await developer.get(`${TICKETS}?${query}`)).body);

    const first = await read('limit=2');
    const second = await read(`limit=2&cursor=${first.nextCursor}`);

    expect([...first.items, ...second.items].map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
    expect((await read('state=CLOSED')).items).toEqual([]);
    expect((await developer.get(`${TICKETS}?state=LOST`)).status).toBe(422);
  });
});
