import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const LOCK_DOWN = new URL('lock-down.ts', import.meta.url).href;
const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs one expression in a locked-down process and returns its output. */
async function attempt(expression: string): Promise<string> {
  const code = `
    import { createRequire } from 'node:module';
    const require = createRequire('/');
    const kept = { net: require('node:net'), fs: require('node:fs'), dns: require('node:dns'), dgram: require('node:dgram') };
    const { closeDoors, installVirtualTime, removeWebGlobals } = await import(${JSON.stringify(LOCK_DOWN)});
    const time = installVirtualTime();
    removeWebGlobals();
    closeDoors();
    try { await (${expression}); console.log('possible'); } catch (error) { console.log('refused'); }
    process.exit(0);`;
  const flags = [
    '--no-warnings',
    '--permission',
    `--allow-fs-read=${PACKAGE_ROOT}`,
    `--allow-fs-write=${PACKAGE_ROOT}`,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', code], {
    env: {},
  });
  return stdout.trim();
}

describe('a process that has closed its doors', () => {
  it.each([
    ['a socket', `kept.net.connect(9, '127.0.0.1')`],
    ['a server', `kept.net.createServer().listen(0)`],
    ['a datagram', `kept.dgram.createSocket('udp4').send('x', 9, '127.0.0.1')`],
    ['a name look-up', `new Promise((done) => kept.dns.lookup('example.invalid', done))`],
    ['fetch', `fetch('http://127.0.0.1:9')`],
    ['a network module', `import('node:https')`],
    ['a program', `import('node:child_process')`],
    ['a thread', `import('node:worker_threads')`],
    ['a built-in by the back door', `process.getBuiltinModule('node:net').connect(9)`],
    ['a native binding', `process.binding('fs')`],
    ['a file of the machine', `kept.fs.readFileSync('/etc/hostname')`],
    [
      'writing where it was allowed at first',
      `kept.fs.writeFileSync(${JSON.stringify(`${PACKAGE_ROOT}never-written`)}, 'x')`,
    ],
    ['a signal to another process', `process.kill(process.ppid, 0)`],
  ])('has no way to %s', async (_, expression) => expect(await attempt(expression)).toBe('refused'));

  it('can still do what the engines need', async () => {
    expect(await attempt(`kept.fs.readFileSync(${JSON.stringify(`${PACKAGE_ROOT}package.json`)})`)).toBe('possible');
  });

  it('sees a fixed clock and fixed dice', async () => {
    const same = `(() => {
      const roll = () => { time.use({ nowMs: 5 }, 'seed'); return Math.random(); };
      if (roll() !== roll() || Date.now() !== 5 || new Date().getTime() !== 5) throw new Error('real');
    })()`;
    expect(await attempt(same)).toBe('possible');
  });
});
