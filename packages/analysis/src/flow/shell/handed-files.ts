import { own } from '../../own.ts';
import { shown } from '../value.ts';
import { toolOf } from './order-files.ts';
import type { Invoked } from './session.ts';
import { lookedFor, placesOf } from './working-folder.ts';

/**
 * Programs that look at what they are given, check it, format it, change its form or keep it somewhere. Whatever else is handed
 * a file of the bundle may take orders from it.
 */
const KEEPERS =
  /^(?:ls|cat|less|more|head|tail|wc|stat|file|cp|mv|rm|ln|mkdir|touch|chmod|chown|diff|cmp|sort|uniq|cut|tr|paste|join|comm|fold|column|nl|tee|grep|egrep|fgrep|rg|ag|ack|fd|find|tree|du|df|jq|yq|xq|dasel|gron|mlr|xsv|csvkit|csv\w+|sed|test|echo|printf|read|cd|pushd|popd|export|source|open|xdg-open|start|code|cursor|subl|nano|vim?|nvim|emacsclient|pandoc|md2pdf|wkhtmltopdf|weasyprint|pdf\w+|qpdf|libreoffice|soffice|convert|magick|identify|mogrify|inkscape|rsvg-convert|cwebp|svgo|exiftool|ffmpeg|ffprobe|sox|tesseract|mermaid|mmdc|dot|plantuml|d2|prettier|eslint|biome|oxlint|stylelint|markdownlint\S*|mdformat|mdl|vale|textlint|ruff|black|isort|flake8|pylint|mypy|pyright|bandit|shellcheck|shfmt|hadolint|yamllint|actionlint|jsonlint|ajv|check-jsonschema|spectral|redocly|swagger-cli|openapi\S*|buf|protoc|sqlfluff|tflint|checkov|trivy|semgrep|gitleaks|trufflehog|snyk|codespell|cspell|tsc|swc|esbuild|rustfmt|gofmt|clang-format|xmllint|tidy|plutil|git|gh|glab|hg|svn|tar|zip|unzip|gzip|7z|sha\w*sum|shasum|md5\w*|b2sum|cksum|openssl|gpg|age|base64|xxd|hexdump|od|strings|curl|wget|http|https|scp|sftp|rsync|aws|gcloud|gsutil|az|s3cmd|rclone|npm|pnpm|yarn|bun|pip3?|uv|pipx|cargo|go|gem|bundle|composer|brew|apt\S*|assay|claude|codex|gemini|opencode|openclaw|clawhub|skills?|agent\S*|validate\S*|lint\S*|format\S*)$/i;

/** A host is logged in to with it. */
const LOGIN = String.raw`(?:private_?key|identity)_?(?:file|path)["']?\s{0,4}[:=]\s{0,4}[^\s]{0,80}`;
/** What a file of orders needs to reach the keys of whoever runs it: their places, or names that are put together. */
const KEYS = String.raw`(?<!${LOGIN})(?:\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|git-credentials)\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.config\/(?:gh|gcloud)\b|\.docker\/config|\/\.env\b|\bENVIRON\[)`;
const OUT = String.raw`:\/\/|\b(?:curl|wget|nc|ncat|ssh|scp|rsync|exec\w*|system|shell|popen|spawn|ffi|run process|sh -c|socket|urlopen|upload|http\w*\.(?:post|put)|url-retrieve\w*|s3)\b`;
/** Two words without a blank that are joined where they stand: long texts and rows are put together by everybody. */
const WORD = String.raw`["'][^\s"'\\,;:]{1,40}["']`;
const MADE = String.raw`${WORD}\s*(?:\|\||\+|\.|&|<>)\s*${WORD}|\bconcat\w*\s*\(?\s*${WORD}|${WORD}\s*\]\s*\.join\s*\(|\bformat\s*\(\s*["'][^\s"']{0,80}%[sc]`;
/** Something is called or ordered by these words, and not only spoken of. */
const CALLED = String.raw`\b(?:curl|wget|ncat|scp|rsync|sh -c)\s+[-"'$\w]|\b(?:exec\w*|system|shell|popen|spawn|ffi|socket|urlopen|upload|url-retrieve\w*)\s*(?:\(|:\s|\s["'$])|\brun process\b|\bhttp\w*[ .](?:post|put)\b|\bs3:|\(\s*(?:url-retrieve|make-network-process|call-process|shell-command)\b`;
const ACTS = new RegExp(
  `^(?=[\\s\\S]*(?:${KEYS}))(?=[\\s\\S]*(?:${OUT}))|^(?=[\\s\\S]*(?:${MADE}))(?=[\\s\\S]*(?:${CALLED}))`,
  'i',
);
/** These are looked for in one pass, however long a table is. */
const HANDED_CHARS_MAX = 1_048_576;

