import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const DEVICES =
  /^(?:dd\s.{0,80}of=\/dev\/(?:sd|nvme|hd|disk|mapper)|mkfs\S*\s+(?:.{0,40}\s)?\/dev\/|wipefs\s|diskutil\s+(?:eraseDisk|zeroDisk)|format\s+[a-z]:|shred\s.{0,40}\/dev\/|blkdiscard\s)/i;
const UNATTENDED =
  /^(?:terraform\s+destroy\s.{0,80}-auto-approve|pulumi\s+destroy\s.{0,40}(?:-y|--yes)|kubectl\s+delete\s.{0,80}--all\b|aws\s+(?:s3\s+r[mb]\s.{0,80}--(?:recursive|force)|ec2\s+terminate-instances|rds\s+delete-db\S*)|gcloud\s.{0,80}delete\s.{0,80}(?:-q|--quiet)|az\s+group\s+delete\s.{0,40}(?:-y|--yes)|docker\s+system\s+prune\s.{0,20}-a\S*f|gh\s+repo\s+delete\s.{0,80}--(?:yes|confirm)|redis-cli\s+flushall|dropdb\s|mysqladmin\s.{0,80}drop)/i;
const STATEMENT =
  /\b(?:drop\s+(?:database|schema)\s|truncate\s+table\s+\w|drop\s+table\s+(?!if\s+exists\s+\w*(?:tmp|temp|test)))/i;

/** One after the other of all there are. */
const EVERY_BUCKET =
  /\baws\s+s3\s+rb\s.{0,80}--force|\bgsutil\s.{0,20}rm\s+-r|\baz\s+(?:group|storage\s+\w+)\s+delete\b/;

/** A statement that makes a statement for each table there is. */
const EVERY_TABLE =
  /\b(?:drop|truncate)\s+table\b[\s\S]{0,160}\bfrom\s+(?:pg_tables|information_schema\.tables|sqlite_master)\b/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts.of('command').flatMap(({ span, value }): RawFinding[] => {
    const line = lineOf(value);
    if (DEVICES.test(line) || EVERY_TABLE.test(line)) return [{ at: span, confidence: 'firm' }];
    if (
      /\bxargs\b/.test(value.text) &&
      EVERY_BUCKET.test(line) &&
      value.upstream.some((one) => /^(?:aws|gcloud|gsutil|az)$/.test(one))
    )
      return [{ at: span, confidence: 'firm' }];
    if (UNATTENDED.test(line)) return [{ at: span, severity: 'MEDIUM', confidence: 'firm' }];
    return /^(?:psql|mysql|sqlite3|mongosh?)$/.test(value.program) && STATEMENT.test(line)
      ? [{ at: span, severity: 'MEDIUM', confidence: 'firm' }]
      : [];
  });

/** Locks that keep copies from being removed before their time, lifted; and what removes the copies. */
const UNLOCKS =
  /(?:^|\.)(?:unlock_?snapshot|delete_?backup_?vault_?lock_?configuration|delete_?(?:immutability|retention)_?polic\w+|(?:remove|clear|release)_?(?:legal_?hold|retention)\w*)$|--bypass-governance-retention|BypassGovernanceRetention/i;
const REMOVES_COPIES = /(?:^|\.)delete_?(?:snapshots?|recovery_?points?|backups?|objects?|blobs?|object_?versions?)$/i;

const unlocked = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(
      ({ value, file }) =>
        UNLOCKS.test(value.callee) && facts.in(file, 'call').some((other) => REMOVES_COPIES.test(other.value.callee)),
    )
    .map(({ span }) => ({
      at: span,
      confidence: 'firm',
      note: 'The lock that keeps copies is lifted, and the copies are removed.',
    }));

/** Nothing happens until a day that somebody chose. */
const timed = (facts: Facts): RawFinding[] =>
  facts
    .of('shape')
    .filter(({ value }) => /^(?:timed-destruction|home-scrambled|home-removed)$/.test(value.harm))
    .map(({ span, value }) => ({
      at: span,
      severity: 'CRITICAL',
      confidence: 'firm',
      note:
        value.harm === 'timed-destruction'
          ? 'From a fixed day on it destroys.'
          : 'Everything in the home folder is overwritten or removed.',
    }));

export const destruction = {
  id: 'PRV-02',
  title: 'Destroys devices, data or infrastructure unattended',
  question: 'Is a device, database, cluster, cloud or repository destroyed unattended?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'PROOF',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-732'],
  why: 'There is no way back, and nobody was asked.',
  fix: 'Show the plan and wait for a yes.',
  looksAt:
    'Raw writes to devices, destroy commands with the question switched off, and copies removed after their lock was lifted.',
  blindTo: 'Deletes through a console.',
  falseAlarms: 'Documented teardown with confirmation is medium at most.',
  since: '2026.11',
  check: (facts) => [...toFindings(facts), ...unlocked(facts), ...timed(facts)],
} satisfies Rule;
