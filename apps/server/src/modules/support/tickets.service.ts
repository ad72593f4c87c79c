import {
  MessageId,
  newUuidV7,
  PRINCIPAL_LIMITS,
  Problem,
  type RandomBytes,
  Ticket,
  TicketId,
  TicketListItem,
  type TicketQuery,
  type TicketReply,
  type TicketRequest,
} from '@assay/protocol';
import { z } from 'zod';
import { type EventStore, ownedEvent } from '../../platform/events/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import { type MailStore, writeMail } from '../../platform/mail/index.ts';
import type { OperatorQueue } from './operator-queue.ts';
import type { QueueStore } from './queue.store.ts';
import type { OperatorDecided } from './support.published.ts';
import type { MessageRow, TicketRow, TicketStore } from './tickets.store.ts';

type Asker = { readonly email: string | null; readonly notify: readonly string[] };
/** The stores of one transaction, with only these two queries of accounts. */
export type TicketTransaction = {
  readonly tickets: TicketStore;
  readonly accounts: { lock(id: string): Promise<unknown>; find(id: string): Promise<Asker | undefined> };
  readonly operatorQueue: OperatorQueue;
  readonly queue: QueueStore;
  readonly mails: MailStore;
  readonly events: EventStore;
};
type Deps = {
  readonly store: TicketStore;
  readonly inTransaction: <T>(work: (tx: TicketTransaction) => Promise<T>) => Promise<T>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const DAY_MS = 86_400_000;
const TICKET_LIMITS = { messagesMax: 200, reopenDays: 30, answerDays: 2, exportedMax: 1_000 } as const;
/** Below every flag: a potentially dangerous certificate comes first. */
const PRIORITY = 0;
const Position = z.tuple([CURSOR_KEYS.moment, TicketId]);

/** Developers open tickets, operators answer them from the queue, and each answer is mailed. */
export function createTickets({ store, inTransaction, random, clock }: Deps) {
  async function open(accountId: string, { subject, message, category, ref }: TicketRequest) {
    return inTransaction(async (tx) => {
      await requireRoom(tx, accountId);
      const now = clock.now();
      const ticket: TicketRow = {
        id: newUuidV7(TicketId, now.getTime(), random),
        accountId,
        subject,
        category,
        state: 'OPEN',
        refType: ref?.type ?? null,
        refId: ref?.id ?? null,
        createdAt: now,
        updatedAt: now,
      };
      await tx.tickets.insert(ticket);
      await say(tx, ticket, 'developer', message);
      await queue(tx, ticket);
      return answer(tx, ticket);
    });
  }

  async function reply(accountId: string, id: string, { message, close = false }: z.infer<typeof TicketReply>) {
    return inTransaction(async (tx) => {
      if (close) await tx.queue.lockByRef('TICKET', [id]); // locked before the ticket, in the same order as an operator's decision
      const ticket = await tx.tickets.lock(id, accountId);
      if (ticket === undefined) throw new Problem('ticket_not_found');
      await requireReplies(tx, ticket);
      if (ticket.state === 'CLOSED' && !close) await requireRoom(tx, accountId);
      await say(tx, ticket, 'developer', message);
      if (close) {
        await tx.queue.closeByRef('TICKET', id, toDecision('closed by the developer'));
        return answer(tx, await move(tx, ticket, 'CLOSED'));
      }
      if (ticket.state !== 'OPEN') await queue(tx, ticket);
      return answer(tx, await move(tx, ticket, 'OPEN'));
    });
  }

  /** Applies the operator's answer: the reason of the decision is the message. */
  async function decide(tx: TicketTransaction, { ref, verdict }: OperatorDecided): Promise<void> {
    const { id: ticketId } = ref;
    const { decision, reason } = verdict;
    const ticket = await tx.tickets.lockAny(ticketId);
    if (ticket === undefined) throw new Problem('ticket_not_found');
    await say(tx, ticket, 'operator', reason);
    await move(tx, ticket, decision === 'CLOSE' ? 'CLOSED' : 'ANSWERED');
    const asker = await tx.accounts.find(ticket.accountId);
    if (asker === undefined || asker.email === null || !asker.notify.includes('ticket.replied')) return;
    const paragraphs = [reason, `This answers your ticket ${ticketId}.`];
    await tx.mails.add(
      writeMail({ to: asker.email, subject: `Re: ${ticket.subject}`, paragraphs }, clock.now(), random),
    );
    await tx.events.notify('mails', 'added');
  }

  async function requireRoom(tx: TicketTransaction, accountId: string): Promise<void> {
    if ((await tx.accounts.lock(accountId)) === undefined) throw new Problem('token_expired');
    const max = PRINCIPAL_LIMITS.openTicketsMax;
    if ((await tx.tickets.countOpen(accountId)) >= max) throw new Problem('ticket_limit_reached', { max });
  }

  async function requireReplies(tx: TicketTransaction, { id, state, updatedAt }: TicketRow): Promise<void> {
    const refuse = (detail: string) => new Problem('validation_failed', { errors: [{ pointer: '/message', detail }] });
    const closedMs = state === 'CLOSED' ? clock.now().getTime() - updatedAt.getTime() : 0;
    if (closedMs > TICKET_LIMITS.reopenDays * DAY_MS) throw refuse('this ticket was closed long ago; open a new one');
    if ((await tx.tickets.countMessages(id)) >= TICKET_LIMITS.messagesMax) {
      throw refuse(`this ticket has ${TICKET_LIMITS.messagesMax} messages; open a new one`);
    }
  }

  async function say(tx: TicketTransaction, ticket: TicketRow, sender: MessageRow['sender'], text: string) {
    const at = clock.now();
    await tx.tickets.addMessage({
      id: newUuidV7(MessageId, at.getTime(), random),
      ticketId: ticket.id,
      sender,
      text,
      at,
    });
    const subject = { type: 'ticket', id: ticket.id };
    const data = { ticketId: ticket.id, from: sender };
    const owner = `account:${ticket.accountId}`;
    await tx.events.add(ownedEvent({ kind: 'ticket.replied', at, subject, owner, data }, random));
  }

  async function move(tx: TicketTransaction, ticket: TicketRow, state: TicketRow['state']): Promise<TicketRow> {
    const updatedAt = clock.now();
    await tx.tickets.setState(ticket.id, state, updatedAt);
    return { ...ticket, state, updatedAt };
  }

  const queue = (tx: TicketTransaction, ticket: TicketRow): Promise<void> => {
    const openedAt = clock.now();
    const dueAt = new Date(openedAt.getTime() + TICKET_LIMITS.answerDays * DAY_MS);
    return tx.operatorQueue.add({
      kind: 'TICKET',
      ref: { type: 'ticket', id: ticket.id },
      priority: PRIORITY,
      openedAt,
      dueAt,
    });
  };

  const toDecision = (reason: string) => ({
    decision: 'CLOSE',
    reason,
    severity: null,
    decidedAt: clock.now().toISOString(),
  });

  const answer = async (tx: Pick<TicketTransaction, 'tickets'>, ticket: TicketRow) =>
    toTicket(ticket, await tx.tickets.messages(ticket.id));

  async function get(accountId: string, id: string) {
    const ticket = await store.find(id, accountId);
    if (ticket === undefined) throw new Problem('ticket_not_found');
    return answer({ tickets: store }, ticket);
  }

  async function list(accountId: string, { state, limit, cursor }: TicketQuery) {
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from === undefined ? undefined : { updatedAt: new Date(from[0]), id: from[1] };
    const rows = await store.list({ accountId, state, after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, (last) => [last.updatedAt.toISOString(), last.id]);
    return {
      items: page.map((row) => TicketListItem.parse(membersOf(row))),
      nextCursor,
    };
  }

  /** All tickets with their messages, for a data export. */
  async function exportAll(accountId: string): Promise<Ticket[]> {
    const rows = await store.list({ accountId, state: undefined, after: undefined, limit: TICKET_LIMITS.exportedMax });
    return Promise.all(rows.map((row) => answer({ tickets: store }, row)));
  }

  /** Deletes the tickets of a closed account. */
  async function forget(tx: TicketTransaction, { accountId }: { readonly accountId: string }): Promise<void> {
    await tx.queue.lockByRef('TICKET', await tx.tickets.listIds(accountId)); // before the tickets, as in an operator's decision
    for (const id of await tx.tickets.deleteAll(accountId)) {
      await tx.queue.closeByRef('TICKET', id, toDecision('the account was deleted'));
    }
  }

  return { open, reply, get, list, exportAll, decide, forget };
}
export type Tickets = ReturnType<typeof createTickets>;

const membersOf = ({ refType, refId, createdAt, updatedAt, ...row }: TicketRow) => ({
  ...row,
  ref: refType === null ? null : { type: refType, id: refId },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const toTicket = (row: TicketRow, messages: readonly MessageRow[]): Ticket =>
  Ticket.parse({
    ...membersOf(row),
    messages: messages.map(({ id, sender, text, at }) => ({ id, from: sender, text, at: at.toISOString() })),
  });
