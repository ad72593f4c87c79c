/** Third-party tools read the log: the library of the Go checksum database, and OpenSSL for an attestation. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBase64, preAuthenticationEncoding, type StatementEnvelope, type TrustRoot } from '@assay/protocol';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('interop/main.go', import.meta.url));
/** Where golang.org/x/mod is: by default where Debian's golang-golang-x-mod-dev puts it. */
const LIBRARIES = process.env.GOPATH ?? '/usr/share/gocode';
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** Undefined where Go or its library is not installed. */
export async function readWithGo(prefix: string, verifierKey: string, folder: string): Promise<string | undefined> {
  if (!has('go', 'version') || !has('test', '-d', `${LIBRARIES}/src/golang.org/x/mod/sumdb/tlog`)) return undefined;
  const binary = join(folder, 'interop');
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: LIBRARIES, GOCACHE: join(folder, 'cache'), GOFLAGS: '' };
  await run('go', ['build', '-o', binary, PROGRAM], { env });
  const { stdout } = await run(binary, [prefix, verifierKey]);
  return stdout.trim();
}

/** Undefined where there is no OpenSSL. */
export async function verifyWithOpenssl(envelope: StatementEnvelope, root: TrustRoot, folder: string) {
  if (!has('openssl', 'version')) return undefined;
  const [signature] = envelope.signatures;
  const key = root.keys.find(({ keyId }) => keyId === signature?.keyid);
  const bytes = (text: string | undefined) => Buffer.from(findBase64(text ?? '') ?? []);
  const file = (name: string) => join(folder, name);
  await writeFile(file('message'), preAuthenticationEncoding(envelope.payloadType, bytes(envelope.payload)));
  await writeFile(file('signature'), bytes(signature?.sig));
  await writeFile(file('key.der'), Buffer.concat([SPKI_PREFIX, bytes(key?.publicKey)]));
  const words = [
    'pkeyutl',
    '-verify',
    '-pubin',
    '-keyform',
    'DER',
    '-inkey',
    file('key.der'),
    '-rawin',
    '-in',
    file('message'),
  ];
  const { stdout } = await run('openssl', [...words, '-sigfile', file('signature')]);
  return stdout.trim();
}
