import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count } from '../render/lines.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay init [options]

Writes .assay.json with the service in use, a policy (allow up to LOW, ask up to MEDIUM) and the certificate of each certified skill.

Options
  --force            overwrite an existing file
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
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined && !parsed.values.force) {
    terminal.err(`assay: ${PROJECT_FILE} already exists. Use --force to overwrite it.\n`);
    return EXIT.unsafe;
  }
  const service = connect(terminal, parsed.values);
  const skills: Record<string, string> = {};
  for (const skill of findSkills(['.'], terminal.cwd).skills) {
    const { valid, record, reasons } = await verifySkill(skill, undefined, service);
    if (valid && record) skills[skill.name] = record.certificateId;
    else terminal.err(`assay: ${toSafeText(`${skill.name} is omitted: ${reasons[0]?.detail ?? 'not valid'}`)}\n`);
  }
  const project = { url: service.settings.url, policy: { allowUpTo: 'LOW', askUpTo: 'MEDIUM' }, skills };
  // Replaces a link at this path instead of writing through it.
  (await import('../install/lock.ts')).writeWhole(path, `${JSON.stringify(project, null, 2)}\n`);
  // The author of the file has chosen the service. Users who clone it are asked first.
  settingsOf.acceptService(terminal, service.settings.url, service.settings.trustKeys);
  if (parsed.values.json) terminal.out(`${toSafeJson(project, 2)}\n`);
  else terminal.out(`${PROJECT_FILE} lists ${count(Object.keys(skills).length, 'certified skill')}.\n`);
  return EXIT.safe;
}
