import type { LocalFile } from './drift.ts';
import { type Reason, reason } from './reasons.ts';
import { isText } from './shape.ts';

/** Agents load every folder with a SKILL.md as a skill, so its certificate must be for a skill. */
export function typeReasons(
  { productType }: { readonly productType?: unknown },
  { files }: { readonly files: readonly LocalFile[] },
): Reason[] {
  const skill = files.find(({ path }) => /(?:^|\/)skill\.md$/i.test(path));
  if (skill === undefined || productType === 'SKILL' || productType === 'SKILL+API') return [];
  const named = isText(productType) ? productType.slice(0, 20) : 'an unknown type';
  return [reason('wrong_type', `${skill.path} is a skill, but the product type of the certificate is ${named}.`)];
}
