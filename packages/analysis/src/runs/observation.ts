import type { Made } from './made.ts';

/** What a sandbox run can report. `persist` is a write (or command) that survives the session. */
export const OBSERVATION_KINDS = ['read', 'write', 'delete', 'exec', 'net', 'env', 'dns', 'persist', 'limit'] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** The planted secrets, by what they imitate. */
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

/** How a canary was disguised when it was seen; plain text has no `via` tag. */
export const ENCODINGS = ['base64', 'gzip', 'hex', 'partial', 'reversed', 'rot13', 'url'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What is notable about one act. An observation carries a sorted set of these. */
export type DataTag =
  | `canary:${CanaryName}` // a planted secret was read or sent
  | `via:${Encoding}`
  | `env:${string}` // the named variable's planted value was in it
  | 'auth' // the secret stood where a request's credential belongs, and nowhere else
  | 'background' // left running after the unit ended
  | 'bulk-env' // the whole environment, not one variable
  | 'decoded' // the executed text came out of a decoder
  | 'downloaded' // the executed text came from the fake network
  | 'emulated' // the command was imitated, not run
  | 'missing' // nothing is known of the command or package; it was recorded and answered with silence
  | 'outside-work' // a place outside the bundle's own folder and the temporary folders
  | 'second-stage' // downloaded or decoded content was executed
  | 'shell' // an interactive shell was tied to a connection
  | 'upload'; // the request carried a body

/** The environments a unit is run in: each differs from `base` in one respect. */
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
  /** `run`: attempted by code that ran. `inferred`: read off a syntax tree, as stored reports have it; every engine runs by now. */
  basis: 'run' | 'inferred';
  /** Set when the act happened in some environments only: behaviour gated on date, user, CI or platform (PI-11). */
  onlyIn?: Variant[];
};

/** Something that was not exercised: a unit, a command, a branch, or what came after a limit. */
export type Gap = { unit: string; reason: string };

export type SandboxMode = 'embedded' | 'hardened';
export type SandboxRun = {
  mode: SandboxMode;
  /** Ids of the units that were run or interpreted, to their end or to a limit. */
  exercised: string[];
  gaps: Gap[];
  observations: Observation[];
  /** What was printed by each unit that printed anything; no part of a report. */
  printed: Printed[];
  /** What each unit started, had evaluated or left in files; no part of a report. */
  made: { unit: string; made: Made }[];
};
/** A text that two environments print alike stands here once. */
type Printed = { unit: string; text: string };

/** An agent reads the beginning of what a program prints; orders that stand further down are for nobody. */
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
