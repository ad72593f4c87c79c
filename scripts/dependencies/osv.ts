/** Which locked packages a list of OSV records names. Pure. See https://ossf.github.io/osv-schema/. */

type OsvEvent = { readonly introduced?: string; readonly fixed?: string; readonly last_affected?: string };
export type OsvRecord = {
  readonly id: string;
  readonly modified: string;
  readonly summary?: string;
  /** The time at which the record turned out to be wrong. */
  readonly withdrawn?: string;
  readonly affected: readonly {
    readonly package: { readonly ecosystem: string; readonly name: string };
    readonly ranges?: readonly { readonly type: string; readonly events: readonly OsvEvent[] }[];
    readonly versions?: readonly string[];
  }[];
};
type Installed = { readonly name: string; readonly version: string };

/** Negative if `a` precedes `b`, by the rules of Semantic Versioning 2.0.0; build metadata does not count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [toParts(a), toParts(b)];
  for (let at = 0; at < 3; at++) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.pre.length === 0 || right.pre.length === 0) return right.pre.length - left.pre.length;
  for (let at = 0; at < Math.max(left.pre.length, right.pre.length); at++) {
    const difference = compareIdentifiers(left.pre[at], right.pre[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function toParts(version: string) {
  const [core = '', ...pre] = (version.split('+')[0] ?? '').split('-');
  return { numbers: core.split('.').map(Number), pre: pre.length === 0 ? [] : pre.join('-').split('.') };
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const isNumber = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber[0] && isNumber[1]) return Number(a) - Number(b);
  if (isNumber[0] !== isNumber[1]) return isNumber[0] ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Events in the order of versions: the last one at or before the version decides. */
function isInRange(version: string, events: readonly OsvEvent[]): boolean {
  const points = events.flatMap(({ introduced, fixed, last_affected: last }) => {
    if (introduced !== undefined)
      return [{ at: introduced === '0' ? '0.0.0-0' : introduced, order: 1, isAffected: true }];
    if (fixed !== undefined) return [{ at: fixed, order: 0, isAffected: false }];
    return last === undefined ? [] : [{ at: last, order: 2, isAffected: false }];
  });
  points.sort((a, b) => compareVersions(a.at, b.at) || a.order - b.order);
  let isAffected = false;
  for (const point of points) {
    const order = compareVersions(version, point.at);
    // The last affected version itself is affected.
    if (order > 0 || (order === 0 && point.order < 2)) isAffected = point.isAffected;
  }
  return isAffected;
}

export function findVulnerable(installed: readonly Installed[], records: readonly OsvRecord[]): string[] {
  const standing = records.filter(({ withdrawn }) => withdrawn === undefined);
  return standing.flatMap(({ id, summary = '', affected }) =>
    affected
      .filter((one) => one.package.ecosystem === 'npm')
      .flatMap(({ package: { name }, ranges = [], versions = [] }) =>
        installed
          .filter((one) => one.name === name)
          .filter(
            ({ version }) =>
              versions.includes(version) ||
              ranges.some(({ type, events }) => type === 'SEMVER' && isInRange(version, events)),
          )
          .map(({ version }) => `${name} ${version}: ${id} ${summary}`.trim()),
      ),
  );
}

/** Ranges as npm writes them (`>=1.0.0 <1.2.3 || =2.0.0`) as OSV events. */
export function toEvents(range: string): OsvEvent[][] {
  return range.split('||').map((part) => {
    const comparators = [...part.matchAll(/(>=|<=|<|>|=)?\s*v?(\d[^\s]*)/g)];
    const lower = comparators.find(([, sign = '=']) => sign !== '<' && sign !== '<=');
    const upper = comparators.find(([, sign = '=']) => sign !== '>' && sign !== '>=');
    const introduced = { introduced: lower?.[2] ?? '0' };
    if (upper === undefined) return [introduced];
    const [, sign, version = ''] = upper;
    return [introduced, sign === '<' ? { fixed: version } : { last_affected: version }];
  });
}
