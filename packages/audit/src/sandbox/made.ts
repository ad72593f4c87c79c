const MADE_KINDS = ['command', 'python', 'javascript', 'file'] as const;

/** A text that came to be while a unit ran: a command that it started, code that it had evaluated, a file that it left. */
export type Made = {
  readonly kind: (typeof MADE_KINDS)[number];
  readonly text: string;
  /** Of a file: below the working folder, or with `~` for the home folder. */
  readonly path: string;
};

export const MADE_LIMITS = { texts: 24, chars: 16_384, pathChars: 240 } as const;

/** Everything once, in an order that no environment decides. */
export function mergeMade(runs: readonly (readonly Made[])[]): Made[] {
  const all = new Map(runs.flat().map((made) => [JSON.stringify([made.kind, made.path, made.text]), made]));
  return [...all.keys()]
    .sort()
    .flatMap((key) => all.get(key) ?? [])
    .slice(0, MADE_LIMITS.texts);
}

/** Foreign data: `undefined` unless it is exactly such a list. */
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
