import { sha256Hex } from '@assay/protocol/digest';
import type { TreeFile } from './git.ts';
import type { Newer } from './newer.ts';

/** The changes of an update, for a reviewer. */
export type Difference = Readonly<Record<'files' | 'capabilities' | 'hosts' | 'warnings', readonly string[]>>;

export function differenceOf(
  before: readonly TreeFile[],
  after: readonly TreeFile[],
  { now, next }: Newer,
): Difference {
  const digests = (files: readonly TreeFile[]) =>
    new Map(files.map(({ path, mode, bytes }) => [path, `${mode} ${sha256Hex(bytes)}`]));
  const [old, fresh] = [digests(before), digests(after)];
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  const files = paths.flatMap((path) => {
    if (!old.has(path)) return [`+ ${path}`];
    if (!fresh.has(path)) return [`- ${path}`];
    return old.get(path) === fresh.get(path) ? [] : [`~ ${path}`];
  });
  const hostsOf = ({ manifest }: Newer['now']) =>
    [...manifest.externalCalls, ...manifest.declaredEndpoints].map((url) => URL.parse(url)?.host ?? url);
  const warningsOf = ({ retainedWarnings }: Newer['now']) =>
    retainedWarnings.map(({ severity, title }) => `${severity} ${title}`);
  return {
    files,
    capabilities: changes(now.manifest.capabilities, next.manifest.capabilities),
    hosts: changes(hostsOf(now), hostsOf(next)),
    warnings: changes(warningsOf(now), warningsOf(next)),
  };
}

function changes(before: readonly string[], after: readonly string[]): string[] {
  const added = [...new Set(after)].filter((each) => !before.includes(each)).map((each) => `+ ${each}`);
  const removed = [...new Set(before)].filter((each) => !after.includes(each)).map((each) => `- ${each}`);
  return [...added, ...removed];
}