/** Rows for programs whose orders are found without being named, or reach out by words of their own. */
const OWN_ACTS: Readonly<Record<string, { readonly acts: RegExp; readonly files?: readonly string[] }>> = {
  forge: { files: ['**/*.sol', '*.sol'], acts: /\b(?:try)?ffi\s*\(/i },
  kubectl: { acts: /hostPath[\s\S]{0,80}(?:\/root|\/home|\/etc|~|path:\s*["']?\/["'\s}])|docker\.sock/i },
  // Runs the blocks of a document, by its name alone.
  zx: { files: [], acts: /^(?:```|~~~)/m },
  ...sameFor('xc mask runme mdsh mdx rundoc tuttest', {
    files: ['README.md', 'readme.md', 'maskfile.md'],
    acts: /^(?:```|~~~)\w*[^\n]*\n(?:(?!```|~~~)[\s\S])*?\b(?:curl|wget|nc|ssh|scp|rsync|python3?|node|eval|base64)\b/m,
  }),
  ...sameFor('psql mysql mariadb sqlite3 sqlcmd mongosh', {
    acts: /^[ \t]*\.(?:shell|system|load|import[ \t]*["']?\|)|\\!|load_extension|\bCOPY\b[^;]{0,2000}\bPROGRAM\b|pg_read|lo_(?:im|ex)port|LOAD_FILE|LOAD\s+DATA|^[ \t]*system\s|OUTFILE|DUMPFILE|http_(?:get|post)/im,
  }),
  ...sameFor('duckdb clickhouse clickhouse-local', {
    acts: /^(?=[\s\S]*(?:\bread_|\bCOPY\b|\bfile\s*\(|\bATTACH\b|\bexecutable\b))(?=[\s\S]*(?::\/\/|httpfs|\burl\s*\(|\bENDPOINT\b|getenv|~\/|shellfs))/i,
  }),
  ant: {
    files: ['build.xml'],
    acts: /<(?:exec|java|get|script|scp|ftp|sshexec|mail|property\s+environment|import|macrodef|taskdef)\b/i,
  },
  nx: { files: ['project.json', '**/project.json', 'nx.json'], acts: ACTS },
  emacs: { acts: /begin_src|^\s*\(/im },
};

function sameFor<T>(names: string, row: T): Record<string, T> {
  return Object.fromEntries(names.split(' ').map((name) => [name, row]));
}

const NAME_CHARS_MIN = 3;

/** Programs are written small; a sentence that was taken for a command begins with a capital, or with a word of every sentence. */
const isCalledSo = (name: string): boolean =>
  /^[a-z][\w.+-]*$/.test(name) &&
  !/^(?:an?|and|as|if|in|is|it|no|not|of|on|or|the|then|this|to|with|you|your)$/.test(name);

/** "permission to license the work in any other way": words that no command is given, and nothing that only commands have. */
const isSentence = (words: readonly string[]): boolean =>
  words.filter((word) => SENTENCE_WORD.test(word)).length >= SENTENCE_WORDS_MIN &&
  !words.some((word) => /^-|[/=$]|\w\.\w/.test(word));
const SENTENCE_WORD =
  /^(?:a|an|and|any|are|as|be|but|by|can|does|for|has|have|if|in|is|it|its|may|not|of|on|or|other|such|that|the|their|this|to|was|which|will|with|you|your)[,.;]?$/i;
const SENTENCE_WORDS_MIN = 2;

/** `tool.toml`, `toolfile`, `.toolrc`: named for the program alone. `tool-report.yml` is named for what it is about. */
const settingsOf = (program: string): string[] =>
  ['.*', 'file*', 'rc*', '?config*', '?settings*']
    .map((ending) => `${program}${ending}`)
    .concat(`.${program}*`, `.config/${program}*`);

const FOLLOWED = /\.(?:py|[cm]?[jt]s|sh|bash)$/i;

/** The program itself lies in the bundle, and is followed with what it is given. */
function isReadHere({ program, span, context }: Invoked): boolean {
  if (!FOLLOWED.test(program)) return false;
  const words = span.view.text.slice(span.start, span.end).split(/[\s"']+/);
  const path = words.find((word) => word.split('/').at(-1) === program) ?? program;
  return context.analysis.findFile(path, context.unit.file) !== undefined;
}

const READ_AS = /^as .* reads it$/;

const VALUE = /^(?:--?[\w-]+=|@|-[a-zA-Z](?=[./]))/;

/** Files of the bundle among the words of a program, or at its input, which has no reader here: unread where they act. */
export function noteHandedFiles(invoked: Invoked, isKnownProgram: boolean): void {
  const { name: program } = toolOf(invoked.program, invoked.args.map(shown));
  const { args, context, span } = invoked;
  const row = own(OWN_ACTS, program.replace(/[\d.]+$/, '') === 'sqlite' ? 'sqlite3' : program);
  const { unit, analysis } = context;
  // A text that is only tried as a program has a word at the beginning of each line, and no programs.
  if (row === undefined && span.view.layers.some((layer) => READ_AS.test(layer))) return;
  // `mask = Image.new(…)`: a line of another language.
  if (args[0] !== undefined && shown(args[0]) === '=') return;
  if (row === undefined && (isReadHere(invoked) || isSentence(args.map(shown)))) return;
  if (row === undefined && (isKnownProgram || KEEPERS.test(program) || !isCalledSo(program))) return;
  const words = args
    .map((arg) => shown(arg).replace(VALUE, ''))
    .filter((word) => (/[\w]/.test(word) || (word === '.' && row !== undefined)) && !/^-|:\/\//.test(word))
    .flatMap((word) => placesOf(context.session, word));
  const command = span.view.text.slice(span.start, span.end);
  const input = [...command.matchAll(/<\s*([^\s<>&|;()]+)/g)].map((match) => match[1] ?? '');
  const folders = words
    .filter((word) => !word.includes('*'))
    .flatMap((word) => {
      const folder = word.replace(/\/+$/, '');
      return [`${folder}/*`, `${folder}/**/*`];
    });
  const unread = `given to ${program}, which has no reader here and may take orders from it`;
  // What a program takes without being told bears its name, as often as not.
  const bare = program.replace(/[^a-z0-9]/gi, '');
  const named = row === undefined && bare.length >= NAME_CHARS_MIN ? settingsOf(program) : [];
  const ownFiles = (row?.files ?? []).flatMap((file) => lookedFor(context.session, args.map(shown), file));
  for (const path of [...words, ...input, ...named, ...ownFiles, ...folders])
    analysis.noteRun({
      path,
      language: 'unknown',
      unit,
      at: span,
      unread,
      acts: row?.acts ?? ACTS,
      searchedCharsMax: HANDED_CHARS_MAX,
      isHanded: row?.files === undefined,
    });
}
