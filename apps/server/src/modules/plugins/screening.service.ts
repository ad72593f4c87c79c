import type { AuditPool } from '@assay/audit/node';
import { isCopy, readPack, wordsOfPack } from '@assay/audit/rule-packs';
import type { Logger } from '../../platform/log/index.ts';
import type { Measure } from './measure.ts';
import type { PluginEvents } from './plugin.events.ts';
import { findFalseAlarms, type Measurement, toMeasurement } from './plugin.policy.ts';
import type { PluginRow } from './plugins.store.ts';
import type { Screened } from './plugins.tables.ts';
import type { InTransaction, PluginTransaction } from './plugins.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: PluginTransaction;
  readonly audit: Pick<AuditPool, 'audit' | 'checkPack'>;
  readonly measure: Measure;
  readonly events: PluginEvents;
  readonly clock: { now(): Date };
  readonly log: Logger;
};
/** The result of the screening. Without reasons and risk flags, the plugin passes. */
type Outcome = {
  readonly reasons: readonly string[];
  readonly riskFlags: readonly string[];
  readonly quality: number | null;
  readonly measurement: Measurement | null;
  readonly measuredWith: string | null;
};

/** Engine rules for text that addresses reviewers or is hidden from readers. */
const SWAYING = /^(?:PI|HID|SOC)-/;
const SHARING_MAX = 200;
const REASONS_MAX = 20;
const SCORE_UNMEASURED = 50;

