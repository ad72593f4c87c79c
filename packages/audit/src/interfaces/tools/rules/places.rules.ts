import { fetchedBy } from '@assay/analysis/flow/shell/install';
import { isSecretName } from '@assay/analysis/models/names/secret-name';
import { toUrlValue } from '@assay/analysis/models/origins/origin';
import { maskSecrets } from '@assay/analysis/result/masking';
import { type JsonNode, type ObjectNode, stringsIn } from '../json/node.ts';
import { type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Launch, Package, Remote, ServerFile } from '../server.ts';
import { spanOf } from '../server.ts';

function launchHits({ at, words }: Launch): ToolHit[] {
  const line = words.join(' ');
  const hits: ToolHit[] = [];
  const add = (severity: 'MEDIUM' | 'HIGH', note: string): void =>
    void hits.push({ at, confidence: 'firm', severity, note });
  if (RUNS_FETCHED.test(line)) add('HIGH', 'It runs what it has just fetched.');
  const plain = line.replace(/^(?:cmd(?:\.exe)?\s+\/c\s+|(?:ba|z)?sh\s+-c\s+|env\s+(?:\w+=\S*\s+)*|sudo\s+)+/i, '');
  for (const { source, pin, name, ecosystem } of fetchedBy(withoutValues(plain))) {
    if ((source === 'git' || source === 'url') && pin !== 'digest')
      add('HIGH', `"${name.slice(0, 80)}" is fetched from an address, whatever stands there.`);
    else if (
      source === 'registry' &&
      pin !== 'exact' &&
      pin !== 'digest' &&
      !(ecosystem === 'docker' && pin === 'range')
    )
      add('MEDIUM', `"${name.slice(0, 80)}" is fetched in whatever version is newest.`);
  }
  if (words.some((word, index) => isSecretArgument(word, words[index + 1])))
    add('HIGH', 'A secret stands on the command line, where every process sees it.');
  return hits;
}

