import { isRecord } from './json.ts';

const HOOK_DEPTH_MAX = 6;

/** Every `command` inside a hook's settings, however they are nested. */
export function commandsIn(value: unknown, depth: number): string[] {
  if (depth > HOOK_DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((item) => commandsIn(item, depth + 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'command' && typeof inner === 'string' ? [inner] : commandsIn(inner, depth + 1),
  );
}
