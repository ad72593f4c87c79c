import { parse } from 'smol-toml';
import { nestsDeeper } from '../../languages/code/nesting.ts';

const TOML_LIMITS = { charsMax: 1_048_576, nestingMax: 64 } as const;

/** A TOML file as its own grammar reads it; `undefined` where it is none, or more than is read. */
export function parseToml(text: string): Record<string, unknown> | undefined {
  if (text.length > TOML_LIMITS.charsMax || nestsDeeper(text, TOML_LIMITS.nestingMax)) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined; // read by its lines alone
  }
}
