/** What the pure engine is handed from outside. Each port answers with data; the verdict is a fold over that data. */

/** Reads JavaScript and TypeScript without an error in them, and knows the children of each node. */
export type StrictParser = Pick<typeof import('oxc-parser'), 'parseSync' | 'visitorKeys'>;

export type ParserAssets = {
  /** Native code, loaded with the first text it is to read: many bundles hold none. */
  readonly strict: () => StrictParser;
  /** The tree-sitter runtime, and its grammars, each read with the first text that needs it; as wasm bytes. */
  readonly runtime: Uint8Array;
  readonly python: () => Uint8Array;
  readonly javascript: () => Uint8Array;
  readonly typescript: () => Uint8Array;
  readonly solidity: () => Uint8Array;
  /** Versions for `report.engine.parsers`, e.g. `{ 'oxc-parser': '0.154.0' }`. */
  readonly versions: Readonly<Record<string, string>>;
};

export type RulePack = { readonly id: string; readonly digest: string; readonly text: string };

export type ProbeResult = {
  readonly url: string;
  readonly check: string;
  readonly passed: boolean;
  /** What was measured, where the check is a figure: days of a certificate, milliseconds of an answer. */
  readonly measured?: number;
};
