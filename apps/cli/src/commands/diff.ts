import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay diff DIR [ID] [options]

Compares a skill's folder with its certified version, file by file. Without ID, the certificate is the one that .assay.json
names for this skill, or else one with the digest of the folder.

M  the file differs (content, mode or line endings)
D  the file is missing in DIR
A  the file is not in the certified version
?  the file cannot be read

Options
${COMMON_HELP}
Exit codes: 0 no difference, 1 at least one difference or nothing to compare with, 2 undecided, 3 no skill found.
`;

const MARKS = { changed: 'M', line_endings: 'M', missing: 'D', extra: 'A', unreadable: '?' } as const;

export async function diff(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, {}, { min: 1, max: 2, what: 'diff DIR [ID]' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, { findSkills }, { certificateOf, verifySkill }, { toSafeJson, toSafeText }] = await Promise.all([
    import('../service/connect.ts'),
    import('../skills/find-skills.ts'),
    import('../service/verify-skill.ts'),
    import('../render/safe-text.ts'),
  ]);
  const [folder = '.', id] = parsed.positionals;
  const service = connect(terminal, parsed.values);
  const { skills, gaps } = findSkills([folder], terminal.cwd);
  for (const gap of gaps) terminal.err(`assay: ${toSafeText(gap)}\n`);
  const [skill] = skills;
  if (skill === undefined) {
    terminal.err(`assay: ${toSafeText(folder)}: no folder with a SKILL.md was found.\n`);
    return EXIT.nothingToScan;
  }
  const { drift, reasons, outcome, record } = await verifySkill(skill, id ?? certificateOf(skill, service), service);
  if (parsed.values.json) {
    const certificateId = record?.certificateId ?? null;
    terminal.out(
      `${toSafeJson({ target: skill.name, service: service.settings.url, certificateId, drift, reasons }, 2)}\n`,
    );
  } else if (drift === null) {
    for (const { detail } of reasons) terminal.err(`assay: ${toSafeText(detail)}\n`);
  } else {
    for (const { path, state } of drift.files) {
      if (state !== 'same') terminal.out(`${MARKS[state]} ${toSafeText(path)}\n`);
    }
  }
  if (drift !== null) return drift.isSame ? (gaps.length > 0 ? EXIT.undecided : EXIT.safe) : EXIT.unsafe;
  return outcome === 'undecidable' ? EXIT.undecided : EXIT.unsafe;
}
