import { classifyPath, normalisePath } from '@assay/analysis/models/paths/path-class';
import type { CommandValue, Facts, RawFinding, Span, Unit } from '@assay/analysis/types';
import { calls, commands, hasFlag, lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';
import { isStartedAutomatically } from '../startup.facts.ts';

const isRecursive = (value: CommandValue): boolean =>
  hasFlag(value, 'r', '--recursive', '-Recurse', '-recurse') || hasFlag(value, 'R');

/** `$DIR/` with an unknown DIR. If DIR is empty, the path is the root. */
const UNSET = /^␀\/?\*?$/;
const HARMLESS =
  /(?:node_modules|dist|build|target|\.cache|__pycache__|\.next|out|tmp|temp|coverage|venv|\.venv|\.git)(?:\/|$|\*)/i;

/** Folders of the home folder with user files. */
const KEPT =
  /^~\/(?:documents|desktop|pictures|photos|music|movies|videos|downloads|projects?|repos?|repositories|code|src|work|workspace|dev|git|library|onedrive[^/]{0,40}|dropbox|icloud drive)(?:\/?\*?)$/;

function breadthOf(path: string): 'all' | 'unset' | 'workspace' | undefined {
  if (HARMLESS.test(path)) return undefined;
  const kind = classifyPath(path);
  if (
    kind === 'root' ||
    kind === 'home' ||
    /^(?:\/\*|~\/?\*?|\/(?:home|users|etc|usr|bin|var|lib|boot|system)\/?\*?)$/i.test(path) ||
    path === '--no-preserve-root' ||
    KEPT.test(normalisePath(path))
  )
    return 'all';
  if (UNSET.test(path)) return 'unset';
  return kind === 'workspace' ? 'workspace' : undefined;
}

/** An automatic start is proof. A user who types the command may intend it. */
const toBroad = (at: Span, unit: Unit): RawFinding => ({
  at,
  severity: isStartedAutomatically(unit) ? 'CRITICAL' : 'HIGH',
  confidence: 'firm',
});

const removals = (facts: Facts): RawFinding[] =>
  commands(facts, 'rm', 'remove-item', 'del', 'rd', 'rmdir')
    .filter(({ value }) => isRecursive(value) || /\/s\b/i.test(lineOf(value)))
    .flatMap(({ span, value, unit }): RawFinding[] => {
      const breadths = value.args.map(breadthOf);
      if (breadths.includes('all')) return [toBroad(span, unit)];
      const isForced = hasFlag(value, 'f', '--force', '-Force');
      if (breadths.includes('unset') && isForced && /\$\{?\w+\}?["']?\/(?:\*|\s|$|["'])/.test(value.text))
        return [{ at: span, severity: 'MEDIUM', confidence: 'firm' }];
      return breadths.includes('workspace') && isForced ? [{ at: span, severity: 'MEDIUM', confidence: 'firm' }] : [];
    });

const trees = (facts: Facts): RawFinding[] =>
  calls(facts, /^(?:shutil\.rmtree|fs\.rmSync|fs\.rm|rimraf|os\.RemoveAll|FileUtils\.rm_rf)$/)
    .filter(({ value }) => value.args[0] !== null && value.args[0] !== undefined && breadthOf(value.args[0]) === 'all')
    .map(({ span, unit }) => toBroad(span, unit));

/** Deletes every entry of the home folder or the root, one by one. */
const entries = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value, unit }) => value.access === 'delete' && EVERY_ENTRY.test(value.path) && unit.lang !== 'shell')
    .map(({ span, unit }) => toBroad(span, unit));
const EVERY_ENTRY = /^(?:~|\/home\/[^/]+|\/Users\/[^/]+|[A-Za-z]:|)[/\\]␀$/;

const REMOVES = /(?:^|\s)-delete\b|-exec(?:dir)?\s+(?:sudo\s+)?(?:rm|shred|srm|unlink|truncate)\b/;
/** Files that users create and keep, including their version history. Caches and build products have other names. */
const DOCUMENTS =
  /^\*\.(?:docx?|xlsx?|pptx?|pdf|odt|jpe?g|png|mp4|mov|key|pem|sql|db|sqlite|bak|zip)$|^\.(?:git|hg|svn|jj)$/i;

const finds = (facts: Facts): RawFinding[] =>
  commands(facts, 'find')
    .filter(
      ({ value }) =>
        REMOVES.test(value.args.join(' ')) &&
        breadthOf(value.args[0] ?? '') === 'all' &&
        (!value.args.some((arg) => /^-i?name$/.test(arg)) || value.args.some((arg) => DOCUMENTS.test(arg))),
    )
    .map(({ span, unit }) => toBroad(span, unit));

export const broadDelete = skillRule({
  id: 'PRV-01',
  title: 'Broad deletion',
  question: 'Is there a broad delete (root, home, unset variable, workspace root)?',
  kind: 'PROOF',
  reproducedBy: 'deleted',
  severity: 'HIGH',
  references: ['CWE-732', 'CWE-459'],
  why: 'One wrong or empty variable deletes everything.',
  fix: 'Name the folder, check that it is set, and ask first.',
  looksAt:
    'The rule finds recursive deletion of root, home and system folders, of unset variables, and of the whole workspace.',
  blindTo: "Deletion through a tool's own clean command is not detected.",
  falseAlarms: 'Build and temporary folders are not reported.',
  check: (facts) => [...removals(facts), ...trees(facts), ...entries(facts), ...finds(facts)],
});
