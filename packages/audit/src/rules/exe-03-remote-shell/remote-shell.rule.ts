import { wordsAround } from '@assay/analysis/bundle/decode/view';
import type { CommandValue, Facts, Span } from '@assay/analysis/types';
import { calls, commands, lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const SHELL = /(?:^|[\s/"'])(?:ba|z|da|k|c)?sh(?:\s|$|["'])|cmd(?:\.exe)?(?:\s|$)|powershell|pwsh/i;

/** netcat and similar programs with an attached program, or a pipe from and to a shell. */
const netcats = (facts: Facts): Span[] =>
  commands(facts, 'nc', 'ncat', 'netcat', 'socat', 'busybox')
    .filter(
      ({ value }) =>
        (NETCAT.test(lineOf(value)) && hasPeer(value)) || /exec:.{0,40}(?:sh|cmd|powershell)/i.test(lineOf(value)),
    )
    .map(({ span }) => span);

const NETCAT = /(?:^|\s)(?:-\w*[ec]\w*|--exec|--sh-exec)\s+\S*(?:sh|cmd|powershell|python)/i;

/** Without a host or a port, the line only names the technique. */
const hasPeer = ({ args }: CommandValue): boolean =>
  args.some((arg) => /^-\w*[lp]/.test(arg) || !/^-|(?:sh|cmd|cmd\.exe|powershell|python\d?)$/i.test(arg));

const SOCKET_DEVICE = /\/dev\/(?:tcp|udp)\/[^\s/]+\/\S+/;

const LOCAL_DEVICE = /\/dev\/tcp\/(?:localhost|127\.)/;
/** The output of the descriptor is executed, or a shell is connected to it. */
const READS_BACK = /(?:ba|z|da|k)?sh\s+(?:-i\s+)?(?:<|0<)&|\|\s*(?:ba|z|da|k)?sh\b|0<&\d|<&\d\s+(?:1|2)?>&/;

/** A TLS client that uses the descriptor is not a shell. */
const TLS_CLIENT = /\bopenssl s_client\b[^\n|;]*/g;

/** A shell whose own streams are the socket. A shell that only tests a port does not connect its streams. */
const isTied = ({ program, text }: CommandValue, line: string): boolean =>
  (SHELL.test(`${program} `) && !/-c\b/.test(text)) || /\b(?:ba|z|da|k|c)?sh\s+-i\b|[01]?[<>]&[01]\b/.test(line);

/** A search pattern opens nothing. */
const SEARCHES = /^(?:[efr]?grep|rg|ag|ack|echo|printf|sed)$/;

const BEHIND_CHARS = 400;
const LINES_MAX = 3;

/** `bash -i >& /dev/tcp/…`, `exec 5<>/dev/tcp/…`. */
const devices = (facts: Facts): Span[] =>
  facts
    .of('command')
    .filter(({ value, span }) => {
      if (SEARCHES.test(value.program)) return false;
      const line = wordsAround(span, 0, BEHIND_CHARS).split('\n').slice(0, LINES_MAX).join('\n');
      const isSocket =
        SOCKET_DEVICE.test(value.text) || value.redirects.some(({ target }) => SOCKET_DEVICE.test(target));
      return (
        (isSocket && !LOCAL_DEVICE.test(value.text) && isTied(value, line)) ||
        (isSocket && value.program === 'exec' && READS_BACK.test(line.replace(TLS_CLIENT, '')))
      );
    })
    .map(({ span }) => span);

/** A named pipe between a shell and a socket. The socket may be local. */
const fifos = (facts: Facts): Span[] =>
  commands(facts, 'mkfifo')
    .filter(({ span }) => {
      const line = wordsAround(span, 0, BEHIND_CHARS).split('\n').slice(0, LINES_MAX).join('\n');
      return /\bnc\b|ncat|openssl s_client|telnet/.test(line) && SHELL.test(line);
    })
    .map(({ span }) => span);

/** The descriptor of a socket becomes a shell's standard streams. */
function duplicated(facts: Facts): Span[] {
  const dups = calls(facts, /^os\.dup2$|fileno/);
  const spawns = [
    ...calls(
      facts,
      /^(?:pty\.spawn|subprocess\.(?:call|run|Popen)|os\.(?:system|execl?v?p?)|child_process\.spawn|exec)$/,
    ),
    ...calls(facts, /\.(?:pipe|spawn)$/),
  ];
  return dups.flatMap((dup) =>
    spawns.some((spawn) => spawn.file === dup.file && SHELL.test(spawn.value.text)) ? [dup.span] : [],
  );
}

const LANGUAGE_SHELLS =
  /socket\.socket\([^\n]{0,400}(?:dup2|subprocess|pty\.spawn)|TCPSocket\.(?:new|open)\([^\n]{0,300}(?:exec|sh -i)|fsockopen\([^\n]{0,300}(?:exec|proc_open|sh -i)|use Socket;[^\n]{0,600}exec\s*[({]|Net\.Sockets\.TCPClient\([^\n]{0,900}(?:iex|Invoke-Expression)|net\.Dial\([^\n]{0,400}exec\.Command/i;

/** All input from a socket is piped into a shell. */
const listeners = (facts: Facts): Span[] =>
  commands(facts, 'sh', 'bash', 'zsh', 'dash', 'cmd', 'powershell')
    .filter(({ value }) => value.upstream.some((name) => /^(?:nc|ncat|netcat|socat|telnet)$/.test(name)))
    .map(({ span }) => span);

const oneLiners = (facts: Facts): Span[] =>
  facts
    .of('command')
    .filter(({ value }) => LANGUAGE_SHELLS.test(value.text))
    .map(({ span }) => span);

export const remoteShell = skillRule({
  id: 'EXE-03',
  title: 'Reverse or bind shell',
  question: 'Is a reverse or bind shell opened?',
  kind: 'PROOF',
  reproducedBy: 'shell',
  severity: 'CRITICAL',
  references: ['CWE-506', 'CWE-78', 'OWASP-AST01'],
  why: 'A shell on a socket gives the remote party control of the machine.',
  fix: 'Remove it. Diagnostics do not need a shell on a network port.',
  looksAt:
    'The rule finds netcat with an attached program, shells redirected to `/dev/tcp`, descriptors duplicated onto a shell, and the usual one-line shells of scripting languages.',
  blindTo: 'A custom protocol that carries commands in ordinary requests is not detected.',
  falseAlarms: 'A list of patterns in a detector is not reported if a second signal shows that it is data.',
  check: (facts) => [
    ...[...netcats(facts), ...devices(facts), ...listeners(facts), ...oneLiners(facts)].map((at) => ({
      at,
      confidence: 'firm' as const,
    })),
    ...[...fifos(facts), ...duplicated(facts)].map((at) => ({
      at,
      severity: 'HIGH' as const,
      confidence: 'firm' as const,
    })),
  ],
});
