import { basename, relative, sep } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import type { Service } from '../service/connect.ts';
import type { Terminal } from '../terminal.ts';
import { type Digests, digestsOf, readInstalled } from './digests.ts';
import { type Checkout, fetchCommit, type TreeFile } from './git.ts';
import { isPlugin, type PluginParts, readPlugin } from './plugin.ts';
import { type Provenance, sealedProvenance } from './provenance.ts';
import { type Source, toTransport } from './source.ts';
import { SKILL_NAME } from './trusted.ts';

/** A skill that may be installed: its bytes in memory and their provenance. The project does not contain it yet. */
export type Candidate = {
  readonly name: string;
  readonly files: readonly TreeFile[];
  readonly digests: Digests;
  readonly given: Provenance;
  /** The certificate that these bytes must have. `undefined`: any certificate of the digest. */
  readonly certificateId: string | undefined;
  /** For a whole plugin: what its hosts start or load. */
  readonly plugin?: PluginParts;
};

type Needs = { readonly service: Service; readonly terminal: Terminal; readonly host: string | undefined };

export async function openCandidate(source: Source, needs: Needs): Promise<Candidate> {
  switch (source.kind) {
    case 'local':
      return openLocal(source.folder, needs.terminal);
    case 'git':
      return openGit(source, needs);
    case 'listing':
      return openListing(source.id, needs);
  }
}

async function openLocal(folder: string, { cwd }: Terminal): Promise<Candidate> {
  const { content, files, digests } = await readInstalled(folder).catch((error: Error) => {
    throw new UsageError(`${folder} cannot be read: ${error.message}`, { cause: error });
  });
  const [odd] = content.unreadable ?? [];
  if (odd !== undefined) throw new UsageError(`${folder}/${odd} is a link or cannot be read, so it is not installed.`);
  const source = `local:${relative(cwd, folder).split(sep).join('/') || '.'}`;
  return toCandidate(files, digests, { source, path: '.', commit: null }, basename(folder));
}

async function openGit(
  { url, ref, path }: Extract<Source, { kind: 'git' }>,
  { terminal, host }: Needs,
): Promise<Candidate> {
  const checkout = await fetchCommit({ url: toTransport(url, host), ref }, terminal.config.gitEnvironment);
  try {
    const folder = chooseFolder(checkout, path, url);
    const files = await checkout.read(folder);
    const fallback = basename(folder === '.' ? url : folder);
    return toCandidate(files, digestsOf(files), { source: url, path: folder, commit: checkout.commit }, fallback);
  } finally {
    await checkout.close();
  }
}

const SKILLS_MAX = 100;

/** Every skill at or below the source's folder, all of one commit: the skills of a plugin or of a whole repository. */
export async function openAll(source: Source, { terminal, host }: Needs): Promise<Candidate[]> {
  if (source.kind !== 'git') throw new UsageError('--all needs a git repository: OWNER/REPO[/FOLDER] or its address.');
  const { url, ref, path } = source;
  const checkout = await fetchCommit({ url: toTransport(url, host), ref }, terminal.config.gitEnvironment);
  try {
    const isMeant = (folder: string) => path === undefined || folder === path || folder.startsWith(`${path}/`);
    const folders = checkout.skills.filter(isMeant);
    const where = path === undefined ? url : `${path} in ${url}`;
    if (folders.length === 0) throw new UsageError(`${where} contains no SKILL.md.`);
    if (folders.length > SKILLS_MAX) throw new UsageError(`${where} contains more than ${SKILLS_MAX} skills.`);
    const found: Candidate[] = [];
    for (const folder of folders) {
      const files = await checkout.read(folder);
      const given = { source: url, path: folder, commit: checkout.commit };
      found.push(toCandidate(files, digestsOf(files), given, basename(folder === '.' ? url : folder)));
    }
    const twice = found.find(({ name }, index) => found.findIndex((each) => each.name === name) !== index);
    if (twice !== undefined)
      throw new UsageError(`${twice.name} is the name of several skills in ${where}. Add them one by one.`);
    return found;
  } finally {
    await checkout.close();
  }
}

/** Matches by path, else by folder name. Several skills without a choice are an error for the user, not a guess. */
function chooseFolder({ skills, plugins }: Checkout, wanted: string | undefined, url: string): string {
  const all = [...plugins, ...skills];
  const list = all.slice(0, 30).join(', ');
  if (all.length === 0) throw new UsageError(`${url} contains no SKILL.md and no plugin.`);
  if (wanted === undefined) {
    if (all.includes('.')) return '.';
    const [only] = skills.length === 1 ? skills : all;
    if ((skills.length === 1 || all.length === 1) && only !== undefined) return only;
    throw new UsageError(`${url} contains ${all.length} skills and plugins. Name one of them: ${list}`);
  }
  const found = all.includes(wanted) ? [wanted] : all.filter((folder) => basename(folder) === wanted);
  const [folder] = found;
  if (found.length === 1 && folder !== undefined) return folder;
  const why =
    found.length === 0
      ? `There is no skill or plugin ${wanted} in ${url}`
      : `${wanted} is the name of ${found.length} skills or plugins in ${url}. Name the path of one`;
  throw new UsageError(`${why}. Found there: ${list}`);
}

/** A listing names its certificate, and the certificate names the commit. Content that is delivered only to buyers is not fetched here. */
async function openListing(id: string, needs: Needs): Promise<Candidate> {
  const { service } = needs;
  const listing = await service.api.call('readListing', { params: { listingId: id } });
  if (listing.state !== 'ACTIVE')
    throw new UsageError(`The listing of ${listing.name} is ${listing.state}, so it cannot be added.`);
  if (listing.delivery !== 'SOURCE')
    throw new UsageError(`${listing.name} is delivered to its buyers as files. Buy it, then run: assay add ./FOLDER`);
  const { record } = await service.client.verify(listing.certificateId);
  const sealed = record && sealedProvenance(record.source, ['SKILL.md']);
  if (!sealed)
    throw new UsageError(
      `The certificate of ${listing.name} names no repository. Get the files, then run: assay add ./FOLDER`,
    );
  const { source: url, path, commit } = sealed;
  const opened = await openGit(
    { kind: 'git', url, ref: commit ?? undefined, path: path === '.' ? undefined : path },
    needs,
  );
  return { ...opened, certificateId: listing.certificateId };
}

function toCandidate(files: readonly TreeFile[], digests: Digests, given: Provenance, fallback: string): Candidate {
  if (isPlugin(files.map(({ path }) => path))) {
    const plugin = readPlugin(files);
    return { name: plugin.name, files, digests, given, certificateId: undefined, plugin };
  }
  const entry = files.find(({ path }) => path === 'SKILL.md');
  if (entry === undefined) throw new UsageError(`There is no SKILL.md in ${given.source} ${given.path}.`);
  const own = frontMatterName(new TextDecoder().decode(entry.bytes));
  const name = own !== undefined && SKILL_NAME.test(own) ? own : fallback;
  if (!SKILL_NAME.test(name))
    throw new UsageError(`${name} is not a valid name for a skill folder. Use letters, digits and . _ - only.`);
  return { name, files, digests, given, certificateId: undefined };
}

/** Hosts require the folder to have the name in SKILL.md. */
function frontMatterName(text: string): string | undefined {
  const [, front = ''] = /^\uFEFF?---\r?\n(.*?)\r?\n---/s.exec(text) ?? [];
  const [, value] = /^name[ \t]*:[ \t]*(.*)$/m.exec(front) ?? [];
  return value?.trim().replaceAll(/^["']|["']$/g, '');
}
