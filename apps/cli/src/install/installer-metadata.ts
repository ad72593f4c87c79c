import type { LocalFile, VerifyRecord } from '@assay/client';
import { type Provenance, sealedProvenance } from './provenance.ts';
import { isSameRepository } from './source.ts';

/** The files are the certified bundle except for fields that an installer added to SKILL.md. */
export const EXCEPT_METADATA = 'MATCH_EXCEPT_INSTALLER_METADATA';

export type InstallerMetadata = Readonly<Record<string, string>>;

/**
 * The fields below `metadata` that `gh skill install` writes (hasInstallMetadata in cli/cli, November 2026), and the
 * form of each. Agents read these values, so the form is only the first condition; `isOfOrigin` is the second.
 */
const FIELDS: Readonly<Record<string, RegExp>> = {
  'github-path': /^[A-Za-z0-9._/-]{1,200}$/,
  'github-pinned': /^[A-Za-z0-9._/-]{1,200}$/,
  'github-ref': /^[A-Za-z0-9._/-]{1,200}$/,
  'github-repo': /^https:\/\/github\.com\/[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/,
  'github-tree-sha': /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
};
/** Limits values to a length that is too short for an instruction. */
const SHORT_REPOSITORY =
  /^https:\/\/github\.com\/[A-Za-z0-9]{1,20}(?:-[A-Za-z0-9]{1,20})?\/[A-Za-z0-9]{1,20}(?:[._-][A-Za-z0-9]{1,20}){0,2}$/;
const SHORT_REF =
  /^(?:[0-9a-f]{40}|[0-9a-f]{64}|(?:refs\/heads\/)?(?:main|master)|(?:refs\/tags\/)?v?\d{1,4}(?:\.\d{1,4}){0,3}(?:-(?:alpha|beta|rc)(?:\.?\d{1,4})?)?)$/;

/** The origin of the files without these fields. `sealed` is undefined if no certificate states it. */
export type Origin = {
  readonly name: string;
  readonly sealed: (Pick<Provenance, 'source' | 'path'> & { readonly ref: string | null }) | undefined;
};

export function originOf(name: string, source: VerifyRecord['source'] | undefined): Origin {
  const sealed = source && sealedProvenance(source, ['SKILL.md']);
  return { name, sealed: sealed && { source: sealed.source, path: sealed.path, ref: source.ref } };
}

/** Whether each field matches the sealed origin, or contains only a digest, a version or a name. */
export const isOfOrigin = (metadata: InstallerMetadata, origin: Origin): boolean =>
  Object.entries(metadata).every(([key, value]) => {
    switch (key) {
      case 'github-path':
        return isOwnPath(value, origin);
      case 'github-repo':
        // `gh skill update` takes the next version from there.
        return origin.sealed === undefined
          ? SHORT_REPOSITORY.test(value)
          : isSameRepository(value, origin.sealed.source);
      case 'github-tree-sha':
        return true;
      default:
        return SHORT_REF.test(value) || value.replace(/^refs\/(?:heads|tags)\//, '') === origin.sealed?.ref;
    }
  });

function isOwnPath(value: string, { name, sealed }: Origin): boolean {
  const folder = value === 'SKILL.md' ? '.' : value.replace(/\/SKILL\.md$/, '');
  return (sealed === undefined ? ['.', name, `skills/${name}`] : [sealed.path]).includes(folder);
}

/** SKILL.md without these fields, and their values; `undefined` if there are none or one has another form. */
export function stripMetadata(
  text: string,
): { readonly text: string; readonly metadata: InstallerMetadata } | undefined {
  const [front] = /^---\r?\n.*?\r?\n---(?=\r?\n|$)/s.exec(text) ?? [];
  if (front === undefined) return undefined;
  const lines = front.split('\n');
  const at = lines.findIndex((line) => /^metadata:\r?$/.test(line));
  if (at < 0 || lines.slice(at + 1).some((line) => /^metadata:/.test(line))) return undefined;
  const end = lines.findIndex((line, index) => index > at && !/^[ ]+\S/.test(line));
  const children = lines.slice(at + 1, end);
  const [indent = ''] = /^ +/.exec(children[0] ?? '') ?? [];
  const metadata: Record<string, string> = {};
  const kept: string[] = [];
  for (const line of children) {
    const [, space, key = '', value = ''] = /^( +)(github-[a-z-]+): (\S+)\r?$/.exec(line) ?? [];
    if (space === undefined) kept.push(line);
    else if (space !== indent || Object.hasOwn(metadata, key) || !isField(key, value)) return undefined;
    else metadata[key] = value;
  }
  if (Object.keys(metadata).length === 0) return undefined;
  const block = kept.length === 0 ? [] : [lines[at] ?? '', ...kept];
  const stripped = [...lines.slice(0, at), ...block, ...lines.slice(end)].join('\n');
  return { text: `${stripped}${text.slice(front.length)}`, metadata };
}

const isField = (key: string, value: string): boolean =>
  Object.hasOwn(FIELDS, key) && FIELDS[key]?.test(value) === true;

/** The same files with the SKILL.md from before the installation. */
export function withoutMetadata<File extends LocalFile>(
  files: readonly File[],
): { readonly files: readonly File[]; readonly metadata: InstallerMetadata } | undefined {
  const entry = files.find(({ path }) => path === 'SKILL.md');
  if (entry === undefined) return undefined;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry.bytes);
  const stripped = stripMetadata(text);
  if (stripped === undefined) return undefined;
  const bytes = new TextEncoder().encode(stripped.text);
  return { files: files.map((file) => (file === entry ? { ...file, bytes } : file)), metadata: stripped.metadata };
}
