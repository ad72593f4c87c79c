/** Command-line options: all values of each option, and the remaining words. */
type Options = { all(...names: string[]): string[]; has(...names: string[]): boolean; rest: string[] };

/**
 * Reads `-x value`, `-xvalue`, `-abc`, `--name value` and `--name=value`.
 * `takesValue` lists the options that have a value, short ones with one dash.
 */
export function readOptions(args: readonly string[], takesValue: ReadonlySet<string>): Options {
  const found: [name: string, value: string][] = [];
  const rest: string[] = [];
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (arg === '--') {
      rest.push(...queue.splice(0));
    } else if (arg.startsWith('--')) {
      const [name = arg, ...value] = arg.split('=');
      const isSplit = value.length === 0 && takesValue.has(name);
      found.push([name, isSplit ? (queue.shift() ?? '') : value.join('=')]);
    } else if (arg.startsWith('-') && arg.length > 1) {
      readShort(arg.slice(1), queue, takesValue, found);
    } else {
      rest.push(arg);
    }
  }
  return {
    rest,
    all: (...names) => found.filter(([name]) => names.includes(name)).map(([, value]) => value),
    has: (...names) => found.some(([name]) => names.includes(name)),
  };
}

function readShort(letters: string, queue: string[], takesValue: ReadonlySet<string>, found: [string, string][]): void {
  for (let index = 0; index < letters.length; index += 1) {
    const name = `-${letters[index]}`;
    if (!takesValue.has(name)) {
      found.push([name, '']);
      continue;
    }
    const attached = letters.slice(index + 1);
    found.push([name, attached === '' ? (queue.shift() ?? '') : attached]);
    return;
  }
}
