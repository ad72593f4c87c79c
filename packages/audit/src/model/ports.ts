/** What the pure engine is handed from outside. Each port answers with data; the verdict is a fold over that data. */

/** Reads JavaScript and TypeScript without an error in them. */
export type StrictParser = typeof import('oxc-parser').parseSync;

export type ParserAssets = {
  /** Native code, loaded with the first text it is to read: many bundles hold none. */
  readonly strict: () => StrictParser;
  /** The tree-sitter runtime and grammars as wasm bytes. */
  readonly runtime: Uint8Array;
  readonly python: Uint8Array;
  readonly javascript: Uint8Array;
  readonly typescript: Uint8Array;
  /** Read with the first contract: most bundles are none. */
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
