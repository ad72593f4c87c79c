import type { Language, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';

/** Languages that are read word by word, in which a name may be put together in ways that nobody follows here. */
const SCRIPTS: ReadonlySet<Language> = new Set<Language>(['ruby', 'perl', 'php', 'lua', 'powershell']);
const COMPILED: ReadonlySet<Language> = new Set<Language>(['go', 'rust', 'java', 'csharp', 'swift', 'c']);

const HOME = String.raw`(?:Dir\.home|ENV(?:\.fetch)?[[(]["']HOME["'][\])]|\$ENV\{["']?HOME["']?\}|getenv\(["'](?:HOME|USERPROFILE)["']\)|os\.UserHomeDir\(\)|getProperty\("user\.home"\)|\$\{?HOME\}?\b|\$env:(?:USERPROFILE|HOME)|\$_(?:SERVER|ENV)\[["']HOME["']\]|NSHomeDirectory\(\)|home_dir\(\)|expand_path\(["']~["']|["']~\/?["'])`;
/** Behind the home folder comes no name that is written down, but something that holds one. */
const UNTOLD_HOME = new RegExp(
  String.raw`${HOME}(?:[ \t)}/\\,+.&]|["'][/\\]["']){0,12}(?:\$\w|#\{|\(?[a-z_]\w*\b(?!\s*\())`,
);
const SENDS_BODY =
  /\bpost(?:_?(?:form|data|json|async|multipart)\w*)?\b(?!-)|\bput\b|-Body\b|-InFile\b|-Form\b|-Method\b|POSTFIELDS|\bfsockopen\b|\bsocket\w*\b|\bTCPSocket\b|\bcurl\b|\bUpload\w*|\bsystem\s*\(|\bexec\w*\s*\(|\bpopen\s*\(|`[^`\n]*(?:curl|wget|nc)\b/i;

/** Letters that become a name only when they are changed, counted or turned round. */
const DISGUISED =
  /"\s*\*\s*\d|["'][^"'\n]{1,40}["']\.(?:downcase|upcase|swapcase|reverse|tr|succ|to_?lower\w*|to_?upper\w*|rotate|chars)\b|["']\s+-f\s|\[char|-join\s*\(?|\bchr\s*\(|\bpack\s*\(|\bstrrev\b|\brot13\b|\[\]byte\s*\{|new String\(\s*new|%w\[[^\]]*\]\.join|\]\.join\(|\bsprintf\s*\(\s*["'](?:%[sc]){2}/i;
/** Words of the preprocessor that become text, or one word. */
const MACROS = /^[ \t]*#[ \t]*define\b.*?(?:##|[^#]#[ \t]*[a-z_])/im;
const STARTS = /\b(?:system|popen|exec[lv]\w*|posix_spawn\w*)\s*\(/;

/** Letters that are reckoned one by one out of others, with a number that is written down. */
const RECKONED =
  /\bbytes\(\s*[([]?\s*\w+\s*[\^+-]\s*(?:\d|0x)|\bjoin\(\s*[([]?\s*chr\(\s*(?:ord\(\w+\)|\w+)\s*[\^+-]\s*(?:\d|0x)|\bfromCharCode\([^\n]{0,80}\^|\.map\([^\n]{0,60}fromCharCode\([^\n]{0,40}[+-]\s*\d/;
const FILES = /\bopen\s*\(|\bread_(?:text|bytes)\b|\breadFile\w*\s*\(|\bcreateReadStream\b|\bshutil\b/;
const WAYS_OUT =
  /\burlopen\b|\brequests?\.\w+\(|\bfetch\s*\(|\baxios\b|\bhttpx?\.\w+\(|\bhttps?\.request\b|\bsocket\b|\bsmtplib\b|\bftplib\b|\bparamiko\b|\bWebSocket\b|\bsubprocess\b|\bos\.system\b|child_process/;

/** In a program that is followed: a text that was reckoned may name any file and any address. */
export function recordReckonedNames({ recorder }: Analysis, unit: Unit): void {
  const { text } = unit.span.view;
  if (RECKONED.test(text) && FILES.test(text) && WAYS_OUT.test(text)) recorder.limit(LIMIT, unit.file);
}

const LIMIT = 'a name that is put together in a way that nobody follows';

/** `map { "$ENV{HOME}/$_" } qw(.one .two)`, `%w[.one .two].map { |n| … }`: one name after the other, all of them written down. */
const TOLD_NAMES =
  /\bmap\s*\{[^{}\n]{0,40}(?:\{["']?HOME["']?\}[^{}\n]{0,40})\}\s*qw\s*[([{/|][^)\]}/|]{1,400}[)\]}/|]|%w[([{][^)\]}]{1,400}[)\]}]\.(?:map|each|flat_map|filter_map)\s*(?:\{|do)\s*\|\w+\|[^\n]{0,120}/g;

/** A program that is only read word by word takes a file of the home folder whose name nobody can tell, and sends something. */
export function recordUntoldNames({ recorder }: Analysis, unit: Unit): void {
  const text = unit.span.view.text.replace(TOLD_NAMES, '');
  if (unit.lang === 'c' && MACROS.test(text) && STARTS.test(text)) recorder.limit(LIMIT, unit.file);
  const isScript = SCRIPTS.has(unit.lang);
  if (!(isScript || COMPILED.has(unit.lang)) || !UNTOLD_HOME.test(text) || !SENDS_BODY.test(text)) return;
  if (isScript || DISGUISED.test(text)) recorder.limit(LIMIT, unit.file);
}
