/** The processor time of a hook call, relative to a Node that does nothing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../apps/cli/src/config.ts';
import { readInstalled } from '../../apps/cli/src/install/digests.ts';
import { rememberValid } from '../../apps/cli/src/install/known-bundles.ts';
import { timesOf } from '../lib/processor.ts';
import { printTable } from '../lib/report.ts';
import { type Bench, toNote } from './tools.ts';

const LIMITS = { unrelated: 1.3, trusted: 2 } as const;
/** The kernel counts processor time in steps of 10 ms. */
const ROUNDS = 100;
const SERVICE = 'http://127.0.0.1:1';
const SKILL = '---\nname: NAME\ndescription: Writes the minutes of a meeting.\n---\n\nWrite the minutes.\n';

type Call = { readonly what: string; readonly tool: string; readonly input: object; readonly limit: number };

const CALLS: readonly Call[] = [
  { what: 'a file that is read', tool: 'Read', input: { file_path: 'src/index.ts' }, limit: LIMITS.unrelated },
  { what: 'a shell command', tool: 'Bash', input: { command: 'npm test && git status' }, limit: LIMITS.unrelated },
  { what: 'a skill trusted by name', tool: 'Skill', input: { skill: 'named' }, limit: LIMITS.trusted },
  { what: 'a skill trusted by digest', tool: 'Skill', input: { skill: 'approved' }, limit: LIMITS.trusted },
  { what: 'a skill of the lock', tool: 'Skill', input: { skill: 'locked' }, limit: LIMITS.trusted },
];

/** A home with a skill that is trusted by name, and a project with one that is approved and one that was installed with a lock. */
async function openMachine(bench: Bench, node: string, command: string) {
  const home = bench.emptyFolder('machine');
  const project = bench.emptyFolder('machine/project');
  const write = (folder: string, name: string) => {
    mkdirSync(join(folder, '.claude/skills', name), { recursive: true });
    writeFileSync(join(folder, '.claude/skills', name, 'SKILL.md'), SKILL.replace('NAME', name));
  };
  write(home, 'named');
  write(project, 'approved');
  write(project, 'locked');
  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, 'src/index.ts'), '');
  mkdirSync(join(home, '.config/assay'), { recursive: true });
  writeFileSync(join(home, '.config/assay/config.json'), JSON.stringify({ trustedSkills: ['named'] }));
  const trusted = bench.run(node, [command, 'trust', '.claude/skills/approved', '--reason', 'bench'], project, {
    HOME: home,
  });
  if (trusted.status !== 0) throw new Error(`assay trust: ${toNote(trusted)}`);
  const { digests } = await readInstalled(join(project, '.claude/skills/locked'));
  const terminal = { config: readConfig({ HOME: home }) } as Parameters<typeof rememberValid>[0];
  rememberValid(terminal, digests.bundleSha256, { certificateId: '0'.repeat(24), service: SERVICE });
  return { home, project };
}

export async function printHookTimes(bench: Bench, command: string): Promise<void> {
  const node = process.execPath;
  const { home, project } = await openMachine(bench, node, command);
  const hook = [command, 'hook', 'run', 'claude-code', '--url', SERVICE];
  const eventOf = ({ tool, input }: Call) =>
    JSON.stringify({ hook_event_name: 'PreToolUse', cwd: project, tool_name: tool, tool_input: input });
  const once = (words: readonly string[], event: string): number => {
    const before = timesOf(process.pid).ended;
    const ran = bench.run(node, words, project, { HOME: home }, event);
    if (ran.status !== 0 || ran.stdout !== '')
      throw new Error(`the hook does not allow what it is timed with: ${toNote(ran)}`);
    return timesOf(process.pid).ended - before;
  };
  const runs = [{ words: ['-e', '0'], event: '' }, ...CALLS.map((call) => ({ words: hook, event: eventOf(call) }))];
  for (const { words, event } of runs) once(words, event);
  const sums = runs.map(() => 0);
  // In turn, so that what else the machine does is the same for all.
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { words, event }] of runs.entries()) sums[index] = (sums[index] ?? 0) + once(words, event);
  const [bare = Number.NaN, ...taken] = sums;
  printTable(`Processor time of a hook call on Node ${process.versions.node}, mean of ${ROUNDS}`, [
    ['call', 'processor time', 'relative to node -e 0', 'limit'],
    ['none: node -e 0', `${(bare / ROUNDS).toFixed(1)} ms`, '1.00', ''],
    ...CALLS.map(({ what, limit }, index) => {
      const sum = taken[index] ?? Number.NaN;
      return [what, `${(sum / ROUNDS).toFixed(1)} ms`, (sum / bare).toFixed(2), `≤ ${limit}`];
    }),
  ]);
  for (const [index, { what, limit }] of CALLS.entries())
    bench.report(`hook, ${what}`, (taken[index] ?? Number.NaN) / bare <= limit);
}