const RUNS_FETCHED =
  /\b(?:curl|wget|iwr|irm|clone|DownloadString)\b[^|;&]{0,300}(?:\||;|&&)\s*(?:sudo\s+)?(?:ba|z|da)?(?:sh|python3?|node|npm|iex)\b|\b(?:bash|sh|eval)\b[^;]{0,20}(?:<\(|\$\()\s*(?:curl|wget)/i;

/** Container options with a value. The value is not an image. */
const CONTAINER_OPTION =
  /\s(?:--(?:cap-drop|cap-add|security-opt|network|net|memory|memory-swap|cpus|cpu-shares|pids-limit|user|mount|volume|tmpfs|env|env-file|name|label|restart|add-host|workdir|entrypoint|ulimit|log-driver|log-opt|shm-size|hostname|ipc|pid|gpus|device|platform|pull|dns|publish|runtime|userns|cgroupns|stop-timeout)|-[vewupmhl])\s+\S+/g;
const withoutValues = (line: string): string =>
  /^(?:docker|podman)\s/.test(line) ? line.replace(CONTAINER_OPTION, '') : line;

const PLACEHOLDER = /^$|^[<[{$%]|\$\{|^(?:your|my|xxx|changeme|placeholder|example|todo|\.{3}|\*+)|[<>{}]|_here$/i;

/** `--token VALUE` or `--token=VALUE` with a real value. */
function isSecretArgument(word: string, next: string | undefined): boolean {
  if (maskSecrets(word) !== word) return true;
  const option = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/.exec(word);
  if (option === null || !isSecretName((option[1] ?? '').replaceAll('-', '_'))) return false;
  const value = option[2] ?? next ?? '';
  return !value.startsWith('-') && value.length >= 6 && !PLACEHOLDER.test(value);
}

const packageHits = ({ at, ecosystem, name, version }: Package): ToolHit[] => {
  const isVersioned = /[@:][\w.-]*\d/.test(name) || /sha256:/.test(name);
  const isExact = version !== undefined && /\d/.test(version) && !/[\^~*<>|x ]|latest/i.test(version);
  if (isExact || isVersioned || /mcpb/i.test(ecosystem)) return [];
  return [
    {
      at,
      confidence: 'firm',
      severity: 'MEDIUM',
      note: `"${name.slice(0, 80)}" is fetched in whatever version is newest.`,
    },
  ];
};

/** Values of `env` that are secrets. */
function environmentHits(file: ServerFile): ToolHit[] {
  return objectsNamed(file.root, /^(?:env|environment|headers)$/i).flatMap((node) =>
    [...stringsIn(node)]
      .filter(({ node: { value }, isKey }) => !isKey && maskSecrets(value) !== value && !PLACEHOLDER.test(value))
      .map(
        ({ node: one }): ToolHit => ({
          at: spanOf(file.view, one),
          confidence: 'firm',
          severity: 'HIGH',
          note: 'A secret is written into the list.',
        }),
      ),
  );
}

function objectsNamed(node: JsonNode, name: RegExp, depth = 0): ObjectNode[] {
  if (depth > 12) return [];
  if (node.kind === 'array') return node.items.flatMap((one) => objectsNamed(one, name, depth + 1));
  if (node.kind !== 'object') return [];
  return node.members.flatMap(({ key, value }) => [
    ...(value.kind === 'object' && name.test(key.value) ? [value] : []),
    ...objectsNamed(value, name, depth + 1),
  ]);
}

const install = toolRule({
  id: 'MCP-12',
  title: 'Unpinned server',
  question: 'Is the install or start command unpinned or remote, or does it contain secrets?',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['CWE-494', 'CWE-829', 'CWE-214', 'OWASP-MCP04'],
  why: 'Code that is fetched at every start can change at every start.',
  fix: 'Pin an exact version or a digest, and pass secrets in the environment of the host.',
  blindTo:
    'A package without an exact version is MEDIUM, an address without a digest HIGH. SUP-01 reviews install scripts of packages.',
  check: ({ files }) =>
    files.flatMap((file) => [
      ...file.launches.flatMap(launchHits),
      ...file.packages.flatMap(packageHits),
      ...environmentHits(file),
    ]),
});

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|host\.docker\.internal)$/i;
const PLACEHOLDER_HOST = /[{<$]/;
const AUTH =
  /^(?:headers|auth|authentication|authorization|security|securityschemes|oauth2?|bearer\w*|token|apikey|api_key|credentials)$/i;

function remoteHits({ at, url, node }: Remote, { root }: ServerFile): ToolHit[] {
  const value = toUrlValue(url);
  const host = value?.host ?? '';
  const hits: ToolHit[] = [];
  const isHere = LOOPBACK.test(host);
  if (/^(?:http|ws):\/\//i.test(url) && !isHere && !PLACEHOLDER_HOST.test(host))
    hits.push({ at, confidence: 'firm', severity: 'HIGH', note: 'Everything goes over the network in the open.' });
  if (/^(?:https?|wss?):\/\/(?:0\.0\.0\.0|\[::\])/i.test(url))
    hits.push({ at, confidence: 'firm', severity: 'HIGH', note: 'It listens on every interface.' });
  if (/[?&](?:api_?key|token|access_token|key|secret|auth)=[^&{<$]{6,}/i.test(url))
    hits.push({ at, confidence: 'firm', severity: 'HIGH', note: 'A credential stands in the address.' });
  if (!isHere && !saysAuth(node) && !saysAuth(root))
    hits.push({ at, confidence: 'firm', severity: 'MEDIUM', note: 'Nothing says how callers prove who they are.' });
  return hits;
}

const saysAuth = (node: JsonNode): boolean =>
  node.kind === 'object' && node.members.some(({ key, value }) => AUTH.test(key.value) && !isNone(value));

const isNone = (value: JsonNode): boolean =>
  (value.kind === 'plain' && (value.value === null || value.value === false)) ||
  (value.kind === 'string' && /^(?:none|no|off|disabled|public|anonymous|optional)?$/i.test(value.value)) ||
  (value.kind === 'object' &&
    (value.members.length === 0 ||
      value.members.some(({ key, value: inner }) => key.value === 'type' && isNone(inner))));

const transport = toolRule({
  id: 'MCP-13',
  title: 'Insecure transport',
  question: 'Does the transport use plain HTTP, or accept any caller?',
  severity: 'HIGH',
  nature: 'weakness',
  references: ['CWE-319', 'CWE-306', 'CWE-441', 'OWASP-MCP07'],
  why: 'Anyone on the network path, or anyone who knows the address, can use the server with the permissions of its users.',
  fix: 'Use HTTPS, authenticate callers, and use separate credentials for other services.',
  blindTo:
    'The rule reads addresses only. An https address without information about authentication is MEDIUM. A reader judges other settings; the running server is not tested.',
  check: ({ files }) => files.flatMap((file) => [...file.remotes.flatMap((remote) => remoteHits(remote, file))]),
});

export const PLACE_RULES: readonly ToolRule[] = [install, transport];
