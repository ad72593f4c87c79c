const MADE_KINDS = ['command', 'python', 'javascript', 'file'] as const;

/** A text produced while a unit ran: a started command, evaluated code, or a file left behind. */
export type Made = {
  readonly kind: (typeof MADE_KINDS)[number];
  readonly text: string;
  /** For a file: relative to the working folder, or with `~` for the home folder. */
  readonly path: string;
};

export const MADE_LIMITS = { texts: 48, chars: 16_384, pathChars: 240 } as const;

/** Reported if texts were cut: many harmless texts must not hide a further one. */
export const MADE_UNREAD = 'it made more commands, code and files than are read';

/** Each text once, sorted independently of the environment. */
export function mergeMade(runs: readonly (readonly Made[])[]): { readonly texts: Made[]; readonly isCut: boolean } {
  const all = new Map(runs.flat().map((made) => [JSON.stringify([made.kind, made.path, made.text]), made]));
  const keys = [...all.keys()].sort().slice(0, MADE_LIMITS.texts);
  return { texts: keys.flatMap((key) => all.get(key) ?? []), isCut: all.size > MADE_LIMITS.texts };
}

/** Validates untrusted data: `undefined` unless it is exactly such a list. */
export function parseMade(value: unknown): Made[] | undefined {
  if (!Array.isArray(value) || value.length > MADE_LIMITS.texts) return undefined;
  const made = value.map(parseOne);
  return made.every((one) => one !== undefined) ? made : undefined;
}

function parseOne(value: unknown): Made | undefined {
  const { kind, text, path }: Record<string, unknown> = Object(value);
  const known = MADE_KINDS.find((name) => name === kind);
  if (known === undefined || typeof text !== 'string' || typeof path !== 'string') return undefined;
  if (text.length > MADE_LIMITS.chars || path.length > MADE_LIMITS.pathChars) return undefined;
  return { kind: known, text, path };
}
