import type { InstructionValue } from './instruction.ts';
import type { Capability, Discourse } from './report.ts';
import type { Reach, Unit } from './unit.ts';
import type { Span } from './view.ts';

const ORIGIN_CLASSES = [
  'package-index',
  'vendor-installer',
  'code-host',
  'docs',
  'file-drop',
  'paste',
  'shortener',
  'tunnel',
  'collector',
  'chat-webhook',
  'dynamic-dns',
  'raw-ip',
  'loopback',
  'reserved',
  'unknown',
] as const;
export type OriginClass = (typeof ORIGIN_CLASSES)[number];

/** A web address and its classification. On code hosts, `owner` is the identity, not the host. */
export type UrlValue = {
  readonly url: string;
  readonly scheme: string;
  readonly host: string;
  readonly owner: string | null;
  readonly origin: OriginClass;
  readonly reason: string;
  /** Parts of the address are known only at run time. */
  readonly isDynamic: boolean;
};

const PATH_CLASSES = [
  'ssh-key',
  'cloud-credential',
  'token-file',
  'env-file',
  'browser-store',
  'keychain',
  'password-store',
  'wallet',
  'system-secret',
  'agent-secret',
  'agent-transcript',
  'agent-config',
  'agent-memory',
  'skill-folder',
  'shell-profile',
  'shell-history',
  'scheduler',
  'service-unit',
  'authorized-keys',
  'sudoers',
  'hosts-file',
  'git-hook',
  'git-config',
  'log-file',
  'container-socket',
  'device',
  'root',
  'home',
  'system',
  'temp',
  'workspace',
  'other',
] as const;
export type PathClass = (typeof PATH_CLASSES)[number];

const SOURCE_CLASSES = [
  'secret-file',
  'named-secret',
  'environment', // all of it
  'user-file',
  'conversation',
  'memory',
  'clipboard',
  'screen',
  'keylog',
  'microphone',
  'keychain',
  'wallet',
  'browser',
  'system-info',
  'metadata-service',
  'network-input',
  'model-output',
  'user-input',
  'argv',
  'stdin',
  'parameter', // of a function without a caller in the bundle
  'work-file', // a file that another program wrote
] as const;
export type SourceClass = (typeof SOURCE_CLASSES)[number];

const SINK_CLASSES = [
  'network',
  'dns',
  'execute',
  'evaluate',
  'write',
  'persist',
  'agent-config',
  'agent-memory',
  'delete',
  'render',
  'message',
  'money',
  'log',
  'sql',
  'deserialise',
  'html',
  'extract',
] as const;
type SinkClass = (typeof SINK_CLASSES)[number];

/** Position of the data in a request; decides the own-key rule. */
export type SinkPosition = 'auth' | 'header' | 'query' | 'path' | 'body' | 'argument' | 'unknown';

type SourceValue = {
  readonly class: SourceClass;
  readonly label: string;
};

export type SinkValue = {
  readonly class: SinkClass;
  readonly label: string;
  readonly destination: UrlValue | null;
  /** The request also carries data of unknown content. */
  readonly isUnstated?: true;
};

type FlowValue = {
  readonly source: SourceValue;
  readonly sink: SinkValue;
  readonly position: SinkPosition;
  /** An encoder, cipher or packer transforms the data on the way. */
  readonly isEncoded: boolean;
  /** Spans from source to sink, in order, source first. */
  readonly path: readonly Span[];
  /** The flow passes through the agent: one instruction reads, another sends. */
  readonly throughAgent: boolean;
};

export type ExecutionOrigin =
  | 'download' // fetched bytes
  | 'decoded' // bytes carried in an encoded form
  | 'opaque' // a file of the bundle that cannot be parsed
  | 'outside' // a file that is not in the bundle
  | 'network-input'
  | 'model-output'
  | 'user-input'
  | 'own-tail'; // the file's own appended data

/** Execution of something other than plain code of this bundle. Every form of download → run produces this fact. */
export type ExecutionValue = {
  readonly of: ExecutionOrigin;
  readonly via: 'shell' | 'interpreter' | 'evaluate' | 'binary' | 'installer' | 'import' | 'native';
  readonly from: UrlValue | null;
  /** A digest or signature is verified before execution. */
  readonly isPinned: boolean;
  readonly isElevated: boolean;
  readonly steps: readonly Span[];
  /** Plain text of the executed code, if constant folding recovered it. */
  readonly payload: string | null;
  /** All of the code comes from a decoder, and none of it from the user or the network. */
  readonly isUnseen?: boolean;
  /** The decoded code begins with text that is also visible in the surrounding file. */
  readonly isShown?: boolean;
};

export type CommandValue = {
  /** Program name without directory and extension, lower case: `curl`. */
  readonly program: string;
  /** Arguments after expansion and folding; an unknown part is `␀`. */
  readonly args: readonly string[];
  readonly text: string;
  readonly redirects: readonly { readonly op: string; readonly target: string }[];
  /** Distinct programs before this one in its pipeline, up to a limit. */
  readonly upstream: readonly string[];
  readonly isElevated: boolean;
  readonly isBackground: boolean;
  /** The package index that the command configures for later installs. */
  readonly setsIndex?: { readonly url: UrlValue };
};

/** A call in a programming language, its name resolved through imports: `subprocess.run`, `child_process.exec`. */
export type CallValue = {
  readonly callee: string;
  readonly args: readonly (string | null)[];
  readonly named: Readonly<Record<string, string | null>>;
  readonly text: string;
  /** Runs when the file is loaded, without a call of a function. */
  readonly isTopLevel: boolean;
};

export type PathValue = {
  readonly path: string;
  readonly class: PathClass;
  readonly access: 'read' | 'write' | 'append' | 'delete' | 'list' | 'mention';
  /** The written content, if known. */
  readonly content: string | null;
};

