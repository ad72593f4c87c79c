import { timingSafeEqual } from 'node:crypto';
import {
  ABUSE_CATEGORIES,
  ABUSE_LIMITS,
  AbuseDecision,
  type AbuseFigures,
  type AbuseReport,
  AbuseReportId,
  type AbuseReportRequest,
  AppealDecision,
  newUuidV7,
  Problem,
  type RandomBytes,
  sha256Hex,
} from '@assay/protocol';
import { z } from 'zod';
import { type EventStore, ownedEvent } from '../../platform/events/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import { type MailStore, writeMail } from '../../platform/mail/index.ts';
import type { Certificates, CertificateTransaction } from '../certificates/index.ts';
import type { OperatorDecided, OperatorQueue } from '../support/index.ts';
import { toReport } from './abuse.answer.ts';
import { decidedMail, type Outcome, reportedMail } from './abuse.mails.ts';
import { ABUSE_TIMES, daysAfter, isUrgent, mayAppeal } from './abuse.policy.ts';
import type { AbuseEvent } from './abuse.published.ts';
import type { AbuseStore, ReportRow } from './abuse.store.ts';

export type AbuseTransaction = Omit<CertificateTransaction, 'publish'> & {
  readonly abuse: AbuseStore;
  /** The only query on accounts that this module needs. */
  readonly accounts: { find(id: string): Promise<{ readonly email: string | null } | undefined> };
  readonly submissions: { find(id: string): Promise<{ readonly submission: { readonly owner: string } } | undefined> };
  readonly operatorQueue: OperatorQueue;
  readonly mails: MailStore;
  readonly events: EventStore;
  readonly publish: CertificateTransaction['publish'] & ((event: AbuseEvent) => Promise<void>);
};
type Deps = {
  readonly stores: Pick<AbuseTransaction, 'abuse'>;
  readonly inTransaction: <T>(work: (tx: AbuseTransaction) => Promise<T>) => Promise<T>;
  readonly certificates: Pick<Certificates, 'findStanding' | 'triggerIn'>;
  readonly portalUrl: string;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Paging = { readonly limit: number; readonly cursor?: string | undefined };

const PRIORITY = { harm: 400, other: 100, appeal: 200 } as const;
const RECEIPT_BYTES = 24;
/** Owner of a certificate whose submission this service does not store. */
const NO_OWNER = 'none';
const Position = z.tuple([CURSOR_KEYS.moment, AbuseReportId]);
const utf8 = new TextEncoder();
const digestOf = (receipt: string): string => sha256Hex(utf8.encode(receipt));

/** Abuse reports: anyone files them, the operator decides, and the losing side can appeal. */
export function createAbuse({ stores, inTransaction, certificates, portalUrl, random, clock }: Deps) {
  async function file({ certificateId, ...report }: AbuseReportRequest) {
    const standing = await certificates.findStanding(certificateId);
    if (standing === undefined) throw new Problem('certificate_not_found');
    const openedAt = clock.now();
    const { decideDays, harmDays } = ABUSE_TIMES;
    const receipt = Buffer.from(random(RECEIPT_BYTES)).toString('base64url');
    const row: ReportRow = {
      id: newUuidV7(AbuseReportId, openedAt.getTime(), random),
      certificateId,
      owner: NO_OWNER,
      category: report.category,
      description: report.description,
      originalUrl: report.originalUrl ?? null,
      contact: report.contact ?? null,
      receiptSha256: digestOf(receipt),
      openedAt,
      dueAt: daysAfter(openedAt, isUrgent(report.category) ? harmDays : decideDays),
      ...UNDECIDED,
    };
    await inTransaction(async (tx) => {
      // Locks the certificate, so that concurrent reports cannot exceed the limit.
      await tx.certificates.lockState(certificateId);
      const max = ABUSE_LIMITS.openPerCertificateMax;
      if ((await tx.abuse.countOpen(certificateId)) >= max) throw new Problem('report_limit_reached', { max });
      const owner = (await tx.submissions.find(standing.submissionId))?.submission.owner ?? NO_OWNER;
      const owned = { ...row, owner };
      await tx.abuse.insert(owned);
      await queue(tx, 'ABUSE', row, isUrgent(row.category) ? PRIORITY.harm : PRIORITY.other, row.dueAt);
      const told = { kind: 'abuse.reported', data: { category: row.category } } as const;
      await notify(tx, owned, told, reportedMail(owned, portalUrl));
    });
    return { ...toReport(row), receipt };
  }

  const queue = (tx: AbuseTransaction, kind: 'ABUSE' | 'APPEAL', { id }: ReportRow, priority: number, dueAt: Date) =>
    tx.operatorQueue.add({ kind, ref: { type: 'abuse-report', id }, priority, openedAt: clock.now(), dueAt });

  type Notice = { readonly kind: 'abuse.reported' | 'abuse.decided'; readonly data: Record<string, unknown> };
  /** The owner gets an event. An account also gets a mail regardless of its settings: the decision may cost it the certificate. */
  async function notify(tx: AbuseTransaction, row: ReportRow, { kind, data }: Notice, paragraphs: string[]) {
    const { owner, certificateId } = row;
    if (owner === NO_OWNER) return;
    const at = clock.now();
    const subject = { type: 'certificate', id: certificateId };
    await tx.events.add(ownedEvent({ kind, at, subject, owner, data: { reportId: row.id, ...data } }, random));
    const accountId = /^account:(.+)$/.exec(owner)?.[1];
    const email = accountId === undefined ? undefined : (await tx.accounts.find(accountId))?.email;
    if (email) await mail(tx, email, `${kind}: certificate ${certificateId}`, paragraphs);
  }

  async function mail(tx: AbuseTransaction, to: string, subject: string, paragraphs: string[]): Promise<void> {
    await tx.mails.add(writeMail({ to, subject, paragraphs }, clock.now(), random));
    await tx.events.notify('mails', 'added');
  }

  /** Applies the decision to the product. `undo` reverses this decision only: other decisions about the product stay. */
  async function apply(tx: AbuseTransaction, row: ReportRow, decision: AbuseDecision, reason: string): Promise<void> {
    const { certificateId, id: reportId } = row;
    const upheld = { kind: 'report_upheld', reportId, at: clock.now() } as const;
    if (decision === 'SUSPEND') await certificates.triggerIn(tx, certificateId, upheld, reason);
    if (decision === 'DELIST') await tx.publish({ type: 'abuse.barred', certificateId, reportId });
  }
  async function undo(tx: AbuseTransaction, row: ReportRow, reason: string): Promise<void> {
    const { certificateId, decision, id: reportId } = row;
    const overturned = { kind: 'report_overturned', reportId } as const;
    if (decision === 'SUSPEND') await certificates.triggerIn(tx, certificateId, overturned, reason);
    if (decision === 'DELIST') await tx.publish({ type: 'abuse.unbarred', certificateId, reportId });
  }

  async function decide(tx: AbuseTransaction, { ref, verdict }: OperatorDecided): Promise<void> {
    const row = await lock(tx, ref.id);
    const decision = AbuseDecision.parse(verdict.decision);
    const { reason } = verdict;
    await apply(tx, row, decision, reason);
    await tx.abuse.change(row.id, { decision, reason, decidedAt: clock.now() });
    await announce(tx, row, { about: 'report', decision, reason });
  }

  async function announce(tx: AbuseTransaction, row: ReportRow, outcome: Outcome): Promise<void> {
    const { decision, reason } = outcome;
    const told = { kind: 'abuse.decided', data: { decision, reason } } as const;
    await notify(tx, row, told, decidedMail(row, outcome, 'OWNER', portalUrl));
    if (row.contact === null) return;
    await mail(tx, row.contact, `abuse.decided: report ${row.id}`, decidedMail(row, outcome, 'REPORTER', portalUrl));
  }

  /** OVERTURN undoes the decision. An overturned dismissal delists the product. */
  async function decideAppeal(tx: AbuseTransaction, { ref, verdict }: OperatorDecided): Promise<void> {
    const row = await lock(tx, ref.id);
    const appealDecision = AppealDecision.parse(verdict.decision);
    const { reason: appealAnswer } = verdict;
    if (appealDecision === 'OVERTURN') await undo(tx, row, appealAnswer);
    if (appealDecision === 'OVERTURN' && row.decision === 'DISMISS') await apply(tx, row, 'DELIST', appealAnswer);
    await tx.abuse.change(row.id, { appealDecision, appealAnswer, appealDecidedAt: clock.now() });
    await announce(tx, row, { about: 'appeal', decision: appealDecision, reason: appealAnswer });
  }

  async function lock(tx: AbuseTransaction, id: string): Promise<ReportRow> {
    const row = await tx.abuse.lock(id);
    if (row === undefined) throw new Problem('report_not_found');
    return row;
  }

  /** The owner of an account has proven its address, so closing the account removes the address from reports as well. */
  async function forgetAccount(tx: AbuseTransaction, { accountId }: { readonly accountId: string }): Promise<void> {
    const email = (await tx.accounts.find(accountId))?.email;
    if (email) await tx.abuse.forgetContact(email);
  }

  type Appeal = { readonly id: string; readonly reason: string; readonly by: 'OWNER' | 'REPORTER' };
  const appeal = ({ id, reason, by }: Appeal, isOf: (row: ReportRow) => boolean): Promise<AbuseReport> =>
    inTransaction(async (tx) => {
      const row = await lock(tx, id);
      if (!isOf(row)) throw new Problem('report_not_found');
      const now = clock.now();
      if (!mayAppeal(row, by, now)) throw new Problem('appeal_not_allowed');
      const appealed = await tx.abuse.change(id, { appealedBy: by, appealReason: reason, appealedAt: now });
      await queue(tx, 'APPEAL', row, PRIORITY.appeal, daysAfter(now, ABUSE_TIMES.appealDecideDays));
      return toReport(appealed);
    });

  const hasReceipt = (receipt: string) => (row: ReportRow) =>
    timingSafeEqual(Buffer.from(row.receiptSha256), Buffer.from(digestOf(receipt)));

  return {
    file,
    decide,
    decideAppeal,
    forgetAccount,
    appealAsReporter: (id: string, reason: string, receipt: string) =>
      appeal({ id, reason, by: 'REPORTER' }, hasReceipt(receipt)),
    appealAsOwner: (id: string, reason: string, owners: readonly string[]) =>
      appeal({ id, reason, by: 'OWNER' }, ({ owner }) => owners.includes(owner)),
    async read(id: string, receipt: string): Promise<AbuseReport> {
      const row = await stores.abuse.find(id);
      if (row === undefined || !hasReceipt(receipt)(row)) throw new Problem('report_not_found');
      return toReport(row);
    },
    async listOwn(owners: readonly string[], { limit, cursor }: Paging) {
      const now = clock.now();
      const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
      const after = from === undefined ? undefined : { openedAt: new Date(from[0]), id: from[1] };
      const rows = await stores.abuse.listOwn(owners, after, limit + 1);
      const { page, nextCursor } = toPage(rows, limit, now, (last) => [last.openedAt.toISOString(), last.id]);
      return { items: page.map(toReport), nextCursor };
    },
    forgetContacts: () => stores.abuse.forgetContacts(daysAfter(clock.now(), -ABUSE_LIMITS.contactDays)),
    async figures(): Promise<AbuseFigures> {
      const { total, open, appeals, openAppeals, medianHours, appealHours } = await stores.abuse.totals();
      const ended = tally(AppealDecision.options, await stores.abuse.countBy('appealDecision'));
      return {
        reports: {
          total,
          open,
          byCategory: tally(ABUSE_CATEGORIES, await stores.abuse.countBy('category')),
          medianHours,
        },
        decisions: tally(AbuseDecision.options, await stores.abuse.countBy('decision')),
        appeals: {
          total: appeals,
          open: openAppeals,
          upheld: ended.UPHOLD,
          overturned: ended.OVERTURN,
          medianHours: appealHours,
        },
        asOf: clock.now().toISOString(),
      };
    },
  };
}
export type Abuse = ReturnType<typeof createAbuse>;

const UNDECIDED = {
  decision: null,
  reason: null,
  decidedAt: null,
  appealedBy: null,
  appealReason: null,
  appealedAt: null,
  appealDecision: null,
  appealAnswer: null,
  appealDecidedAt: null,
} as const;

const tally = <Key extends string>(keys: readonly Key[], counts: readonly { key: string; count: number }[]) =>
  Object.fromEntries(keys.map((key) => [key, counts.find((one) => one.key === key)?.count ?? 0])) as Record<
    Key,
    number
  >;
