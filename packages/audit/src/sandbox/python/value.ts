/** What the interpreter knows of a Python value. Unknown is the empty value: it never stops the interpretation. */
export type Value = {
  /** The text or bytes (latin1 for bytes), as far as known. */
  text: string;
  /** The dotted library name it stands for, such as `os.environ` or `requests.Session()`. */
  ref?: string;
  items?: Value[];
  fields?: Map<string, Value>;
  /** Set for a file or path object. */
  path?: string;
  /** Runs a function the code defined. */
  call?: (args: CallArguments) => Value;
};
export type CallArguments = { positional: Value[]; named: Map<string, Value> };

export const VALUE_LIMITS = { textCharsMax: 65_536, itemsMax: 64 } as const;

export const UNKNOWN: Value = Object.freeze({ text: '' });
export const textValue = (text: string): Value => ({ text: text.slice(0, VALUE_LIMITS.textCharsMax) });
export const refValue = (ref: string): Value => ({ text: '', ref });
export const listValue = (items: Value[]): Value => ({ text: '', items: items.slice(0, VALUE_LIMITS.itemsMax) });

/** All text a value holds, nested values included: what would leave if it were sent. */
export function flatten(value: Value | undefined, depth = 0): string {
  if (value === undefined || depth > 6) return '';
  const parts = [value.text];
  for (const item of value.items ?? []) parts.push(flatten(item, depth + 1));
  for (const [name, field] of value.fields ?? []) parts.push(name, flatten(field, depth + 1));
  return parts.filter(Boolean).join(' ').slice(0, VALUE_LIMITS.textCharsMax);
}

const isKnown = (value: Value): boolean =>
  value.text !== '' ||
  value.ref !== undefined ||
  value.items !== undefined ||
  value.fields !== undefined ||
  value.call !== undefined;

/** Two branches assigned the same name: keep what is known, and let what both hold flow on. */
export function join(a: Value | undefined, b: Value): Value {
  if (a === undefined || !isKnown(a)) return b;
  if (!isKnown(b)) return a;
  if (a.text !== '' && b.text !== '' && a.text !== b.text)
    return { ...b, items: [...(b.items ?? []), a].slice(0, VALUE_LIMITS.itemsMax) };
  return b;
}

/** `'%s of %s' % (a, b)` and `'{} of {}'.format(a, b)`. */
export function fillIn(template: string, value: Value): string {
  const values = value.items ?? [value];
  let next = 0;
  return template.replace(/%[-+ #0]*\d*(?:\.\d+)?[sdrfx]|\{[^{}]*\}/g, (slot) => {
    const name = /^\{(\w+)/.exec(slot)?.[1];
    const chosen =
      name !== undefined && Number.isNaN(Number(name))
        ? value.fields?.get(name)
        : values[name === undefined ? next++ : Number(name)];
    return flatten(chosen);
  });
}
