import { parse } from 'smol-toml';
import { nestsDeeper } from '../../languages/code/nesting.ts';

const TOML_LIMITS = { charsMax: 1_048_576, nestingMax: 64 } as const;

/** Parses a TOML file; `undefined` when it is not valid TOML or exceeds a limit. */
export function parseToml(text: string): Record<string, unknown> | undefined {
  if (text.length > TOML_LIMITS.charsMax || nestsDeeper(text, TOML_LIMITS.nestingMax)) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined; // the caller reads its lines instead
  }
}
