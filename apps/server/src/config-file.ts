/** Reads settings from a file in addition to the environment. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';

type Variables = Record<string, string | undefined>;

/**
 * The environment overrides the file that ASSAY_CONFIG names. Returns the names in the file so that `readConfig` can
 * report unknown ones.
 */
export function readSettings(environment: Variables): { env: Variables; fileNames: readonly string[] } {
  const path = environment.ASSAY_CONFIG;
  if (path === undefined || path === '') return { env: environment, fileNames: [] };
  const file = readFile(path);
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { env: { ...file, ...Object.fromEntries(given) }, fileNames: Object.keys(file) };
}

function readFile(path: string): Variables {
  try {
    const text = readFileSync(path, 'utf8');
    return text.trimStart().startsWith('{') ? fromJson(text) : parseEnv(text);
  } catch (error) {
    throw new ConfigError(`ASSAY_CONFIG is invalid: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/** Numbers and lists of strings are converted to text. Nested values stay JSON. */
function fromJson(text: string): Variables {
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(members.map(([name, value]) => [name, toText(value)]));
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  const isWords = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isWords ? value.join(',') : JSON.stringify(value);
}
