import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAssay, runAssayProcess } from '../testing/run-assay.ts';
import { createFolder } from '../testing/skill-folder.ts';
import { findWindowsLine, toWindowsLine } from './command-line.ts';
import { findHost, HOSTS, type Host } from './hosts.ts';

const URL = 'http://127.0.0.1:1';
const need = (name: string): Host => {
  const host = findHost(name);
  if (host === undefined) throw new Error(`no host ${name}`);
  return host;
};

describe('the command line of a hook on Windows', () => {
  it.each(HOSTS.map(({ name }) => name))('of %s starts without a shell, and answers', async (name) => {
    using folder = createFolder({});
    // The part before the first character that a shell interprets.
    const [call = ''] = toWindowsLine(need(name), URL).split(/[;|]/);
    expect(call.trim()).toMatch(/^assay[.]cmd hook run [\w-]+ --url http:[/:.\w]+$/);
    const [, ...words] = call.trim().split(' ');
    const event = JSON.stringify({
      hook_event_name: name === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse',
      cwd: folder.path,
      tool_name: 'Bash',
      tool_input: { command: 'npx skills add a/b' },
    });
    const env = { HOME: folder.path };
    const { code, stdout } = await runAssayProcess(words, { cwd: folder.path, env, input: event, isPatient: true });
    // Hosts with other events get the refusal of an unknown event: the hook ran and did not allow the call.
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/"(?:deny|block)"/) });
  });

  it('ends with the exit code that blocks, in the shell of the host', () => {
    expect(toWindowsLine(need('gemini-cli'), URL)).toMatch(/; if \(\$LASTEXITCODE -ne 0\) \{ exit 2 \}$/);
    expect(toWindowsLine(need('codex'), URL)).toMatch(/[|][|] \(echo [^|]+>&2 && exit 2\)$/);
  });

  it.each(['http://a.example/ x', "http://a.example/'", 'http://a.example/%PATH%', 'http://a.example/&calc', '$(x)'])(
    'does not contain the address %s',
    (url) => {
      expect(() => toWindowsLine(need('codex'), url)).toThrow('cannot contain');
      expect(findWindowsLine(need('codex'), url)).toBeUndefined();
    },
  );

  it('starts only a program by which the entry is recognised', () => {
    expect(() => toWindowsLine(need('codex'), URL, 'node')).toThrow('cannot start');
    expect(toWindowsLine(need('cursor'), URL, 'C:/tools/assay.cmd')).toMatch(/^C:\/tools\/assay[.]cmd hook run cursor/);
  });

  it.each([
    ['copilot-cli', '.github/hooks/assay.json', 'powershell'],
    ['codex', '.codex/hooks.json', 'commandWindows'],
  ])('is beside the other one in the settings of %s, and is removed with it', async (name, file, member) => {
    using folder = createFolder({});
    const run = (verb: string) =>
      runAssay(['hook', verb, name, ...(verb === 'install' ? ['--url', URL] : [])], {
        cwd: folder.path,
        env: { HOME: folder.path },
      });
    const path = join(folder.path, file);
    expect((await run('install')).code).toBe(0);
    const written = readFileSync(path, 'utf8');
    expect(written).toContain(JSON.stringify(toWindowsLine(need(name), URL)));
    expect(written).toContain(`"${member}"`);
    // Only the line for Windows is left, as after an edit by hand.
    const onlyWindows = written.replaceAll('assay hook run', 'other');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, onlyWindows);
    expect((await run('uninstall')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).not.toContain('hook run');
  });
});
