import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay init [options]

Writes .assay.json: which service this project asks, what its policy is, and which certificate each skill here has.

Options
  --force            write over an existing one
${COMMON_HELP}`;

export async function init(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, { force: { type: 'boolean' } }, { what: 'init' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, settingsOf, { findSkills }, { verifySkill }, { toSafeJson, toSafeText }] = await Promise.all([
    import('../service/connect.ts'),
    import('../service/settings.ts'),
    import('../skills/find-skills.ts'),
    import('../service/verify-skill.ts'),
    import('../render/safe-text.ts'),
  ]);
  const { PROJECT_FILE } = settingsOf;
  const path = join(terminal.cwd, PROJECT_FILE);
  if (existsSync(path) && !parsed.values.force) {
    terminal.err(`assay: ${PROJECT_FILE} is there already. Use --force to write over it.\n`);
    return EXIT.unsafe;
  }
  const service = connect(terminal, parsed.values);
  const skills: Record<string, string> = {};
  for (const skill of findSkills(['.'], terminal.cwd).skills) {
    const { valid, record, reasons } = await verifySkill(skill, undefined, service);
    if (valid && record) skills[skill.name] = record.certificateId;
    else terminal.err(`assay: ${toSafeText(`${skill.name} is left out: ${reasons[0]?.detail ?? 'not valid'}`)}\n`);
  }
  const project = { url: service.settings.url, policy: { allowUpTo: 'LOW', askUpTo: 'MEDIUM' }, skills };
  writeFileSync(path, `${JSON.stringify(project, null, 2)}\n`);
  // Who writes the file has chosen the service; others who clone it are asked first.
  settingsOf.acceptService(terminal, service.settings.url, service.settings.trustKeys);
  if (parsed.values.json) terminal.out(`${toSafeJson(project, 2)}\n`);
  else terminal.out(`${PROJECT_FILE} names ${Object.keys(skills).length} certified skills.\n`);
  return EXIT.safe;
}
