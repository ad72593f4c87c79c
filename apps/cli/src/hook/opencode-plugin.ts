/** The same as the timeout for hooks of other hosts. The command itself answers earlier. */
const TIMEOUT_MS = 30_000;

/**
 * The plugin that OpenCode loads from its plugin folder. It lets a call through only after an explicit approval.
 * Throwing is the only way for a plugin to stop a call.
 */
export const openCodePlugin = (
  command: string,
): string => `// Written by: assay hook install opencode. It runs: assay hook run opencode
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(command)};
const TIMEOUT_MS = ${TIMEOUT_MS};

const ask = (event) =>
  new Promise((resolve, reject) => {
    const child = spawn(COMMAND, { shell: true, stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('Assay did not answer in time, so the call is denied.'));
    }, TIMEOUT_MS);
    let output = '';
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(event));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else reject(new Error('Assay did not answer, so the call is denied.'));
    });
  });

export const Assay = async ({ directory }) => ({
  'tool.execute.before': async ({ tool }, { args }) => {
    const event = { hook_event_name: 'tool.execute.before', cwd: directory, tool_name: tool, tool_input: args };
    const { decision, reason } = JSON.parse(await ask(event));
    if (decision !== 'allow') throw new Error(reason || 'Assay denied this call.');
  },
});
`;
