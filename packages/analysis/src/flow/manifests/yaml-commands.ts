import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { asLine } from './json.ts';
import { childOf, entriesOf, itemsOf, parseYaml, textOf, type YamlNode } from './yaml-tree.ts';

/** Files whose keys hold command lines, by the file name of a tool or by their content. */
const NAMES =
  /(?:^|\/)(?:\.gitlab-ci|\.travis|appveyor|\.appveyor|bitbucket-pipelines|azure-pipelines|cloudbuild|buildspec|\.drone|\.woodpecker|\.cirrus|codemagic|taskfile|lefthook|\.lefthook|\.pre-commit-config|\.pre-commit-hooks|(?:docker-)?compose[\w.-]*|action|playbook|site|user-data|cloud-init|\.gitpod|mise|snapcraft|pipeline|tasks|skaffold|tilt|dagger|earthly|wercker|\.buildkite\/\w+)\.ya?ml$|(?:^|\/)\.circleci\/|(?:^|\/)\.(?:buildkite|woodpecker|gitlab)\//i;
const SHAPES =
  /^(?:services|stages|pipelines|steps|tasks|runcmd|bootcmd|repos|hooks|before_script|script):|^[ \t]{2,4}(?:before_|after_)?script:[ \t]*\n[ \t]+- |^kind:\s*["']?(?:Config|Pod|Deployment|DaemonSet|Job|CronJob|StatefulSet|ReplicaSet|Task|Pipeline)\b|^\s*-?\s*hosts:|^#cloud-config/m;

/** Keys that hold a command line or a list of command lines. */
const COMMAND_KEYS = new Set(
  'run runs script scripts before_script after_script before_install after_success install cmd cmds command commands entrypoint entry shell bash sh pwsh powershell exec test init prebuild postbuild pre_build post_build build runcmd bootcmd lifecycle preStart postStart preStop healthcheck ansible.builtin.shell ansible.builtin.command win_shell raw args'.split(
    ' ',
  ),
);
const PARTS_MAX = 4_000;

/** Analyses the command lines of pipelines, containers and playbooks. Records settings that weaken container isolation. */
export function recordYamlCommands(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  if (!NAMES.test(unit.file) && !SHAPES.test(view.text)) return;
  const cut = (): void => analysis.recorder.limit('commands of a YAML file', unit.file);
  let left = PARTS_MAX;
  const run = (text: string, start: number, end: number): void => {
    left -= 1;
    if (left <= 0) cut();
    else if (text.trim().length > 2)
      analysis.descend({ lang: 'shell', text, at: { view, start, end }, unit, origin: 'hook', layer: null });
  };
  const walk = (node: YamlNode, key: string, depth: number): void => {
    if (depth > DEPTH_MAX) {
      cut();
      return;
    }
    const isCommand = COMMAND_KEYS.has(key);
    if (node.kind === 'text' && isCommand) run(node.text, node.start, node.end);
    else if (node.kind === 'list' && isCommand) runList(node, key, run);
    if (node.kind === 'map') {
      recordContainer(analysis, unit, node);
      runVector(node, run);
    }
    for (const [name, inner] of entriesOf(node)) walk(inner, name, depth + 1);
    for (const item of itemsOf(node)) if (item.kind !== 'text') walk(item, item.kind === 'map' ? '' : key, depth + 1);
  };
  for (const file of parseYaml(view.text, cut)) walk(file, '', 0);
}

const DEPTH_MAX = 16;

/** Joins a program under `command` or `entrypoint` with its arguments under `args`. */
function runVector(node: YamlNode, run: (text: string, start: number, end: number) => void): void {
  const command = childOf(node, 'command') ?? childOf(node, 'entrypoint');
  const args = itemsOf(childOf(node, 'args')).flatMap((item) => (item.kind === 'text' ? [item] : []));
  const [first] = args;
  if (first === undefined || command === undefined) return;
  const program = command.kind === 'text' ? [command.text] : itemsOf(command).map(textOf);
  run(asLine([...program, ...args.map(({ text }) => text)]), first.start, args.at(-1)?.end ?? first.end);
}

/** Keys whose list is the words of one command. The list of any other key is a list of command lines. */
const VECTORS = new Set(
  'command cmd entrypoint args exec test healthcheck preStart postStart preStop runcmd bootcmd shell raw'.split(' '),
);

/** `["sh", "-c", "…"]` is one command, a list of lines is several. */
function runList(
  node: YamlNode & { kind: 'list' },
  key: string,
  run: (text: string, start: number, end: number) => void,
): void {
  const words = node.items.flatMap((item) => (item.kind === 'text' ? [item] : []));
  const [first] = words;
  if (first === undefined) return;
  const isVector = VECTORS.has(key) && !/\s/.test(first.text.trim()) && words.length > 1;
  if (isVector) run(asLine(words.map(({ text }) => text)), first.start, words.at(-1)?.end ?? first.end);
  else for (const word of words) run(word.text, word.start, word.end);
}

const TRUE = /^(?:true|yes|host)$/i;
const HOST_ROOT =
  /^\/:|^\/$|^\/(?:etc|root|home|var\/run|run|proc|sys|dev)(?:\/|:|$)|docker\.sock|containerd\.sock|source=\/,/;

/** Monitoring tools use a read-only mount of the host root. It cannot change the host. */
const READ_ONLY = /^\/:[^:]+:(?:[\w,]*,)?ro(?:,|$)/;

/** Container keys that expose the host: kernel capabilities, host processes, host files and the socket of the engine. */
function recordContainer(analysis: Analysis, unit: Unit, node: YamlNode): void {
  const { view } = unit.span;
  const add = (what: string, at: YamlNode, isHost: boolean): void =>
    analysis.recorder.add('boundary', { what, isHost }, unit, {
      view,
      start: at.start,
      end: at.kind === 'text' ? at.end : at.start + 1,
    });
  for (const [key, value] of entriesOf(node)) {
    const text = textOf(value).trim();
    if (/^(?:privileged|hostPID|hostIPC|allowPrivilegeEscalation|pid|ipc|userns_mode)$/.test(key) && TRUE.test(text))
      add(`${key}: ${text}`, value, key !== 'allowPrivilegeEscalation' && key !== 'ipc' && key !== 'userns_mode');
    if (key === 'hostPath')
      for (const [name, path] of entriesOf(value))
        if (name === 'path' && HOST_ROOT.test(textOf(path)))
          add(`hostPath ${textOf(path)}`, path, /^\/$|\.sock/.test(textOf(path)));
    if (key === 'volumes')
      for (const item of itemsOf(value)) {
        const source =
          item.kind === 'text' ? item.text : textOf(entriesOf(item).find(([name]) => name === 'source')?.[1]);
        const mounted = source.split(':')[0] ?? '';
        if (isSecretPath(classifyPath(mounted))) add(`volume ${mounted}`, item, true);
        else if (HOST_ROOT.test(source))
          add(`volume ${source}`, item, /^\/(?::|$)|\.sock/.test(source) && !READ_ONLY.test(source));
      }
    if (key === 'cap_add' || key === 'add')
      for (const item of itemsOf(value))
        if (/^(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE)$/.test(textOf(item)))
          add(`capability ${textOf(item)}`, item, true);
  }
}
