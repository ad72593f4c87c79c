import { join } from 'node:path';
import type { Bundle, BundleFile, Report } from '@assay/audit';
import { type ApiTarget, isApiPath } from '../apis/find-apis.ts';
import { type ContractTarget, readContracts } from '../contracts/find-contracts.ts';
import { pluginEntry } from '../install/plugin.ts';
import type { Skill } from '../skills/find-skills.ts';
import type { Ignores } from '../skills/ignore-file.ts';
import { readSkill } from '../skills/read-skill.ts';
import type { ToolTarget } from '../tools/find-lists.ts';
import type { Reviewed } from './engine.ts';
import type { Outcome } from './outcome.ts';
import { setAside } from './set-aside.ts';

/** Reviews a bundle. Rejects when the engine failed or was stopped; that is not a verdict. */
export type Review = (bundle: Bundle) => Promise<Pick<Reviewed, 'report' | 'durationMs'>>;

type Deps = {
  readonly review: Review;
  readonly ignores: Ignores;
  /** The maximum number of skills in memory. */
  readonly window: number;
  readonly today: string;
};

/** A local folder. Its path is not part of the review: the same skill has the same hash everywhere. */
const LOCAL_SOURCE = { url: 'local:', ref: '' } as const;

export function bundleOf(files: readonly BundleFile[]): Bundle {
  const entry = pluginEntry(files.map(({ path }) => path));
  return { productType: 'SKILL', files, source: { ...LOCAL_SOURCE, ...(entry && { entry }) } };
}

const NO_ENTRY = 'SKILL.md: cannot be read as a document, so the skill cannot be reviewed';

/** Anything that can be scanned. */
export type Target = Skill | ContractTarget | ApiTarget | ToolTarget;

const NO_LIST = 'there is no reliable list of tools, so it cannot be reviewed';

const BEYOND = 'content that is run or followed could not be read, so human review is needed; the findings name it';

const UNREADABLE = 'the source cannot be read or does not compile, so it cannot be reviewed';

/** Reviews in parallel and yields outcomes in the given order. Never holds more skills in memory than the window. */
export async function* reviewSkills(skills: readonly Target[], deps: Deps): AsyncGenerator<Outcome> {
  const running: Promise<Outcome>[] = [];
  for (const skill of skills) {
    running.push(reviewSkill(skill, deps));
    const first = running.length >= deps.window ? running.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const outcome of running) yield await outcome;
}

/** A skill that contains an API document is reviewed together with it. */
const skillOf = (files: readonly BundleFile[]): Bundle =>
  files.some(({ path }) => isApiPath(path)) ? { ...bundleOf(files), productType: 'SKILL+API' } : bundleOf(files);

/** Reads the target and determines its product type. */
function read(target: Target) {
  if ('list' in target) {
    const toList = (files: readonly BundleFile[]): Bundle => ({ ...bundleOf(files), productType: 'TOOL' });
    return { files: [target.list], gaps: [], toBundle: toList };
  }
  if (!('files' in target)) return { ...readSkill(target.root), toBundle: skillOf };
  if ('entry' in target) {
    const { entry } = target;
    const toApi = (files: readonly BundleFile[]): Bundle => ({
      ...bundleOf(files),
      productType: 'API',
      source: { ...LOCAL_SOURCE, entry },
    });
    return { ...readContracts(target), toBundle: toApi };
  }
  const toBundle = (files: readonly BundleFile[]): Bundle => ({ ...bundleOf(files), productType: 'CONTRACT' });
  return { ...readContracts(target), toBundle };
}

async function reviewSkill(skill: Target, { review, ignores, today }: Deps): Promise<Outcome> {
  const target = skill.name;
  const by = ignores.ofSkill(skill.root);
  if (by !== undefined) return { kind: 'ignored', target, by };

  const { files, gaps: unread, toBundle } = read(skill);
  const gaps = unread.map(({ path, reason }) => `${path}: ${reason}`);
  try {
    const { report, durationMs } = await review(toBundle(files));
    const ignoredBy = (path: string) => ignores.ofFile(join(skill.root, path));
    const sorted = setAside({ report, files, ignoredBy, today });
    const open = [
      ...(report.undecided.length > 0 && report.blocking.length === 0 ? openBecause(skill, report) : []),
      ...report.coverage.budgetHits.filter((hit) => hit.startsWith('plugin ')),
      ...readingGaps(report),
      ...gaps,
    ];
    return { kind: 'reviewed', target, report, files, gaps: open, durationMs, ...sorted };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown fault';
    return { kind: 'failed', target, gaps: [`the review failed: ${reason}`, ...gaps] };
  }
}

/** Reports what the engine could not read. `readingGaps` reports what readers did not see. */
function openBecause(target: Target, { undecided, coverage }: Report): string[] {
  const limits = coverage.budgetHits.filter((hit) => !hit.includes(': '));
  if (limits.length > 0) return [`a limit was reached (${limits.join(', ')}), so part of the product was not reviewed`];
  const nothing = 'list' in target ? NO_LIST : 'files' in target ? UNREADABLE : NO_ENTRY;
  return undecided.flatMap(({ reason }) =>
    reason === 'unread-content' ? [BEYOND] : reason === 'nothing-to-review' ? [nothing] : [],
  );
}

/** Reports that a requested model did not read everything, so the instructions do not count as read. */
function readingGaps({ reading }: Report): string[] {
  if (reading === undefined) return [];
  const silent = reading.readings.flatMap(({ reader, pass, abstention }) =>
    abstention === null ? [] : [`${reader.name}, pass ${pass}: ${abstention.replaceAll('-', ' ')}`],
  );
  const beyond = reading.notRead
    .filter(({ reason, isReachable }) => reason === 'limit' && isReachable)
    .map(
      ({ file, startLine, endLine }) =>
        `${file}: lines ${startLine} to ${endLine} exceed the limit of what a model reads`,
    );
  return [...(reading.isRead ? [] : [`the instructions were not read (${silent.join('; ')})`]), ...beyond];
}
