import { createHash } from 'node:crypto';
import { readFolder } from '@assay/client/read-folder';
import { DEFAULT_URL, toBase } from '../service/address.ts';
import type { Terminal } from '../terminal.ts';
import { memberOf, type OwnSettings, readOwnBundles } from './own-settings.ts';
import { OWN_SKILL_SHA256 } from './own-skill.ts';
import type { Target } from './tool-use.ts';

type Options = { readonly url?: string | undefined };

const MINUTE_MS = 60_000;
/** The lifetime of a signed certificate status. */
const STATUS_AGE_MINUTES = 15;

/** The targets that this user neither approved nor found valid with an own command within the age that the policy allows. */
export async function findUntrusted(
  targets: readonly Target[],
  options: Options,
  settings: OwnSettings,
  terminal: Pick<Terminal, 'config' | 'today'>,
): Promise<Target[]> {
  const { trusted, maxStatusAgeMinutes = STATUS_AGE_MINUTES } = settings;
  const known = await readOwnBundles(terminal);
  const base = toBase(options.url ?? terminal.config.url ?? settings.url ?? DEFAULT_URL);
  const isLetThrough = async (folder: string, isUnnamed: boolean): Promise<boolean> => {
    const digest = await digestOf(folder);
    if (digest === undefined) return false;
    if (digest === OWN_SKILL_SHA256) return true;
    const until = memberOf(trusted, digest)?.until;
    if (typeof until === 'string' && /^\d{4}-\d\d-\d\d$/.test(until) && terminal.today <= until) return true;
    const { service, checkedAt } = memberOf(known, digest) ?? {};
    const ageMs = typeof checkedAt === 'string' ? Date.now() - Date.parse(checkedAt) : Number.NaN;
    // A bundle that the call does not name needs no new request while its bytes match the lock.
    const isRecent = isUnnamed || ageMs < maxStatusAgeMinutes * MINUTE_MS;
    return base !== undefined && service === base && ageMs >= 0 && isRecent;
  };
  const left = await Promise.all(
    targets.map(async (target): Promise<Target | undefined> => {
      if (target.kind === 'folder')
        return (await isLetThrough(target.path, target.isFound === true)) ? undefined : target;
      if (target.kind !== 'reach') return target;
      const isTrusted = await Promise.all(target.skills.map(({ path }) => isLetThrough(path, true)));
      const skills = target.skills.filter((_, index) => !isTrusted[index]);
      return skills.length === 0 ? undefined : { ...target, skills };
    }),
  );
  return left.filter((target) => target !== undefined);
}

/** The digest by which a bundle is certified; `undefined` for a folder that cannot be read in full. */
async function digestOf(folder: string): Promise<string | undefined> {
  const { files, unreadable = [] } = await readFolder(folder).catch(() => ({ files: [], unreadable: ['.'] }));
  if (unreadable.length > 0 || files.some(({ path }) => path.includes('\0') || !path.isWellFormed())) return undefined;
  const lines = files.map(({ path, bytes }) => ({
    key: Buffer.from(path),
    line: `${path}\0${createHash('sha256').update(bytes).digest('hex')}\n`,
  }));
  lines.sort((a, b) => Buffer.compare(a.key, b.key));
  return createHash('sha256')
    .update(lines.map(({ line }) => line).join(''))
    .digest('hex');
}
