import { shown, type Value } from '../value.ts';

export type Options = {
  /** Option name without dashes → its values in order. */
  readonly options: ReadonlyMap<string, readonly Value[]>;
  readonly operands: readonly Value[];
};

/**
 * Splits arguments the way getopt does. `valued` lists the options that take a value, short ones as single letters.
 * Clusters (`-sSLo file`) and `--name=value` are understood.
 */
export function readOptions(args: readonly Value[], valued: ReadonlySet<string>): Options {
  const options = new Map<string, Value[]>();
  const operands: Value[] = [];
  const put = (name: string, value: Value | undefined): void => {
    options.set(name, [...(options.get(name) ?? []), ...(value === undefined ? [] : [value])]);
  };
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined) break;
    const text = shown(arg);
    if (text === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      const name = equals === -1 ? text.slice(2) : text.slice(2, equals);
      if (equals !== -1) put(name, { ...arg, text: text.slice(equals + 1) });
      else if (valued.has(name)) put(name, args[++index]);
      else put(name, undefined);
    } else if (text.startsWith('-') && text.length > 1) index = readCluster(text, arg, index);
    else operands.push(arg);
  }
  return { options, operands };

  function readCluster(text: string, arg: Value, at: number): number {
    const long = text.slice(1);
    // Tools like find, nc and PowerShell use one dash for words.
    if (valued.has(long)) {
      put(long, args[at + 1]);
      return at + 1;
    }
    for (let letter = 1; letter < text.length; letter += 1) {
      const name = text[letter] ?? '';
      if (!valued.has(name)) {
        put(name, undefined);
        continue;
      }
      const rest = text.slice(letter + 1);
      put(name, rest === '' ? args[at + 1] : { ...arg, text: rest });
      return rest === '' ? at + 1 : at;
    }
    return at;
  }
}

export const has = (read: Options, ...names: readonly string[]): boolean =>
  names.some((name) => read.options.has(name));

export const all = (read: Options, ...names: readonly string[]): Value[] =>
  names.flatMap((name) => read.options.get(name) ?? []);
