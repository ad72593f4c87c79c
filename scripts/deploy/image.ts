/** Runs the steps of deploy/Dockerfile without a container engine: in a Debian root made from Debian's own packages. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MIRROR = 'http://deb.debian.org/debian';
const UID = 10_001;
const START_S = 240;

/** As `USER`, `read_only` and `tmpfs` of the packages say: an ordinary user, nothing writable but /tmp and the state folder. */
const RUN_READ_ONLY = `
set -eu
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t tmpfs tmpfs "$1/tmp" && mount -t tmpfs -o uid=${UID},gid=${UID},mode=0700 tmpfs "$1/var/lib/assay"
mount -t proc proc "$1/proc"
exec chroot --userspec=${UID}:${UID} "$1" /bin/sh /run-service
`;
const RUN_SERVICE = `
cd /opt/assay
export HOME=/var/lib/assay HOST=127.0.0.1 PORT=18431 DATA_DIR=/var/lib/assay/data LOG_FORMAT=json WORLD_TICK_MS=0
node --max-semi-space-size=8 apps/server/src/main.ts > /tmp/log 2>&1 &
service=$!
for _ in $(seq ${START_S}); do
  if PORT=18431 node deploy/healthcheck.mjs; then ready=yes; break; fi
  kill -0 $service 2>/dev/null || break
  sleep 1
done
kill -TERM $service; wait $service; code=$?
[ "\${ready:-}" = yes ] && [ $code = 0 ] || { echo "ready: \${ready:-no}, exit code $code"; tail -n 20 /tmp/log; exit 1; }
touch /opt/assay/written 2>/dev/null && { echo 'the root file system is writable'; exit 1; }
exit 0
`;

type Run = (command: string, args: readonly string[]) => string | undefined;

/** Problems; none when every step ran and the service became ready and stopped with 0. */
export function checkImage(repository: string, scratch: string, say: (line: string) => void): string[] {
  const root = join(scratch, 'root');
  const run: Run = (command, args) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (status === 0) return undefined;
    return `${command} ${args.at(-1) ?? ''}: ${error?.message ?? `${stdout}${stderr}`.trim().split('\n').slice(-20).join('\n')}`;
  };
  const given = process.env.ASSAY_DEBIAN_ROOT;
  say(`        ${given ? `copying ${given}` : 'making the Debian root'}`);
  const made = given
    ? run('cp', ['-a', '--', given, root])
    : run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root, MIRROR]);
  if (made !== undefined) return [made];
  addNode(root);
  say('        installing');
  const program = join(root, 'opt/assay');
  mkdirSync(program, { recursive: true });
  const copied = run('sh', [
    '-c',
    'git -C "$0" ls-files -z | tar -C "$0" --null -T - -cf - | tar -C "$1" -xf -',
    repository,
    program,
  ]);
  if (copied !== undefined) return [copied];
  if (existsSync('/etc/resolv.conf')) cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
  const authorities = process.env.NODE_EXTRA_CA_CERTS; // of a proxy between here and the registry
  if (authorities !== undefined) cpSync(authorities, join(root, 'etc/ssl/extra.pem'));
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  const steps = [
    `groupadd --system --gid ${UID} assay && useradd --system --uid ${UID} --gid assay --home-dir /var/lib/assay --create-home assay`,
    `cd /opt/assay && ${authorities ? 'NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem ' : ''}npm_config_registry='${registry}' sh deploy/install.sh`,
  ];
  for (const step of steps) {
    const failed = run('chroot', [root, '/bin/sh', '-c', step]);
    if (failed !== undefined) return [failed];
  }
  say('        starting on a read-only root as an ordinary user');
  writeFileSync(join(root, 'run-service'), RUN_SERVICE);
  const failed = run('unshare', ['--mount', '--pid', '--fork', '/bin/sh', '-c', RUN_READ_ONLY, 'sh', root]);
  return failed === undefined ? [] : [failed];
}

/** What the base image brings: Node in the version of the packages, and npm. */
function addNode(root: string): void {
  const npm = process.env.npm_execpath; // …/npm/bin/npm-cli.js
  if (npm === undefined) throw new Error('Run this as: npm run check:deploy -- --image');
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  chmodSync(join(root, 'usr/local/bin/node'), 0o755);
  const modules = join(root, 'usr/local/lib/node_modules/npm');
  mkdirSync(dirname(modules), { recursive: true });
  cpSync(dirname(dirname(npm)), modules, { recursive: true, dereference: true });
  const start = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n';
  writeFileSync(join(root, 'usr/local/bin/npm'), start, { mode: 0o755 });
}
