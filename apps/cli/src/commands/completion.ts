import { EXIT } from '../exit-codes.ts';
import { HOSTS } from '../hook/hosts.ts';
import type { Terminal } from '../terminal.ts';
import type { Command, CommandRow } from './command.ts';
import { SETTINGS } from './config.keys.ts';
import { parseOptions, parseWord } from './options.ts';

const HELP = `Usage: assay completion bash|zsh|fish|powershell

Prints a script that completes commands, their options and sub-commands.

bash         source <(assay completion bash)
zsh          source <(assay completion zsh)
fish         assay completion fish | source
PowerShell   assay completion powershell | Out-String | Invoke-Expression
`;

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

const HOST_NAMES = HOSTS.map(({ name }) => name);
/** The fixed words of a command, by position. Elsewhere, files are completed. */
const WORDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  reader: [['use', 'off']],
  trust: [['import']],
  hook: [['install', 'uninstall'], HOST_NAMES],
  plugin: [['test']],
  validator: [['init', 'run', 'status', 'withdraw']],
  config: [['trust-service', 'pin', ...SETTINGS.map(({ key }) => key)]],
  completion: [SHELLS],
};

type Completed = {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
  readonly words: readonly (readonly string[])[];
};

export const createCompletion =
  (commands: readonly CommandRow[]): Command =>
  async (args, terminal) => {
    const parsed = parseOptions(
      args,
      {},
      { min: 1, max: 1, what: `completion ${SHELLS.join('|')}`, without: ['json', 'url'] },
    );
    if (parsed === undefined) {
      terminal.out(HELP);
      return EXIT.safe;
    }
    const shell = parseWord('shell', parsed.positionals[0], SHELLS) ?? 'bash';
    const rows = await Promise.all(commands.map((row) => readOptions(row, terminal)));
    terminal.out(SCRIPTS[shell](rows));
    return EXIT.safe;
  };

/** Reads the options of a command from its help text, where each starts a line. */
async function readOptions({ name, summary, load }: CommandRow, terminal: Terminal): Promise<Completed> {
  let help = '';
  const out = (text: string) => {
    help += text;
  };
  await (await load())(['--help'], { ...terminal, out, err: () => undefined });
  const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z][a-z-]*)/gm)].map(([, option = '']) => option);
  return {
    name,
    summary: summary.replaceAll(/['`$\\"]/g, ''),
    options: [...new Set(options)],
    words: WORDS[name] ?? [],
  };
}

const quote = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');
/** Every position with fixed words, with the index of the word in the whole line. */
const placesOf = (rows: readonly Completed[]) =>
  rows.flatMap(({ name, words }) => words.map((offered, index) => ({ name, at: index + 2, offered })));

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (rows: readonly Completed[]) => string>> = {
  // Must work with bash 3.2, the version on macOS.
  bash: (rows) => `_assay() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" offered=
  if [ "$COMP_CWORD" -eq 1 ]; then
    offered="${rows.map(({ name }) => name).join(' ')}"
  elif [ "\${cur:0:1}" = - ]; then
    case "\${COMP_WORDS[1]}" in
${rows.map(({ name, options }) => `      ${name}) offered="${options.join(' ')}" ;;`).join('\n')}
    esac
  else
    case "\${COMP_WORDS[1]} $COMP_CWORD" in
${placesOf(rows)
  .map(({ name, at, offered }) => `      "${name} ${at}") offered="${offered.join(' ')}" ;;`)
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$offered" -- "$cur"))
}
complete -o default -F _assay assay
`,
  zsh: (rows) => `#compdef assay
_assay() {
  local -a commands offered
  commands=(${rows.map(({ name, summary }) => `'${name}:${summary}'`).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "\${words[2]}" in
${rows.map(({ name, options }) => `      ${name}) offered=(${quote(options)}) ;;`).join('\n')}
    esac
  else
    case "\${words[2]} $CURRENT" in
${placesOf(rows)
  .map(({ name, at, offered }) => `      '${name} ${at + 1}') offered=(${quote(offered)}) ;;`)
  .join('\n')}
    esac
  fi
  if (( \${#offered} )); then compadd -- $offered; else _files; fi
}
compdef _assay assay
`,
  fish: (rows) =>
    `${[
      ...rows.map(({ name, summary }) => `complete -c assay -n __fish_use_subcommand -f -a ${name} -d '${summary}'`),
      ...rows.flatMap(({ name, options }) =>
        options.map((option) => `complete -c assay -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`),
      ),
      ...placesOf(rows).map(
        ({ name, at, offered }) =>
          `complete -c assay -n '__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq ${at}' -f -a '${offered.join(' ')}'`,
      ),
    ].join('\n')}\n`,
  powershell: (rows) => `Register-ArgumentCompleter -Native -CommandName assay -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${rows.map(({ name, options }) => `    '${name}' = @(${options.map((each) => `'${each}'`).join(', ')})`).join('\n')}
  }
  $places = @{
${placesOf(rows)
  .map(({ name, at, offered }) => `    '${name} ${at}' = @(${offered.map((each) => `'${each}'`).join(', ')})`)
  .join('\n')}
  }
  $line = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $at = if ($wordToComplete -eq '') { $line.Count } else { $line.Count - 1 }
  $offered = if ($at -le 1) { $options.Keys | Sort-Object }
    elseif ($wordToComplete.StartsWith('-')) { $options[$line[1]] }
    else { $places["$($line[1]) $at"] }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_)
  }
}
`,
};
