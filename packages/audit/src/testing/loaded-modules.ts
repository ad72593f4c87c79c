import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const WATCH = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  await import(process.argv[1]);
  process.stdout.write(JSON.stringify(loaded));
`;

/** Lists every module that one import loads, in a separate process. */
export async function loadedModules(module: URL): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', WATCH, module.href]);
  return JSON.parse(stdout);
}
