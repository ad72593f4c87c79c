/** `key == "ACME_BOARD"`, or a pattern that matches only this name. */
const IS_NAME =
  /^\(?\s*(?:(\w{1,40})\s*={2,3}\s*["'](\w{1,80})["']|re\.(?:search|match|fullmatch)\(\s*r?["']\^(\w{1,80})\$["']\s*,\s*(\w{1,40})\s*\)|\/\^(\w{1,80})\$\/\.test\(\s*(\w{1,40})\s*\))\s*\)?$/;
const ENVIRONMENT = String.raw`(?:(?:os\.)?environ\.items\(\)|Object\.entries\(\s*process\.env\s*\))`;
const LOOK_BACK_CHARS = 300;

/** A test for one name inside `for key, value in environ.items()`: returns the name of the value and of its variable. */
export function pairedWith(head: string, before: string, body: string): [string, string] | undefined {
  const [, left, equal, pattern, searched, literal, asked] = IS_NAME.exec(head.trim()) ?? [];
  const key = left ?? searched ?? asked;
  const variable = equal ?? pattern ?? literal;
  if (key === undefined || variable === undefined || /\bel(?:se|if|sif)\b/.test(body)) return undefined;
  const pairs = new RegExp(
    `\\bfor\\b[^\\n]{0,20}?\\b${key}\\s*,\\s*(\\w{1,40})\\s*\\]?\\s*(?:in|of)\\s+${ENVIRONMENT}`,
  );
  const lines = before.slice(-LOOK_BACK_CHARS);
  const value = pairs.exec(lines)?.[1];
  return value === undefined ? undefined : [value, variable];
}
