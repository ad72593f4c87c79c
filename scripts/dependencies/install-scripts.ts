/**
 * Packages that may run a program when they are installed, compared with the list of those that were read. Pure. npm runs
 * the scripts that `allowScripts` does not name, so a denial must be written as well.
 */

type Locked = { readonly version?: string; readonly hasInstallScript?: boolean };
export type Review = { readonly version: string; readonly runs: boolean; readonly reason: string };

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

export function findUnreviewed(
  packages: Readonly<Record<string, Locked>>,
  reviews: Readonly<Record<string, Review>>,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { version = '' }]) => ({ name: nameOf(path), version }));
  const unread = withScript
    .filter(({ name, version }) => reviews[name]?.version !== version)
    .map(
      ({ name, version }) =>
        `${name} ${version}: its install script was not reviewed. Read it, then add it to the list.`,
    );
  const stale = Object.keys(reviews)
    .filter((name) => !withScript.some((one) => one.name === name))
    .map((name) => `${name}: reviewed, but it has no install script any more. Remove it from the list.`);
  const different = withScript
    .filter(({ name }) => reviews[name] !== undefined && reviews[name].runs !== allowScripts[name])
    .map(({ name }) => `${name}: the list and allowScripts in package.json do not agree.`);
  const unused = Object.keys(allowScripts)
    .filter((name) => !withScript.some((one) => one.name === name))
    .map((name) => `${name}: in allowScripts in package.json, but it has no install script. Remove it there.`);
  return [...unread, ...stale, ...different, ...unused];
}
