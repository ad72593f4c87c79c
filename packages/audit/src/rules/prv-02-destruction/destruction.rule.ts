import type { Facts, RawFinding } from '@assay/analysis/types';
import { calls, commandHints } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const DEVICES =
  /^(?:dd\s.{0,80}of=\/dev\/(?:sd|nvme|hd|disk|mapper)|mkfs\S*\s+(?:.{0,40}\s)?\/dev\/|wipefs\s|diskutil\s+(?:eraseDisk|zeroDisk)|format\s+[a-z]:|shred\s.{0,40}\/dev\/|blkdiscard\s)/i;
const UNATTENDED =
  /^(?:terraform\s+destroy\s.{0,80}-auto-approve|pulumi\s+destroy\s.{0,40}(?:-y|--yes)|kubectl\s+delete\s.{0,80}--all\b|aws\s+(?:s3\s+r[mb]\s.{0,80}--(?:recursive|force)|ec2\s+terminate-instances|rds\s+delete-db\S*)|gcloud\s.{0,80}delete\s.{0,80}(?:-q|--quiet)|az\s+group\s+delete\s.{0,40}(?:-y|--yes)|docker\s+system\s+prune\s.{0,20}-a\S*f|gh\s+repo\s+delete\s.{0,80}--(?:yes|confirm)|redis-cli\s+flushall|dropdb\s|mysqladmin\s.{0,80}drop)/i;
/** Calls that remove the protection of copies against early deletion. */
const UNLOCKS =
  /(?:^|\.)(?:unlock_?snapshot|delete_?backup_?vault_?lock_?configuration|delete_?(?:immutability|retention)_?polic\w+|(?:remove|clear|release)_?(?:legal_?hold|retention)\w*)$/i;

const unlocked = (facts: Facts): RawFinding[] =>
  calls(facts, UNLOCKS).map(({ span }) => ({ at: span, confidence: 'firm' }));

const SYSTEM = /^\/(?:var|etc|usr|opt|srv|boot)\//;

/** Deletion of backups, logs or parts of the system. */
const removed = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.access === 'delete' && SYSTEM.test(value.path))
    .map(({ span, value }) => ({
      at: span,
      severity: 'MEDIUM',
      confidence: 'firm',
      note: `${value.path} is removed.`,
    }));

export const destruction = skillRule({
  id: 'PRV-02',
  title: 'Unattended destruction of data or infrastructure',
  question: 'Is a device, database, cluster, cloud or repository destroyed unattended?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-732'],
  why: 'The action cannot be undone, and the user is not asked.',
  fix: 'Show the plan and wait for a confirmation.',
  looksAt: 'The rule finds raw writes to devices, and destroy commands with the confirmation disabled.',
  blindTo: 'Deletion in a web console is not detected.',
  falseAlarms: 'A documented teardown can be reported.',
  check: (facts) => [
    ...commandHints(facts, DEVICES),
    ...commandHints(facts, UNATTENDED, 'MEDIUM'),
    ...unlocked(facts),
    ...removed(facts),
  ],
});
