import type { FactValues, Language } from '../types/index.ts';

type Harm = FactValues['shape']['harm'];
export type Found = { readonly harm: Harm; readonly start: number; readonly end: number };

/** Two parts that honest programs keep apart, close together; `unless` is what makes their meeting ordinary. */
type Meeting = {
  readonly harm: Harm;
  readonly first: RegExp;
  readonly second: RegExp;
  readonly within: number;
  readonly unless?: RegExp;
  /** What must stand with them, before or after. */
  readonly near?: readonly RegExp[];
  readonly languages?: ReadonlySet<Language>;
};

/** The home folder itself, not something in it. */
const HOME = String.raw`(?:Path\.home\(\)|os\.path\.expanduser\(\s*["']~/?["']\s*\)|os\.homedir\(\)|homedir\(\)|Dir\.home|Dir\.home\(\)|\$ENV\{["']?HOME["']?\}|getenv\(\s*["']HOME["']\s*\)|\$_SERVER\[["']HOME["']\]|os\.environ\[["']HOME["']\]|process\.env\.HOME|\$HOME|\$env:(?:USERPROFILE|HOME|HOMEPATH)|%USERPROFILE%|os\.Getenv\("HOME"\)|System\.getProperty\("user\.home"\))`;
const INSIDE = String.raw`(?!\s*[)\]]*\s*(?:\/|\\|\+\s*["'][\/\\]|,\s*["'][.\w]))`;
const WALK = String.raw`(?:\.rglob\(\s*["']\*{1,2}(?:\/\*|\.\*)?["']|\.iterdir\(|os\.walk\(|os\.scandir\(|readdir(?:Sync)?\(|Dir\.(?:glob|children|each_child)|Find\.find|RecursiveDirectoryIterator|\bfind\s*\(|File::Find|filepath\.Walk|os\.RemoveAll|rm_rf|rmtree|Get-ChildItem|\bgci\b|\bdir\b|listdir\()`;
const REMOVES =
  /\bshutil\.rmtree\(|\brmtree\b|\bos\.(?:remove|unlink|RemoveAll|Remove)\(|\.unlink\(|\bunlink\b|\brmSync\(|\bfs\.rm\(|\bunlinkSync\(|\bFileUtils\.(?:rm|remove)\w*|\bFile\.delete|\bRemove-Item\b|\bWriteAllBytes\(|\burandom\(/;
const SCRAMBLES =
  /\.encrypt\(|createCipheriv\(|\bAES\.new\(|\bAesGcm|\bFernet\(|OpenSSL::Cipher|openssl_encrypt\(|aes\.NewCipher|-bxor\b|\^\s*(?:0x)?[0-9a-f]+|CryptoStream|\burandom\(/i;
/** What is looked for is named: caches, builds, temporary files, or what is old. */
const NAMED =
  /endswith\(|\.suffix|startswith\(|fnmatch|\.match\(|\.test\(|-Filter\b|st_mtime|mtime|LastWriteTime|cache|\.tmp\b|\.log\b|node_modules|__pycache__|DS_Store|dry.?run|--apply|confirm/i;

const SHELL_PROGRAM = String.raw`["'(\s](?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh\b|\bcmd(?:\.exe)?\b|powershell`;
const CAPTURES =
  /Get-Clipboard|Clipboard\]::GetText|clipboard\.ReadAll\(|NSPasteboard|\bthe clipboard\b|Clipboard\.(?:GetText|paste)|pbpaste|CopyFromScreen|GetAsyncKeyState|SetWindowsHookEx|CGEventTapCreate|evdev\.InputDevice|read_loop\(\)|addGlobalMonitorForEvents|screenshot\.Capture|robotgo\.(?:ReadAll|CaptureScreen)|keyboard\.(?:on_release|on_press|hook)|Win32::Clipboard/;
const CARRIES_OFF =
  /https?:\/\/(?!localhost|127\.|\$)|Net\.WebClient|UploadFile|UploadString|Invoke-(?:RestMethod|WebRequest)|\birm\b|\biwr\b|TcpClient|Sockets|http\.Post|URLSession|curl\b|socket\.|create_connection|Add-Content|Out-File|appendFile|\.write\(/i;

/** The program's own users are written to; what is sent to the users of a service is that service's matter. */
const OWN_USERS =
  /\b\w*User(?:::|\.)(?:objects\b|create|find_?or|firstOr|updateOr|new\b|insert|where|build|findOne)|\bget_user_model\(|\bUserModel\b|\bwp_insert_user\(|\bprisma\.user\.|\busers?\.(?:insert|create)\w*\(|\bINSERT\s+INTO\s+[\w.`"]*users\b/i;

/** A request to a place that is written here. */
const TELLS =
  /(?:Net::HTTP\.\w+|HTTParty\.\w+|Faraday\.\w+|URI\.open|requests\.\w+|urlopen|httpx\.\w+|\bfetch|axios(?:\.\w+)?|file_get_contents|wp_remote_\w+|curl_init|Http::\w+|http\.(?:Get|Post)\w*)\s*\(?\s*(?:URI\(|URI\.parse\(|new URL\()?\s*f?["'`]https?:\/\/(?!localhost|127\.|0\.0\.0\.0|[$#{])/;

const LOOSE: ReadonlySet<Language> = new Set<Language>([
  'powershell',
  'go',
  'applescript',
  'swift',
  'csharp',
  'ruby',
  'perl',
  'php',
  'lua',
  'java',
  'rust',
  'c',
  'python',
  'javascript',
  'typescript',
]);

const MEETINGS: readonly Meeting[] = [
  {
    harm: 'home-scrambled',
    first: new RegExp(
      `${WALK}[^\\n]{0,120}${HOME}${INSIDE}|${HOME}${INSIDE}[^\\n]{0,80}${WALK}|\\}\\)\\(${HOME}|\\(\\s*require\\(['"]os['"]\\)\\.homedir\\(\\)\\s*\\)`,
      'g',
    ),
    second: SCRAMBLES,
    within: 700,
    unless: /\bdecrypt\w*\(|restore/i,
  },
  {
    harm: 'home-removed',
    first: new RegExp(`${WALK}[^\\n]{0,120}${HOME}${INSIDE}|${HOME}${INSIDE}[^\\n]{0,80}${WALK}`, 'g'),
    second: REMOVES,
    within: 400,
    unless: NAMED,
  },
  {
    // An account with a password that stands in the program, or that a visitor brings along, for whoever has read the program.
    harm: 'account',
    first:
      /\bwp_create_user\(\s*[^,\n]{1,80},\s*(?:['"][^'"\n]{3,}|\$_(?:SERVER|GET|POST|REQUEST|COOKIE)\b)|['"]user_pass['"]\s*=>\s*(?:['"][^'"\n$]{3,}['"]|\$_(?:SERVER|GET|POST|REQUEST|COOKIE)\b)/g,
    second: /['"]administrator['"]/,
    within: 800,
  },
  {
    // An administrator is made, and somebody elsewhere is told at once.
    harm: 'account',
    first:
      /\b(?:is_?)?(?:admin|superuser|super_?admin|staff)\b["']?\s*(?:=>|[:=])\s*(?:true|True|1)\b|\b(?:role|user_?role|user_?type|access_?level)["']?\s*(?:=>|[:=])\s*:?["']?(?:super_?)?(?:admin(?:istrator)?|owner|root)\b|\bcreate_superuser\(|\bassignRole\(\s*["'](?:super-?)?admin/gi,
    second: TELLS,
    within: 500,
    unless: /\b(?:describe|it|test|expect|assert\w*)\s*\(|localhost/,
    near: [/pass(?:word|wd|_?hash|_?digest)|user_pass/i, OWN_USERS],
  },
  {
    harm: 'remote-shell',
    first:
      /net\.Dial(?:Timeout)?\((?!\s*"[^"\n]{0,10}",\s*"(?:localhost|127\.|\[?::1))|TCPSocket\.(?:new|open)\((?!\s*["'](?:localhost|127\.|::1))|Sockets\.TCPClient\b|IO::Socket::INET->new|\bsockaddr_in\(|fsockopen\((?!\s*["'](?:tcp:\/\/)?(?:localhost|127\.))|stream_socket_client\(/gi,
    second: new RegExp(
      `(?:exec\\.Command|IO\\.popen|exec|system|proc_open|popen|spawn)\\s*\\(?\\s*(?:${SHELL_PROGRAM}|\\w+\\)\\s*\\{)|(?:\`|%x[\\[({])#\\{|\\biex\\b[^\\n]{0,80}Out-String|open\\(\\s*STDIN\\s*,\\s*["'][<>]+&`,
      'i',
    ),
    within: 700,
    // A text with a place to fill in, as testers make them: where it is run, what was filled in is read.
    unless: /\{lhost\}|\{LHOST\}/,
  },
  {
    // All sessions of a browser that runs already, asked of its debugger, and an address to send them to.
    harm: 'watch',
    first: /\bNetwork\.getAllCookies\b|\bStorage\.getCookies\b|\b(?:chrome|browser)\.cookies\.(?:getAll|onChanged)\b/g,
    second: /(?:\.post\(|\.put\(|\burlopen\(|\bfetch\()\s*f?["'`]https?:\/\/(?!localhost|127\.)/,
    within: 700,
  },
  {
    // What is typed into a page is kept key by key, and sent to an address that is written here.
    harm: 'watch',
    first: /addEventListener\(\s*["'`]key(?:down|up|press)["'`]|\.onkey(?:down|up|press)\s*=(?!=)/g,
    second:
      /(?:\+=\s*\w+\.key\b|\.push\(\s*\w+\.key\b)[\s\S]{0,400}?(?:sendBeacon|\bfetch|\.open|\.send|\.post|\.src\s*=)\s*\(?\s*(?:["']\w+["'],\s*)?f?["'`](?:https?|wss?):\/\/(?!localhost|127\.)/,
    within: 700,
  },
  {
    // Taken from a device again and again, and sent to an address that is written here.
    harm: 'watch',
    first: /\bwhile\s*\(?\s*(?:\$?true|1|:)\b|\bwhile\s+(?:1|True|true)\b|\bfor\s*\(\s*;\s*;\s*\)|\bsetInterval\(/g,
    second:
      /(?:\bsd\.rec\(|\bsounddevice\.rec\(|\.shot\(|\bImageGrab\.grab\(|\bpyautogui\.screenshot\(|\bVideoCapture\(|\bscreenshot\(|desktopCapturer)[\s\S]{0,500}?(?:\.post\(|\.put\(|\burlopen\(|\bfetch\()\s*f?["'`]https?:\/\/(?!localhost|127\.)/,
    within: 900,
  },
  {
    // What sends everything of a program is exchanged for something that tells somebody else, too.
    harm: 'watch',
    first:
      /\b(?:globalThis|window|global|self)\.fetch\s*=(?!=)|\bhttps?\.(?:request|get)\s*=(?!=)|\bXMLHttpRequest\.prototype\.\w+\s*=(?!=)|\brequests\.(?:sessions\.)?(?:Session\.)?(?:request|send|get|post)\s*=(?!=)|\bHTTPConnection\.\w+\s*=(?!=)|\burllib\.request\.urlopen\s*=(?!=)|\bgetpass\.getpass\s*=(?!=)/g,
    second: /["'`]https?:\/\/(?!localhost|127\.|0\.0\.0\.0)[\w-]+\.[^"'`\s]*["'`]/,
    within: 600,
    unless: /\bmock\b|\bjest\b|\bvitest\b|\bnock\b|proxy/i,
  },
  {
    harm: 'watch',
    first:
      /\bwhile\s*\(?\s*(?:\$?true|1|:)\b|\bwhile\s+(?:1|True|true)\b|\bfor\s*(?:\(\s*;\s*;\s*\)|\{)|^\s*repeat\s*$|\bsetInterval\(|\.read_loop\(\)|\bloop\s+do\b|\bwhile\s+sleep\b|keyboard\.(?:on_release|wait)|RunLoop\.main/gm,
    second: CAPTURES,
    within: 900,
  },
];

const WATCH_BEFORE = 500;

/** Harm in the build of a program that needs no flow to be seen. */
export function meetings(text: string, lang: Language): Found[] {
  return MEETINGS.flatMap(({ harm, first, second, within, unless, near, languages = LOOSE }) => {
    if (!languages.has(lang) || !second.test(text)) return [];
    return [...text.matchAll(first)].flatMap((match): Found[] => {
      const around = text.slice(Math.max(0, match.index - (harm === 'watch' ? WATCH_BEFORE : 0)), match.index + within);
      if (!second.test(around) || unless?.test(around) === true) return [];
      const beside = text.slice(Math.max(0, match.index - within), match.index + within);
      if (near?.every((one) => one.test(beside)) === false) return [];
      if (harm === 'watch' && !CARRIES_OFF.test(around)) return [];
      return [{ harm, start: match.index, end: match.index + match[0].length }];
    });
  });
}