/** Decides whether a plugin may run. All work runs in the review processes, outside of requests. */
export function createScreening({ inTransaction, stores, audit, measure, events, clock, log }: Deps) {
  const screen = (id: string): Promise<void> => screenAll([id]);

  /** Measures the plugins without a refusal together, so that each case is reviewed once for all of them. */
  async function screenAll(ids: readonly string[]): Promise<void> {
    const left: PluginRow[] = [];
    for (const id of ids) {
      const row = await stores.plugins.find(id);
      if (row?.state !== 'PENDING_REVIEW') continue;
      const refusal = await findRefusal(row);
      if (refusal === undefined) left.push(row);
      else await inTransaction((tx) => recordIn(tx, row, refusal));
    }
    const { measured, measuredWith } = await measure.run(left.map(({ content }) => content));
    for (const [at, row] of left.entries()) {
      const seen = measured[at];
      if (seen === undefined) continue;
      const outcome = { riskFlags: [], reasons: findFalseAlarms(seen), ...toMeasurement(seen), measuredWith };
      await inTransaction((tx) => recordIn(tx, row, outcome));
    }
  }

  /** Looks for a refusal before the plugin runs on any case. */
  async function findRefusal(row: PluginRow): Promise<Outcome | undefined> {
    const nothing = { riskFlags: [], quality: null, measurement: null, measuredWith: null };
    const check = await audit.checkPack(row.content);
    if (!check.ok) return { ...nothing, reasons: check.issues.map(({ line, detail }) => `line ${line}: ${detail}`) };
    const riskFlags = await findSwaying(row.content);
    if (riskFlags.length > 0) return { ...nothing, riskFlags, reasons: ['its text addresses reviewers, or is hidden'] };
    const original = await findOriginal(row);
    if (original !== undefined)
      return { ...nothing, riskFlags: ['copied'], reasons: [`its rules are those of plugin ${original}`] };
    return undefined;
  }

  /**
   * Reviews the pack as a document: its texts without samples for text that addresses readers, and the whole of it for
   * hidden text.
   */
  async function findSwaying(content: string): Promise<string[]> {
    const read = readPack(content);
    const words = read.ok ? wordsOfPack(read.pack) : content;
    // Sequential: no request waits, and a second review process would start only for this.
    const spoken = await scanText(words);
    const whole = await scanText(content);
    return [...new Set([...spoken, ...whole.filter((ruleId) => ruleId.startsWith('HID-'))])].sort();
  }

  async function scanText(text: string): Promise<string[]> {
    const files = [
      {
        path: 'SKILL.md',
        bytes: new TextEncoder().encode(`---\nname: pack\ndescription: A pack of rules.\n---\n\n${text}\n`),
      },
    ];
    const source = { url: '', ref: '', entry: 'SKILL.md' };
    const { report } = await audit.audit(
      { productType: 'SKILL', files, source },
      { isSandboxed: false, isPatient: true },
    );
    // Includes demoted quotations: text that addresses the judge counts even in quotation marks.
    const set = [...report.findings, ...report.demoted.filter(({ ruleId }) => ruleId === 'PI-09')];
    return set.map(({ ruleId }) => ruleId).filter((ruleId) => SWAYING.test(ruleId));
  }

  async function findOriginal({ id, authorActorId, atoms }: PluginRow): Promise<string | undefined> {
    const sharing = await stores.plugins.listSharing(atoms, authorActorId, SHARING_MAX);
    return sharing.find((other) => other.id !== id && other.id < id && isCopy(atoms, other.atoms))?.id;
  }

  async function recordIn(tx: PluginTransaction, seen: PluginRow, outcome: Outcome): Promise<void> {
    const row = await tx.plugins.lock(seen.id);
    // The plugin changed meanwhile, so the outcome does not apply to it.
    if (row?.state !== 'PENDING_REVIEW' || row.contentSha256 !== seen.contentSha256) return;
    const { reasons, riskFlags, quality, measurement, measuredWith } = outcome;
    const isApproved = reasons.length === 0 && riskFlags.length === 0;
    const now = clock.now();
    const score = isApproved ? scoreOf(quality) : 0;
    const review: Screened = {
      score,
      reasons: reasons.slice(0, REASONS_MAX),
      riskFlags,
      reviewedAt: now.toISOString(),
    };
    const { revision, content, contentSha256, rules, surface } = row;
    const state = isApproved ? 'APPROVED' : 'REJECTED';
    await tx.plugins.change(row.id, {
      state,
      review,
      screenedAt: now,
      updatedAt: now,
      ...(isApproved && {
        approved: { revision, content, contentSha256, rules, surface },
        quality,
        measurement,
        measuredWith,
      }),
    });
    await events.stateChangedIn(tx, row, 'PENDING_REVIEW', state, review);
  }

  /** Measures plugins again whose cases or rules have changed. One with too many false positives is suspended. */
  async function measureAgain(): Promise<void> {
    const measuredWith = await measure.identity();
    const rows = await stores.plugins.listToMeasure(measuredWith, MEASURED_AT_ONCE);
    const { measured } = await measure.run(rows.map(({ approved }) => approved?.content ?? ''));
    for (const [at, row] of rows.entries()) {
      const seen = measured[at];
      if (seen === undefined) continue;
      await inTransaction((tx) => followIn(tx, row, findFalseAlarms(seen), { ...toMeasurement(seen), measuredWith }));
    }
  }

  async function followIn(
    tx: PluginTransaction,
    seen: PluginRow,
    alarms: readonly string[],
    measured: Pick<Outcome, 'quality' | 'measurement' | 'measuredWith'>,
  ): Promise<void> {
    const row = await tx.plugins.lock(seen.id);
    if (row?.state !== 'APPROVED' || row.approved?.contentSha256 !== seen.approved?.contentSha256) return;
    if (row.approved === null) return;
    await tx.plugins.changeMeasured(row.id, row.approved.contentSha256, measured);
    if (alarms.length === 0) return;
    const now = clock.now();
    const review: Screened = { score: 0, reasons: alarms, riskFlags: ['false-alarms'], reviewedAt: now.toISOString() };
    log.info({ pluginId: row.id, alarms: alarms.length }, 'plugin suspended for false positives');
    for (const suspended of await tx.plugins.suspend(row.id, row.approved.contentSha256, now)) {
      await tx.plugins.change(suspended.id, { review });
      await events.stateChangedIn(tx, suspended, 'APPROVED', 'SUSPENDED', review);
    }
  }

  /** Screens plugins whose queue entry was lost. */
  async function screenWaiting(): Promise<void> {
    await screenAll(await stores.plugins.listToScreen(MEASURED_AT_ONCE));
  }

  return { screen, screenWaiting, measureAgain };
}
const MEASURED_AT_ONCE = 20;

/** The base score of an approved plugin, raised by its quality. */
const scoreOf = (quality: number | null): number => SCORE_UNMEASURED + Math.round((quality ?? 0) / 20);
