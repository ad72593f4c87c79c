/** What the hook costs that a host starts at every call of a tool, as processor time relative to a Node that does nothing. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, printTable } from '../lib/report.ts';

const LIMITS = { unrelated: 1.3, trusted: 2 } as const;
const ROUNDS = 21;
const SKILL = '---\nname: notes\ndescription: Take notes.\n---\nWrite it down.\n';

/** True when both kinds of calls are within their limits. */
export function printHookTimes(command: string, root: string): boolean {
  const home = join(root, 'hook');
  const project = join(home, 'project');
  fill(home, project);
  try {
    const call = (tool: string, input: object) => {
      const event = { hook_event_name: 'PreToolUse', cwd: project, tool_name: tool, tool_input: input };
      return [[command, 'hook', 'run', 'claude-code', '--url', 'http://127.0.0.1:1'], JSON.stringify(event)] as const;
    };
    const calls = {
      bare: [['-e', '0'], ''] as const,
      'npm test': call('Bash', { command: 'npm test' }),
      'reading a file': call('Read', { file_path: join(project, 'package.json') }),
      'a trusted skill': call('Skill', { skill: 'notes' }),
    };
    const found = Object.entries(calls).map(([name]) => ({ name, times: [] as number[] }));
    // In turns, so that whatever else the machine does falls on all of them.
    for (let round = 0; round <= ROUNDS; round++)
      for (const each of found) {
        const [words, input] = calls[each.name as keyof typeof calls];
        const time = processorMs(words, input, project, home);
        if (round > 0) each.times.push(time);
      }
    const [bare = Number.NaN, ...others] = found.map(({ times }) => median(times));
    const rows = others.map((ms, index) => {
      const name = found[index + 1]?.name ?? '';
      return { name, ms, ratio: ms / bare, limit: name.includes('skill') ? LIMITS.trusted : LIMITS.unrelated };
    });
    printTable(`The hook, processor time, medians of ${ROUNDS}; a bare \`node -e 0\` takes ${bare.toFixed(0)} ms`, [
      ['call', 'measured', 'times a bare Node', 'limit'],
      ...rows.map(({ name, ms, ratio, limit }) => [name, `${ms.toFixed(0)} ms`, ratio.toFixed(2), `≤ ${limit}`]),
    ]);
    return rows.every(({ ratio, limit }) => ratio <= limit);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A project with one skill, which the user approved by its digest. */
function fill(home: string, project: string): void {
  const skill = join(project, '.claude/skills/notes');
  const settings = join(home, '.config/assay');
  for (const folder of [skill, settings]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  writeFileSync(join(skill, 'SKILL.md'), SKILL);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const trusted = { [sha256(`SKILL.md\0${sha256(SKILL)}\n`)]: { until: '9999-12-31' } };
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ trusted }));
}

/** Of a process and all that it starts: what `wait` adds up for the shell that waited. */
function processorMs(words: readonly string[], input: string, cwd: string, home: string): number {
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time "$@"', '-', process.execPath, ...words],
    {
      cwd,
      input,
      encoding: 'utf8',
      env: { HOME: home, PATH: process.env.PATH },
    },
  );
  if (stdout !== '') throw new Error(`the hook did not let a harmless call through: ${stdout}`);
  const [, user, system] = /(\d+\.\d+) (\d+\.\d+)\s*$/.exec(stderr) ?? [];
  return (Number(user) + Number(system)) * 1_000;
}
