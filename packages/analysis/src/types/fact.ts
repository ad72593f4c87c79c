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

/** A web address and what the ruleset knows of it. On code hosts `owner` is the identity, not the host. */
export type UrlValue = {
  readonly url: string;
  readonly scheme: string;
  readonly host: string;
  readonly owner: string | null;
  readonly origin: OriginClass;
  readonly reason: string;
  /** Parts of the address are filled in at run time. */
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
  'parameter', // of a function nobody in the bundle calls
  'work-file', // whatever another program has put there
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

/** Where in a request the data sits; decides the own-key rule. */
export type SinkPosition = 'auth' | 'header' | 'query' | 'path' | 'body' | 'argument' | 'unknown';

type SourceValue = {
  readonly class: SourceClass;
  readonly label: string;
};

export type SinkValue = {
  readonly class: SinkClass;
  readonly label: string;
  readonly destination: UrlValue | null;
  /** Something goes along of which nobody can tell what it is. */
  readonly isUnstated?: true;
  /** Nothing is sent: whoever comes is shown it. */
  readonly isShown?: true;
};

type FlowValue = {
  readonly source: SourceValue;
  readonly sink: SinkValue;
  readonly position: SinkPosition;
  /** Data passes an encoder, cipher or packer on the way. */
  readonly isEncoded: boolean;
  /** Spans between source and sink, in order, source first. */
  readonly path: readonly Span[];
  /** The way leads through the agent: one instruction reads, another sends. */
  readonly throughAgent: boolean;
  /** Of the screen and what was copied: a clock starts the function that takes or sends it. */
  readonly isStartedAgain?: true;
};

export type ExecutionOrigin =
  | 'download' // fetched bytes
  | 'decoded' // bytes carried in an encoded form
  | 'opaque' // a file of the bundle nobody can read
  | 'outside' // a file that is not in the bundle
  | 'network-input'
  | 'model-output'
  | 'user-input'
  | 'own-tail'; // the file's own appended data

/** Something is run that is not plain code of this bundle. Every spelling of download → run ends here. */
export type ExecutionValue = {
  readonly of: ExecutionOrigin;
  readonly via: 'shell' | 'interpreter' | 'evaluate' | 'binary' | 'installer' | 'import' | 'native';
  readonly from: UrlValue | null;
  /** A digest or signature is checked before the run. */
  readonly isPinned: boolean;
  readonly isElevated: boolean;
  readonly steps: readonly Span[];
  /** Plain text of what is run, when folding recovered it. */
  readonly payload: string | null;
  /** All of it comes out of a decoder, and out of nothing that the user or the net gave. */
  readonly isUnseen?: boolean;
  /** Decoded, it begins as it stands in the text around it: everybody can read it. */
  readonly isShown?: boolean;
};

export type CommandValue = {
  /** Program name without directory and extension, lower case: `curl`. */
  readonly program: string;
  /** Arguments after expansion and folding; a part nobody can know is `␀`. */
  readonly args: readonly string[];
  readonly text: string;
  readonly redirects: readonly { readonly op: string; readonly target: string }[];
  /** Different programs before this one in its pipe, up to a limit. */
  readonly upstream: readonly string[];
  readonly isElevated: boolean;
  readonly isBackground: boolean;
  /** Where packages come from after it. */
  readonly setsIndex?: { readonly url: UrlValue };
};

/** A call in a programming language, its name resolved through imports: `subprocess.run`, `child_process.exec`. */
export type CallValue = {
  readonly callee: string;
  readonly args: readonly (string | null)[];
  readonly named: Readonly<Record<string, string | null>>;
  readonly text: string;
  /** Runs when the file is loaded, not inside a function somebody must call. */
  readonly isTopLevel: boolean;
};

export type PathValue = {
  readonly path: string;
  readonly class: PathClass;
  readonly access: 'read' | 'write' | 'append' | 'delete' | 'list' | 'mention';
  /** What is written, when it is known. */
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
  /** What comes out when it is made visible, cut to a bounded length. */
  readonly revealed: string;
  /** What the revealed text is: nothing much, a directive, code, an address. */
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
  /** Something live runs, extracts or imports it. */
  readonly isExecuted: boolean;
  /** It lies in an archive that nothing names. */
  readonly isKeptShut?: true;
  /** Of what is unread: the readers of this engine end there, and another reader could go on. */
  readonly isBeyondReaders?: boolean;
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
  /** A setting that allows or redirects by itself. */
  setting: { readonly effect: 'approves' | 'redirects'; readonly key: string; readonly value: string };
  /** A step of continuous integration that gives something to strangers; armed when secrets or rights go with it. */
  pipeline: {
    readonly risk: 'stranger-code' | 'stranger-words' | 'secret-to-stranger' | 'secret-in-log';
    readonly detail: string;
    readonly isArmed: boolean;
  };
  /** Configuration that gives rights away when it is applied. */
  policy: {
    readonly effect: 'all-rights' | 'foreign-trust' | 'open-door' | 'trail-removed';
    readonly text: string;
  };
  /** A value that came from the user or its files is exchanged for a payment address written in the code. */
  replacement: { readonly name: string; readonly by: string };
  /** Harm that shows in how a program is built. */
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
  /** A container is given a part of its host; of the host itself, or only of something on it. */
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
  /** A line where a lexical scan found tokens of these roles: a place to read, never evidence. */
  hint: {
    readonly roles: readonly string[];
    readonly weight: number;
    readonly isWeak?: boolean;
    readonly isKeyFile?: boolean;
  };
  /** Seen when the code ran; the target is an address or a command line. */
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
