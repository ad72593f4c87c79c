const CAMEL = /([a-z0-9])([A-Z])/g;

/** Member names in RPC form. Words in capitals such as `FOOD` are unchanged. */
const toSnake = (name: string): string =>
  name.replaceAll(CAMEL, (_, before: string, after: string) => `${before}_${after.toLowerCase()}`);

/** REST answers with the member names of RPC. Values are unchanged. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toSnake(name), toSnakeCase(member)]));
}

export const toSnakeObject = (value: object): Record<string, unknown> => toSnakeCase(value) as Record<string, unknown>;
