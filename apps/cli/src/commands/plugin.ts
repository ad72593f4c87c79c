import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { parseOptions, toCommonHelp } from './options.ts';

const HELP = `Usage: assay plugin test FILE [options]

Checks a rule pack as the service does: its format, its limits, and that every rule matches all its match samples and none of its clean
samples. Nothing is sent. To try the pack on a skill: assay scan DIR --plugin FILE

Options
${toCommonHelp('url')}
Exit codes: 0 the pack is valid, 1 the pack has errors.
`;

export async function plugin(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, {}, { min: 2, max: 2, what: 'plugin test FILE', without: ['url'] });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [verb, file = ''] = parsed.positionals;
  if (verb !== 'test') throw new UsageError('Usage: assay plugin test FILE');
  const [{ readPluginFile }, { createAuditPool }] = await Promise.all([
    import('../plugins/plugin-file.ts'),
    import('@assay/audit/pool'),
  ]);
  const text = readPluginFile(file, terminal.cwd);
  const pool = createAuditPool({ size: 1 });
  try {
    const { ok, rules, issues } = await pool.checkPack(text);
    if (parsed.values.json) terminal.out(`${toSafeJson({ file, ok, rules, issues }, 2)}\n`);
    else {
      for (const { line, detail } of issues) terminal.out(`${toSafeText(`${file}:${line}: ${detail}`)}\n`);
      for (const { id, severity, title } of ok ? rules : [])
        terminal.out(`${toSafeText(`${severity} ${id}: ${title}`)}\n`);
      terminal.out(
        ok
          ? `${rules.length === 1 ? '1 rule passes' : `${rules.length} rules pass`} with all samples.\n`
          : 'This pack is not valid.\n',
      );
    }
    return ok ? EXIT.safe : EXIT.unsafe;
  } finally {
    pool.close();
  }
}
