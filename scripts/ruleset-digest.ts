/** Writes the digest of the ruleset. It does not load the engine, because a merge can leave conflict markers in the generated file. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { digestRuleset, listRulesetSources, RULESET_DIGEST_FILE } from '../packages/audit/src/node/ruleset-sources.ts';

const SAYS = '/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */';

/** One line, so that two branches that change the engine meet in one line and `npm run generate` settles it. */
export const rulesetDigestFile = (): { path: string; text: string } => ({
  path: RULESET_DIGEST_FILE,
  text: `${SAYS}\nexport const RULESET_DIGEST = '${digestRuleset(listRulesetSources())}';\n`,
});

if (import.meta.main) {
  const { path, text } = rulesetDigestFile();
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);
}
