import { basename, resolve } from 'node:path';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { readInstalled } from '../install/digests.ts';
import { fetchAudits, parseAudits, storeImport } from '../install/imports.ts';
import { EMPTY_LOCK, LOCK_FILE, readLock, writeLock } from '../install/lock.ts';
import { isInForce, SKILL_NAME, type Trusted } from '../install/trusted.ts';
import { dayAfter, distrustForUser, ownName, TRUST_DAYS, trustForUser } from '../install/user-trust.ts';
import { count } from '../render/lines.ts';
import { toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';

type Approval = { readonly reason: string; readonly days: number | undefined; readonly isForLock: boolean };

/** The digest of a folder that can be approved: it has a SKILL.md and is readable in full. */
async function digestFolder(folder: string, { cwd }: Terminal): Promise<{ name: string; digest: string }> {
  const path = resolve(cwd, folder);
  const { content, digests } = await readInstalled(path).catch((error: Error) => {
    throw new UsageError(`${folder} cannot be read: ${error.message}`, { cause: error });
  });
  const [odd] = content.unreadable ?? [];
  if (odd !== undefined)
    throw new UsageError(`${folder}/${odd} is a link or cannot be read, so the skill cannot be approved.`);
  if (!content.files.some((file) => file.path === 'SKILL.md'))
    throw new UsageError(`There is no SKILL.md in ${folder}.`);
  const name = basename(path);
  if (!SKILL_NAME.test(name))
    throw new UsageError(`${name} is not a valid skill name. Use letters, digits and . _ - only.`);
  return { name, digest: digests.bundleSha256 };
}

export async function trustFolder(
  folder: string,
  { reason, days, isForLock }: Approval,
  terminal: Terminal,
): Promise<ExitCode> {
  const { name, digest } = await digestFolder(folder, terminal);
  const entry: Trusted = { name, reason, by: ownName(), until: dayAfter(terminal.today, days ?? TRUST_DAYS.default) };
  if (isForLock) {
    const lock = readLock(terminal.cwd) ?? EMPTY_LOCK;
    writeLock(terminal.cwd, { ...lock, trusted: { ...lock.trusted, [digest]: entry } });
  } else trustForUser(terminal, { [digest]: entry });
  terminal.out(
    `${name} is trusted until ${entry.until} for sha256 ${digest} (${isForLock ? LOCK_FILE : 'your settings'})\n`,
  );
  return EXIT.safe;
}

export async function untrustFolder(folder: string, terminal: Terminal): Promise<ExitCode> {
  const { name, digest } = await digestFolder(folder, terminal);
  distrustForUser(terminal, digest);
  const lock = readLock(terminal.cwd);
  if (lock !== undefined && Object.hasOwn(lock.trusted, digest)) {
    const { [digest]: _, ...trusted } = lock.trusted;
    writeLock(terminal.cwd, { ...lock, trusted });
  }
  terminal.out(`${name} is no longer trusted\n`);
  return EXIT.safe;
}

export async function importAudits(
  url: string,
  { isForUser }: { readonly isForUser: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const text = await fetchAudits(url);
  const audits = parseAudits(text, url);
  const ended = Object.values(audits).filter((entry) => !isInForce(entry, terminal.today)).length;
  const amount = `${count(Object.keys(audits).length, 'approval')} (${ended} expired)`;
  if (isForUser) {
    const last = dayAfter(terminal.today, TRUST_DAYS.max);
    const capped = Object.entries(audits).map(([digest, entry]) => [
      digest,
      { ...entry, until: entry.until < last ? entry.until : last },
    ]);
    trustForUser(terminal, Object.fromEntries(capped));
    terminal.out(`accepted ${amount} from ${toSafeText(url)} in your settings\n`);
    return EXIT.safe;
  }
  const sha256 = storeImport(terminal.cwd, text);
  const lock = readLock(terminal.cwd) ?? EMPTY_LOCK;
  const imports = [...lock.imports.filter((each) => each.url !== url), { url, sha256 }].sort((a, b) =>
    a.url < b.url ? -1 : 1,
  );
  writeLock(terminal.cwd, { ...lock, imports });
  terminal.out(
    `accepted ${amount} from ${toSafeText(url)} for this project, pinned by sha256 ${sha256} in ${LOCK_FILE}\n`,
  );
  return EXIT.safe;
}
