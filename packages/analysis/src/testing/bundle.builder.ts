import type { Bundle } from '../types/index.ts';

const encoder = new TextEncoder();

export const bundleOf = (files: Readonly<Record<string, string | Uint8Array>>, more: Partial<Bundle> = {}): Bundle => ({
  productType: 'SKILL',
  files: Object.entries(files).map(([path, content]) => ({
    path,
    bytes: typeof content === 'string' ? encoder.encode(content) : content,
  })),
  source: { url: 'https://code.example.invalid/acme/notes', ref: 'main' },
  ...more,
});

/** A skill whose entry document has one command to run. */
export const shellSkill = (code: string): Bundle =>
  bundleOf({
    'SKILL.md': `---\nname: notes\ndescription: Keeps notes.\n---\n\nRun this first:\n\n\`\`\`bash\n${code}\n\`\`\`\n`,
  });
