/** Converts a local folder or archive to a draft: packs it in the browser and takes the name from its SKILL.md. */
import { unzipSync, zipSync } from 'fflate';
import { toDecimal } from '../ui/format.ts';

export type Upload = {
  readonly archiveBase64: string;
  readonly productType: string;
  readonly name: string | undefined;
  readonly fileNames: readonly string[];
  readonly bytes: number;
};

/** A request body has at most 8 MiB, of which base64 leaves three quarters. */
const ARCHIVE_BYTES_MAX = 5_900_000;
const SKILL_MD = /(^|\/)SKILL\.md$/;
const SKILL_BYTES_MAX = 256 * 1024;
/** Git's own files are not part of a product. */
const OWN_OF_GIT = /(^|\/)\.git(\/|$)/;
const CHUNK = 0x8000;

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
};

/** The `name` of a SKILL.md's front matter. */
export function toSkillName(text: string): string | undefined {
  const [, head = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const [, name = ''] = /^name:[ \t]*["']?([^"'\r\n#]+)/m.exec(head) ?? [];
  return name.trim() === '' ? undefined : name.trim();
}

/** A suggestion from the file names. The user can change it. */
function toProductType(paths: readonly string[]): string {
  const isSkill = paths.some((path) => SKILL_MD.test(path));
  const isApi = paths.some((path) => /(^|\/)(openapi|swagger)\.(json|ya?ml)$/i.test(path));
  if (isSkill) return isApi ? 'SKILL+API' : 'SKILL';
  if (isApi) return 'API';
  return paths.some((path) => path.endsWith('.sol')) ? 'CONTRACT' : 'TOOL';
}

function toUpload(archive: Uint8Array, fileNames: readonly string[], skill: Uint8Array | undefined): Upload {
  if (archive.length > ARCHIVE_BYTES_MAX) {
    const size = toDecimal(archive.length / 1_000_000, 1);
    throw new Error(
      `The packed folder has ${size} MB; the limit for uploads is ${ARCHIVE_BYTES_MAX / 1_000_000} MB. Use a repository address instead.`,
    );
  }
  return {
    archiveBase64: toBase64(archive),
    productType: toProductType(fileNames),
    name: skill === undefined ? undefined : toSkillName(new TextDecoder().decode(skill)),
    fileNames,
    bytes: archive.length,
  };
}

const findSkill = (files: Readonly<Record<string, Uint8Array>>): Uint8Array | undefined => {
  const paths = Object.keys(files).filter((path) => SKILL_MD.test(path));
  const [nearest] = paths.sort((one, other) => one.split('/').length - other.split('/').length);
  return nearest === undefined ? undefined : files[nearest];
};

/** A folder as the browser provides it: every path begins with the folder's own name, which is removed. */
export async function readFolder(files: readonly File[]): Promise<Upload> {
  const entries = await Promise.all(
    files
      .map((file) => [file.webkitRelativePath.split('/').slice(1).join('/') || file.name, file] as const)
      .filter(([path]) => !OWN_OF_GIT.test(path))
      .map(async ([path, file]) => [path, new Uint8Array(await file.arrayBuffer())] as const),
  );
  const byPath = Object.fromEntries(entries);
  return toUpload(zipSync(byPath), Object.keys(byPath).sort(), findSkill(byPath));
}

export async function readArchive(file: File): Promise<Upload> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const fileNames: string[] = [];
  let skills: Record<string, Uint8Array> = {};
  if (/\.zip$/i.test(file.name)) {
    skills = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!name.endsWith('/')) fileNames.push(name);
        return SKILL_MD.test(name) && originalSize <= SKILL_BYTES_MAX;
      },
    });
  }
  const found = toUpload(bytes, fileNames, findSkill(skills));
  return fileNames.length === 0 ? { ...found, productType: 'SKILL' } : found;
}
