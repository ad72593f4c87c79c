import type { RandomBytes } from '@assay/protocol';
import type { EventStore, PublishedRow } from '../../platform/events/index.ts';
import { type MailContent, type MailStore, writeMail } from '../../platform/mail/index.ts';
import type { Notification, NotificationStore } from './notifications.store.ts';

export type NotificationTransaction = {
  readonly notifications: NotificationStore;
  readonly mails: MailStore;
  readonly events: EventStore;
};
type Deps = {
  readonly verifyUrlOf: (certificateId: string) => string;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** The module that publishes these events writes their mails itself, because they carry the content. */
const MAILED_ELSEWHERE: ReadonlySet<string> = new Set(['ticket.replied', 'abuse.reported', 'abuse.decided']);

/** Writes mails about the event kinds that an account has chosen. */
export function createNotifications({ verifyUrlOf, random, clock }: Deps) {
  /** Runs in the publishing transaction, so that each mail is written exactly once. */
  async function announce(
    tx: NotificationTransaction,
    { published }: { readonly published: readonly PublishedRow[] },
  ): Promise<void> {
    if (published.length === 0) return;
    const found = (await tx.notifications.find(published.map(({ id }) => id))).filter(
      ({ kind }) => !MAILED_ELSEWHERE.has(kind),
    );
    await tx.mails.addAll(found.map((notification) => writeMail(toMail(notification), clock.now(), random)));
    if (found.length > 0) await tx.events.notify('mails', 'added');
  }

  function toMail({ email, kind, subjectType, subjectId, certificate }: Notification): MailContent {
    const about = certificate ?? `${subjectType} ${subjectId}`;
    const link = certificate === null ? [] : [verifyUrlOf(subjectId)];
    return {
      to: email,
      subject: `${kind}: ${about}`,
      paragraphs: [`Event ${kind} for ${about}.`, ...link, 'You can choose the kinds of events in your account.'],
    };
  }

  return { announce };
}
