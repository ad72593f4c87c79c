import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { commands, hasFlag, lineOf } from '../command.facts.ts';

const BACKUPS =
  /^(?:vssadmin\s+delete\s+shadows|wmic\s+shadowcopy\s+delete|wbadmin\s+delete|bcdedit\s.{0,60}recoveryenabled\s+no|tmutil\s+(?:delete|disable)|aws\s+cloudtrail\s+(?:delete-trail|stop-logging)|gcloud\s+logging\s+.{0,20}delete|journalctl\s+--vacuum-(?:time|size)=(?:1s?|0)|zfs\s+destroy\s.{0,40}@|btrfs\s+subvolume\s+delete\s.{0,60}snap)/i;
const TRAILS = /^\/var\/(?:log|audit)(?:\/(?:audit|auth|secure|syslog|messages|wtmp|btmp|journal)[^/*]{0,40})?\/?\*?$/;

const backups = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => BACKUPS.test(lineOf(value)))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** Whole log folders, not one rotated file. */
const trails = (facts: Facts): RawFinding[] =>
  commands(facts, 'rm', 'shred', 'truncate', 'find')
    .filter(
      ({ value }) =>
        value.args.some((arg) => TRAILS.test(arg)) &&
        (value.program === 'find'
          ? FOUND_REMOVED.test(value.args.join(' '))
          : hasFlag(value, 'r', '--recursive') || value.args.some((arg) => arg.endsWith('*'))),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));
/** What `find` does with what it finds; looking alone removes nothing. */
const FOUND_REMOVED = /(?:^|\s)-(?:delete\b|exec(?:dir)?\s+(?:rm|shred|truncate|unlink)\b)/;

/** Where systems and databases keep what they go back to. */
const KEPT_COPIES = /^\/(?:var\/)?backups?(?:\/[\w.-]+)?\/?\*?$/;

/** A program takes the folder of backups away, all of it. */
const copies = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(
      ({ value: { callee, args } }) =>
        TAKES_FOLDER.test(callee) && args.some((arg) => arg !== null && KEPT_COPIES.test(arg)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));
const TAKES_FOLDER =
  /(?:^|\.)(?:rmtree|rmSync|rm|rimraf|removeSync|remove_dir_all|RemoveAll|rm_rf|rm_r|remove_entry_secure)$/;

export const trailsRemoved = {
  id: 'PRV-11',
  title: 'Removes backups or audit trails',
  question: 'Are backups or audit trails removed?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-778', 'CWE-506'],
  why: 'Without trails nobody can tell what happened; without backups nobody can undo it.',
  fix: "Rotate with the system's own tool; keep trails.",
  looksAt: 'Shadow copies, snapshots, trails and whole log folders.',
  blindTo: 'Retention set to zero in a console.',
  falseAlarms: "Rotating one's own log file is quiet.",
  since: '2026.11',
  check: (facts) => [...backups(facts), ...trails(facts), ...copies(facts)],
} satisfies Rule;
