/** Ports of the pure engine. Each port returns data; the verdict is a fold over that data. */

/** Parses error-free JavaScript and TypeScript, and knows the child keys of each node type. */
export type StrictParser = Pick<typeof import('oxc-parser'), 'parseSync' | 'visitorKeys'>;

export type ParserAssets = {
  /** Native code, loaded with the first JavaScript text: many bundles contain none. */
  readonly strict: () => StrictParser;
  /** The tree-sitter runtime and its grammars as wasm bytes. Each grammar is read with the first text that needs it. */
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
  /** Measured value of a numeric check: days until a certificate expires, milliseconds of a response. */
  readonly measured?: number;
};
