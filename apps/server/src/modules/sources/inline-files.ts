import { BUNDLE_LIMITS, type InlineFile } from '@assay/protocol';
import { createNameRegister } from './name-register.ts';
import { findPathFault } from './source-path.ts';
import { rejected, tooLarge } from './source-problems.ts';
import type { SourceFile } from './source-tree.ts';

type InlineContent = {
  readonly skillMdContent?: string | undefined;
  readonly files?: readonly InlineFile[] | undefined;
};

const SKILL_MD = 'SKILL.md';

/** Content of the request itself, under the same rules as a repository. */
export function readInlineFiles({ skillMdContent, files = [] }: InlineContent): SourceFile[] {
  const given = skillMdContent === undefined ? files : [{ path: SKILL_MD, content: skillMdContent }, ...files];
  const names = createNameRegister();
  let total = 0;
  return given.map((file) => {
    const fault = findPathFault(file.path);
    if (fault !== undefined) throw rejected(`the path ${JSON.stringify(file.path)} is not usable: ${fault}`);
    names.claim(file.path);
    const bytes = 'content' in file ? Buffer.from(file.content, 'utf8') : Buffer.from(file.contentBase64, 'base64');
    total += bytes.length;
    if (total > BUNDLE_LIMITS.inlineBytesMax) throw tooLarge(BUNDLE_LIMITS.inlineBytesMax);
    return { path: file.path, bytes, kind: 'file' };
  });
}