export type DependencyValue = {
  readonly ecosystem: 'npm' | 'pypi' | 'cargo' | 'go' | 'gem' | 'brew' | 'apt' | 'docker' | 'action' | 'other';
  readonly name: string;
  readonly spec: string;
  readonly pin: 'digest' | 'exact' | 'range' | 'none';
  readonly source: 'registry' | 'index' | 'git' | 'url' | 'path';
  readonly url: UrlValue | null;
  readonly via: 'manifest' | 'lockfile' | 'install' | 'runner';
};

export type ConcealmentValue = {
  readonly technique:
    | 'tag-characters'
    | 'zero-width'
    | 'bidi'
    | 'mixed-script'
    | 'encoded-run'
    | 'assembled-sink'
    | 'displacement'
    | 'styled-away'
    | 'packed-code'
    | 'own-tail'
    | 'terminal-control'
    | 'steganography'
    | 'html-comment'
    | 'link-title'
    | 'variation-selectors';
  /** The revealed text, cut to a bounded length. */
  readonly revealed: string;
  /** Kind of the revealed text. */
  readonly carries: 'nothing' | 'text' | 'directive' | 'command' | 'url' | 'binary';
};

export type IntegrityValue = {
  readonly problem:
    | 'budget'
    | 'native-binary'
    | 'bytecode'
    | 'encrypted'
    | 'corrupt-archive'
    | 'unsupported-archive'
    | 'archive-limit'
    | 'type-mismatch'
    | 'trailing-data'
    | 'undecodable'
    | 'unread-part'
    | 'readings-differ'
    | 'unread'
    | 'path-escape'
    | 'link-escape'
    | 'link-inside'
    | 'name-collision'
    | 'reserved-name'
    | 'pointer'
    | 'missing-file'
    | 'unparsed-sink'
    | 'frontmatter'
    | 'entry-ambiguous'
    | 'entry-contradicts'
    | 'entry-missing';
  readonly detail: string;
  /** Live content runs, extracts or imports the file. */
  readonly isExecuted: boolean;
  /** The file is in an archive that nothing references. */
  readonly isKeptShut?: true;
};

type SecretValue = { readonly provider: string; readonly masked: string; readonly isSample: boolean };

/** The value of each kind of fact. Rules name a kind and get exactly its type. */
export type FactValues = {
  instruction: InstructionValue;
  command: CommandValue;
  execution: ExecutionValue;
  call: CallValue;
  url: UrlValue;
  path: PathValue;
  env: { readonly name: string; readonly isSecret: boolean };
  secret: SecretValue;
  source: SourceValue;
  sink: SinkValue;
  flow: FlowValue;
  import: { readonly module: string };
  dependency: DependencyValue;
  script: { readonly name: string; readonly command: string; readonly isLifecycle: boolean };
  hook: { readonly event: string; readonly command: string };
  grant: { readonly tool: string; readonly scope: string };
  /** A setting that approves or redirects without further action. */
  setting: { readonly effect: 'approves' | 'redirects'; readonly key: string; readonly value: string };
  /** A CI step that exposes something to third parties. It is armed if secrets or rights are exposed with it. */
  pipeline: {
    readonly risk: 'untrusted-code' | 'untrusted-text' | 'secret-to-third-party' | 'secret-in-log';
    readonly detail: string;
    readonly isArmed: boolean;
  };
  /** Configuration that grants rights when it is applied. */
  policy: {
    readonly effect: 'all-rights' | 'foreign-trust' | 'open-door' | 'trail-removed';
    readonly text: string;
  };
  /** The address in user input or a user's file is replaced by a payment address in the code. */
  replacement: { readonly name: string; readonly by: string };
  /** Harm that is visible in the structure of a program. */
  shape: {
    readonly harm:
      | 'door'
      | 'codes-run'
      | 'timed-destruction'
      | 'page-watch'
      | 'home-scrambled'
      | 'home-removed'
      | 'remote-shell'
      | 'account'
      | 'relay'
      | 'hostage'
      | 'renewed'
      | 'watch';
    readonly text: string;
  };
  /** A container gets access to a part of its host: the host itself, or a service on it. */
  boundary: { readonly what: string; readonly isHost: boolean };
  capability: { readonly name: Capability };
  link: { readonly text: string; readonly target: string; readonly url: UrlValue | null };
  image: { readonly alt: string; readonly target: string; readonly url: UrlValue | null };
  comment: { readonly text: string };
  concealment: ConcealmentValue;
  integrity: IntegrityValue;
  trigger: { readonly text: string; readonly breadth: 'narrow' | 'broad' | 'everything' };
  identity: { readonly claim: string; readonly name: string };
  loop: { readonly isBounded: boolean; readonly does: readonly string[] };
  reference: { readonly target: string; readonly exists: boolean; readonly isRun: boolean };
  field: { readonly name: string; readonly text: string };
  /** A line where the lexical scan found tokens of these roles: a place to read, never evidence. */
  hint: {
    readonly roles: readonly string[];
    readonly weight: number;
    readonly isWeak?: boolean;
    readonly isKeyFile?: boolean;
  };
  /** Observed when the code ran; the target is an address or a command line. */
  deed: { readonly deed: 'secret-sent' | 'shell-opened'; readonly target: string; readonly what: string };
};
export type FactKind = keyof FactValues;

export type FactOf<K extends FactKind> = {
  readonly kind: K;
  readonly value: FactValues[K];
  readonly file: string;
  readonly span: Span;
  readonly unit: Unit;
  readonly context: Discourse;
  readonly reach: Reach;
};
export type Fact = { [K in FactKind]: FactOf<K> }[FactKind];
