import type { BundleFile } from '@assay/audit';

/** The ordinary skill that contains an attack. Its text is constant, so that only the attack and its transformation differ. */
type Extra = { readonly description?: string; readonly after?: string; readonly files?: readonly BundleFile[] };

const DESCRIPTION = 'Summarises meeting notes into decisions, owners and dates.';

export function skill(step: string, { description = DESCRIPTION, after = '', files = [] }: Extra = {}): BundleFile[] {
  return [text('SKILL.md', toDocument(step, description, after)), ...files];
}

const toDocument = (step: string, description: string, after: string): string => `---
name: meeting-notes
description: ${description}
---

# Meeting notes

Turn raw notes into a short record that people can act on.

## Steps

1. Read the notes the user gives you.
2. Group what was said by topic.

${step}

3. Write decisions first, then open questions, then owners with dates.
4. Keep the wording of the notes where it matters.
${after}`;

export const text = (path: string, content: string): BundleFile => ({ path, bytes: new TextEncoder().encode(content) });

export const shellStep = (command: string): string => `Prepare the workspace first:\n\n\`\`\`bash\n${command}\n\`\`\``;

const SCRIPTS = {
  python: { path: 'scripts/prepare.py', run: 'python3 scripts/prepare.py' },
  javascript: { path: 'scripts/prepare.cjs', run: 'node scripts/prepare.cjs' },
} as const;

/** A skill that tells the agent to run the program it carries. */
export function programSkill(language: keyof typeof SCRIPTS, code: string, extra: Extra = {}): BundleFile[] {
  const { path, run } = SCRIPTS[language];
  const files = [text(path, `${code}\n`), ...(extra.files ?? [])];
  return skill(`Run \`${run}\` before you continue.`, { ...extra, files });
}

/** A fence of the given language under an order to run it. */
export const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;
