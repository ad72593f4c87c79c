/** Assay as a plugin of agent hosts: the hook, the MCP server and a skill in one folder, with the command beside them. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findHost, OR_BLOCK, WITHOUT_NODE } from '../../apps/cli/src/hook/hosts.ts';
import { ROOT } from './build.ts';

const SOURCE = join(ROOT, 'apps/cli/plugin');
const COMMAND = 'node_modules/@assay/cli';
const PROGRAM = `${COMMAND}/src/assay.cjs`;
const DESCRIPTION = 'Checks every skill before an agent uses or installs it: hook, MCP server and a skill.';
/** Both hosts set this variable for the hooks of a plugin (Claude Code 2.1.326; Codex 0.147, codex-rs/hooks/src/engine/discovery.rs). */
const IN_PLUGIN = '$' + '{CLAUDE_PLUGIN_ROOT}';

/**
 * A marketplace with one plugin in `out`, from the built package of the command. Codex reads the marketplace file of Claude Code; each
 * host has a manifest of its own, because they start MCP servers and answer hooks differently.
 */
export function buildPlugin(command: string, out: string): string {
  const { version } = JSON.parse(readFileSync(join(command, 'package.json'), 'utf8')) as { version: string };
  const plugin = join(out, 'assay');
  rmSync(out, { recursive: true, force: true });
  cpSync(SOURCE, plugin, { recursive: true });
  cpSync(command, join(plugin, COMMAND), { recursive: true });
  cpSync(join(ROOT, 'LICENSE'), join(plugin, 'LICENSE'));
  const listed = { name: 'assay', source: './assay', description: DESCRIPTION, version };
  write(join(out, '.claude-plugin/marketplace.json'), { name: 'assay', owner: { name: 'Assay' }, plugins: [listed] });
  const servers = {
    // Codex resolves a relative folder against the plugin and has no variable here.
    codex: { command: 'node', args: [PROGRAM, 'mcp'], cwd: '.' },
    'claude-code': { command: 'node', args: [`${IN_PLUGIN}/${PROGRAM}`, 'mcp'] },
  };
  for (const [host, manifest] of [
    ['claude-code', '.claude-plugin'],
    ['codex', '.codex-plugin'],
  ] as const) {
    const parts = { hooks: `./hooks/${host}.json`, mcpServers: `./mcp/${host}.json`, skills: './skills/' };
    write(join(plugin, manifest, 'plugin.json'), {
      name: 'assay',
      version,
      description: DESCRIPTION,
      author: { name: 'Assay' },
      license: 'Apache-2.0',
      ...parts,
    });
    write(join(plugin, parts.hooks), toHooks(host));
    write(join(plugin, parts.mcpServers), { mcpServers: { assay: servers[host] } });
  }
  return out;
}

/** As `assay hook install` writes it, with the command of the plugin. A hook that cannot start blocks the call. */
function toHooks(name: string): object {
  const host = findHost(name);
  if (host === undefined) throw new Error(`There is no host ${name}.`);
  const program = `env ${WITHOUT_NODE} node "${IN_PLUGIN}/${PROGRAM}"`;
  return host.install({}, `${program} hook run ${name} ${OR_BLOCK}`);
}

function write(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
