const CAMEL = /([a-z0-9])([A-Z])/g;

/** Names of members as RPC writes them; words in capitals such as `FOOD` stay what they are. */
const toSnake = (name: string): string =>
  name.replaceAll(CAMEL, (_, before: string, after: string) => `${before}_${after.toLowerCase()}`);

/** What REST serves, with the members that RPC callers expect. Values are left alone. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toSnake(name), toSnakeCase(member)]));
}

export const toSnakeObject = (value: object): Record<string, unknown> => toSnakeCase(value) as Record<string, unknown>;
