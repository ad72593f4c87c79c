import type { Made } from './run-text.ts';

/** Kinds of observation in a sandbox run. `persist` is a write (or command) that survives the session. */
export const OBSERVATION_KINDS = ['read', 'write', 'delete', 'exec', 'net', 'env', 'dns', 'persist', 'limit'] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** The planted secrets, named after what they imitate. */
export const CANARY_NAMES = [
  'agent-config',
  'browser-profile',
  'cloud-key',
  'dotenv',
  'env-token',
  'gh-token',
  'npm-token',
  'pypi-token',
  'shell-history',
  'ssh-key',
  'wallet-seed',
] as const;
export type CanaryName = (typeof CANARY_NAMES)[number];

/** Encoding in which a canary was observed; plain text has no `via` tag. */
export const ENCODINGS = ['base64', 'gzip', 'hex', 'partial', 'reversed', 'rot13', 'url'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Notable properties of an act. An observation has a sorted set of them. */
export type DataTag =
  | `canary:${CanaryName}` // a planted secret was read or sent
  | `via:${Encoding}`
  | `env:${string}` // contains the planted value of the named variable
  | 'auth' // the secret is in the credential position of the request, and nowhere else
  | 'background' // left running after the unit ended
  | 'bulk-env' // the whole environment, not one variable
  | 'decoded' // the executed text came out of a decoder
  | 'downloaded' // the executed text came from the fake network
  | 'emulated' // the command was imitated, not run
  | 'missing' // the command or package is unknown; it was recorded and returned no output
  | 'outside-work' // a place outside the bundle's own folder and the temporary folders
  | 'second-stage' // downloaded or decoded content was executed
  | 'shell' // an interactive shell was attached to a connection
  | 'upload'; // the request carried a body

/** The environments in which a unit runs: each differs from `base` in one respect. */
export const VARIANTS = ['base', 'clock', 'user', 'ci', 'platform'] as const;
export type Variant = (typeof VARIANTS)[number];

export type Observation = {
  unit: string;
  kind: ObservationKind;
  /** Path, URL, host, command line or limit name; canaries masked, the home folder written `~`, bounded in length. */
  target: string;
  data: DataTag[];
  /** Position within the unit: acts are numbered in the order they were attempted. */
  step: number;
  /**
   * `run`: attempted by code that ran. `inferred`: derived from a syntax tree; it occurs only in stored reports,
   * because every current engine runs code.
   */
  basis: 'run' | 'inferred';
  /** Set if the act occurred in some environments only: behaviour gated on date, user, CI or platform (PI-11). */
  onlyIn?: Variant[];
};

/** A unit, command or branch that was not exercised, or the part after a limit. */
export type Gap = { unit: string; reason: string };

export type SandboxMode = 'embedded' | 'hardened';
export type SandboxRun = {
  mode: SandboxMode;
  /** Ids of the units that were run or interpreted, to their end or to a limit. */
  exercised: string[];
  gaps: Gap[];
  observations: Observation[];
  /** Output of each unit that printed anything; not part of a report. */
  printed: Printed[];
  /** Commands, evaluated code and files that each unit produced; not part of a report. */
  made: { unit: string; made: Made }[];
};
/** Identical output in several environments is stored once. */
type Printed = { unit: string; text: string };

/** An agent reads only the beginning of a program's output, so instructions further down have no effect. */
export const PRINTED_LIMITS = { chars: 8_192, texts: 3 } as const;

export type RiskLevel = 'LOW' | 'MEDIUM' | 'HIGH';
/** `Report.sandbox`. The mode is published with the level: a level means little without it. */
export type SandboxReport = {
  mode: 'none' | SandboxMode;
  riskLevel: RiskLevel;
  units: number;
  exercised: number;
  notExercised: Gap[];
  observations: Observation[];
};
