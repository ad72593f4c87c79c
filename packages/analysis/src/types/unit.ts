import type { Discourse } from './report.ts';
import type { Span, View } from './view.ts';

const LANGUAGES = [
  'markdown',
  'text',
  'shell',
  'powershell',
  'batch',
  'python',
  'javascript',
  'typescript',
  'ruby',
  'php',
  'go',
  'perl',
  'lua',
  'rust',
  'java',
  'csharp',
  'c',
  'swift',
  'applescript',
  'sql',
  'html',
  'svg',
  'yaml',
  'json',
  'toml',
  'ini',
  'dockerfile',
  'makefile',
  'unknown',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** How a file becomes relevant, strongest first. */
const REACHES = ['entry', 'directed', 'linked', 'imported', 'auto', 'none'] as const;
/**
 * `entry`: the entry document. `directed`: a document tells the agent or the user to read or run it. `linked`:
 * mentioned or linked. `imported`: used by reachable code. `auto`: a tool runs it without a reference (package script,
 * hook, conftest).
 */
export type Reach = (typeof REACHES)[number];

/** Location of a piece of code or prose: a whole file, or a part of a document. */
export type UnitOrigin =
  | 'file'
  | 'fence'
  | 'inline' // code span
  | 'stray' // a command line in a fence that declares another language
  | 'prose' // a command written as plain text
  | 'comment'
  | 'frontmatter'
  | 'hook'
  | 'package-script'
  | 'decoded'
  | 'argument' // code passed to an interpreter: `python -c …`, `sh -c …`
  | 'startup' // a command that a schedule, a service, a profile or a registry key starts
  | 'carried'; // a command in the arguments or settings of an unrelated program

/** One range of text in one language. `span.view` holds the exact text to parse. */
export type Unit = {
  readonly id: number;
  readonly lang: Language;
  readonly origin: UnitOrigin;
  readonly span: Span;
  readonly file: string;
  readonly reach: Reach;
  /** The unit whose text contains this one. */
  readonly within: Unit | null;
};

export type SignalFamily = 'structure' | 'grammar' | 'code-form';
export type DiscourseSignal = { readonly family: SignalFamily; readonly name: string };

/** The class of a span and the evidence for it; demotion counts distinct families. */
export type DiscourseReading = { readonly context: Discourse; readonly signals: readonly DiscourseSignal[] };

export type DiscoursePort = { classify(span: Span): DiscourseReading };

/** The discourse module's knowledge about a bundle, set once before any span is classified. */
export type DiscourseInput = {
  readonly entry: string | null;
  /** One whole-file view per text file, sorted by path. */
  readonly files: readonly View[];
  readonly languageOf: (file: string) => Language;
  readonly reachOf: (file: string) => Reach;
  readonly units: readonly Unit[];
};
