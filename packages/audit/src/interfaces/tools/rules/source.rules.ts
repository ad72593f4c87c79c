import { isTestFile } from '@assay/analysis/models/paths/test-file';
import type { Capability, Span } from '@assay/analysis/types';
import { hint } from '../hints.ts';
import { type ToolFacts, type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import { actsOf } from '../words.ts';
import { brokenPromises } from './promises.ts';

const DEEDS = ['network', 'files', 'writing', 'deleting', 'running', 'logging'] as const;
type Deed = (typeof DEEDS)[number];

/** How a deed is spoken of, how code does it, and what it is imported by. */
const KNOWN: Readonly<Record<Deed, { words: RegExp; capabilities: readonly Capability[]; modules: RegExp }>> = {
  network: {
    words:
      /\b(?:https?|urls?|web\w*|fetch\w*|apis?|internet|download\w*|upload\w*|online|remote\w*|services?|servers?|sen[dt]\w*|post\w*|network|cloud|hosts?|requests?|dns|e?-?mail\w*|repositor\w+|leaves?|transmit\w*|third part(?:y|ies)|external\w*|telemetry|live|publish\w*)\b/,
    capabilities: ['net.http', 'net.raw', 'msg.send'],
    modules:
      /^(?:node:)?(?:https?|http2|net|tls|dgram|axios|got|node-fetch|undici|requests|httpx|aiohttp|urllib\w*|socket|smtplib)(?:[./]|$)/,
  },
  files: {
    words: /\b(?:files?|disk|folders?|director(?:y|ies)|paths?|read\w*|load\w*|documents?|notes?)\b/,
    capabilities: ['fs.read', 'fs.write', 'fs.delete', 'secret.read'],
    modules: /^$/,
  },
  writing: {
    words:
      /\b(?:writ\w*|sav\w*|creat\w*|updat\w*|delet\w*|edit\w*|append\w*|stor\w*|export\w*|install\w*|mov\w*|renam\w*|log\w*|cach\w*|modif\w*|chang\w*|persist\w*|alter\w*|generat\w*|record\w*|add\w*|kept|keeps?|retain\w*)\b/,
    capabilities: ['fs.write', 'fs.delete', 'system.persist'],
    modules: /^$/,
  },
  deleting: {
    words: /\b(?:delet\w*|remov\w*|eras\w*|destroy\w*|lost|permanent\w*|for good|irreversibl\w*)\b/,
    capabilities: ['fs.delete'],
    modules: /^$/,
  },
  running: {
    words:
      /\b(?:run\w*|execut\w*|shell|commands?|process(?:es)?|launch\w*|scripts?|programs?|git|compil\w*|lint\w*|docker|evaluat\w*)\b/,
    capabilities: ['proc.exec', 'code.dynamic'],
    modules: /^(?:node:)?(?:child_process|subprocess|execa|shelljs|pty)(?:[./]|$)/,
  },
  logging: { words: /\b(?:log(?:s|ged|ging)?|record(?:s|ed|ing)?|kept|retained)\b/, capabilities: [], modules: /^$/ },
};
const SILENT =
  /\b(?:offline|(?:entirely|purely|fully|completely|only|strictly) (?:local(?:ly)?|in memory)|local(?:ly)? only|pure function)\b/;
/** That nothing leaves the machine, in other languages. */
const SILENT_ABROAD =
  /verl(?:ässt|assen)[^.]{0,40}nicht|bleib(?:t|en) (?:auf|lokal|bei)|nichts? (?:wird |werden )?(?:gesendet|übertragen|hochgeladen|verschickt)|no se env[ií]a|nada se env|se queda\p{L}* en (?:este|el|tu|su)|sin conexión|rien n['’]est (?:envoy|transmis)|rest(?:e|ent) sur|hors ligne|ne quitt\p{L}+|non (?:viene|vengono) invi|resta(?:no)? (?:sul|su questo)|nulla viene inviato|não (?:é|são) enviad|nada (?:é enviado|sai)|fica(?:m)? (?:no|neste|nesta)|не отправля|не покида|外部に(?:は)?送信(?:しません|されません)|送信(?:しません|されません)|不会(?:上传|发送|离开)|전송(?:하지|되지) 않/iu;
const NEGATION =
  /\b(?:no|not|nothing|never|none|without|neither|nor|cannot|(?:does|do|is|are|was|were|will|can|has|have)n['’]t)\b/;

type Claim = { readonly deed: Deed; readonly at: Span; readonly isHint?: boolean };

/** Things a sentence names when it speaks of everything: "no data is sent". "No invitations are sent" leaves the rest open. */
const WHOLE =
  /\b(?:no|none of the|nothing|without any?) (?:user |personal |private |of your |of the |external |outgoing |remote |third-party )?(?:data|texts?|contents?|information|inputs?|traffic|network|requests?|calls?|connections?|files?|bytes|values?|anything|part|code|writes?|changes?|side effects?|internet|shell|commands?|process(?:es)?|programs?|disk|telemetry|logs?|logging|apis?|uploads?|downloads?|urls?|services?|servers?|disk access|access)\b/;
const PARTIAL = /\b(?:no|without(?: any)?) (?:[\w-]+ ){1,4}?(?:is|are|was|were|will be|gets?|being) /;

/** Told as done, with whom it is done to. */
const SAID =
  /\b(?:is|are|gets?|will be) (?:then )?(?:sent|posted|uploaded|published|written|stored|saved|logged|recorded|shared|transmitted)\b/;

/** A negation that reaches the word for the deed, and is not about one thing among others. */
function isDenied(text: string, words: RegExp): boolean {
  const clauses = text.split(/[;:—–]|,\s+(?:but|and then|so)\b/);
  // What one clause says, another may limit: "names are sent; texts never".
  if (clauses.some((clause) => !NEGATION.test(clause) && SAID.test(clause) && words.test(clause))) return false;
  return clauses.some((clause) => {
    const negated = NEGATION.exec(clause);
    if (negated === null || !words.test(clause.slice(negated.index))) return false;
    // "Runs one program, without a shell": what stands before is said, not denied.
    if (words.test(clause.slice(0, negated.index)) && negated[0] === 'without') return false;
    return !PARTIAL.test(clause) || WHOLE.test(clause);
  });
}

/** Files as such: "never replaces a file" leaves reading them open. */
const NO_FILES =
  /\b(?:no|any|without) (?:local |other |your )?(?:files?|disk|file ?system|folders?|documents?)\b(?! (?:is|are|gets?) )|\b(?:not|never|neither|nor|cannot) (?:read|open|touch|access|load|look at|see)s?\b/;

/** What the list says that the server does not do. */
function denialsOf(facts: ToolFacts): Claim[] {
  const heard = [...facts.tools.map(facts.heard), ...facts.card].flatMap(({ said }) => said);
  const spoken = heard.flatMap(({ sentence, at, value }): Claim[] => {
    const { text } = sentence;
    if (value?.isOrder === true && /\byou\b/.test(text)) return [];
    return DEEDS.filter(
      (deed) =>
        (isDenied(text, KNOWN[deed].words) && (deed !== 'files' || NO_FILES.test(text))) ||
        (deed === 'network' && (SILENT.test(text) || SILENT_ABROAD.test(text))),
    ).map((deed) => ({ deed, at }));
  });
  const hinted = facts.tools.flatMap((tool): Claim[] => [
    ...(hint(tool, 'readOnlyHint') === true ? [{ deed: 'writing' as const, at: tool.at }] : []),
    ...(hint(tool, 'openWorldHint') === false ? [{ deed: 'network' as const, at: tool.at, isHint: true }] : []),
  ]);
  const isEverywhere = (deed: Deed): boolean => hinted.filter((one) => one.deed === deed).length === facts.tools.length;
  return [
    ...spoken,
    ...hinted.filter(({ deed }, index) => isEverywhere(deed) && hinted.findIndex((one) => one.deed === deed) === index),
  ];
}

/** Whether anything in the list says that it does. */
const isAdmitted = (facts: ToolFacts, deed: Deed): boolean =>
  facts.tools.some((tool) =>
    KNOWN[deed].words.test(`${tool.name.replaceAll('_', ' ')} ${tool.description}`.toLowerCase()),
  ) ||
  (deed === 'network' && facts.tools.some((tool) => hint(tool, 'openWorldHint') === true)) ||
  (deed === 'writing' && facts.tools.some((tool) => hint(tool, 'readOnlyHint') === false));

const LIVE = new Set(['executable', 'directive', 'hidden']);

/** Where the source does it. */
function findDeed(facts: ToolFacts, deed: Deed): Span | undefined {
  const { code } = facts;
  const { capabilities, modules } = KNOWN[deed];
  if (deed === 'logging') return findLogged(facts);
  const sent =
    deed === 'network'
      ? code.of('call').find(({ value, file }) => SENDS_LOGS.test(value.callee) && !isTestFile(file))
      : undefined;
  if (sent !== undefined) return sent.span;
  const done = code
    .of('capability')
    .find(({ value, context, file }) => capabilities.includes(value.name) && LIVE.has(context) && !isTestFile(file));
  return (
    (done ?? code.of('import').find(({ value, file }) => modules.test(value.module) && !isTestFile(file)))?.span ??
    findSpelled(facts, deed)
  );
}

/** How languages that are not followed call it. */
const SPELLED: Readonly<Partial<Record<Deed, RegExp>>> = {
  network:
    /\bhttp\.(?:Get|Post|PostForm|Head|NewRequest\w*|DefaultClient)\b|\bnet\.Dial\w*\(|\bsmtp\.SendMail\(|\b(?:reqwest|ureq)::|\bTcpStream::connect\b|\b(?:Ok)?HttpClient\b|\bopenConnection\(|\bWebClient\b|\bNet::(?:HTTP|SMTP)\b|\b(?:Faraday|HTTParty)\b|\bcurl_exec\(|\bfsockopen\(/,
  writing:
    /\bos\.(?:WriteFile|Create|Remove(?:All)?|Rename|Mkdir\w*)\(|\bfs::(?:write|remove_\w+|rename|create_dir\w*)\(|\bFiles\.(?:write\w*|delete\w*|move)\(|\bFile\.(?:Write\w*|Delete|Move|write|delete)\b|\bFileUtils\.\w+|\bfile_put_contents\(/,
  deleting:
    /\bos\.Remove(?:All)?\(|\bfs::remove_\w+\(|\bFiles\.delete\w*\(|\bFile\.(?:Delete|delete)\b|\bFileUtils\.rm\w*/,
  running:
    /\bexec\.Command\w*\(|\bCommand::new\(|\bProcessBuilder\b|\bgetRuntime\(\)\.exec|\bProcess\.Start\(|\bOpen3\.|\b(?:proc_open|shell_exec)\(/,
};
const NOT_FOLLOWED = /\.(?:go|rs|java|kt|cs|rb|php)$/i;

function findSpelled({ sources }: ToolFacts, deed: Deed): Span | undefined {
  const shape = SPELLED[deed];
  for (const view of shape === undefined ? [] : sources) {
    const found = NOT_FOLLOWED.test(view.file) && !isTestFile(view.file) ? shape?.exec(view.text) : null;
    if (found != null) return { view, start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

/** Handlers of logs that write to another machine. */
const SENDS_LOGS = /(?:^|\.)(?:HTTP|Socket|Datagram|SMTP|SysLog)Handler$/;
const LOGGED =
  /\b(?:log|logger|logging|console)\.(?:debug|info|log|warn(?:ing)?|error|critical|exception|trace)\(([^\n]{0,300})/gi;

/** A value that somebody handed in, written to a log. */
function findLogged({ sources, tools }: ToolFacts): Span | undefined {
  const given = tools
    .flatMap(({ parameters }) => parameters.map(({ name }) => name))
    .filter(({ length }) => length > 2);
  for (const view of sources.filter(({ file }) => !isTestFile(file)))
    for (const { index, 0: call, 1: values = '' } of view.text.matchAll(LOGGED)) {
      const words = new Set(values.match(/[A-Za-z_]\w*/g) ?? []);
      if (given.some((name) => words.has(name))) return { view, start: index, end: index + call.length };
    }
  return undefined;
}

const denied = (facts: ToolFacts): ToolHit[] =>
  denialsOf(facts).flatMap(({ deed, at, isHint = false }): ToolHit[] => {
    const span = findDeed(facts, deed);
    if (span === undefined) return [];
    return [
      {
        at,
        confidence: 'firm',
        // A closed world may be one service that the server itself has to ask.
        ...(isHint ? { severity: 'MEDIUM' as const } : {}),
        note: `The source does it (${deed}, ${span.view.file}).`,
        related: [{ at: span, role: 'what it does' }],
      },
    ];
  });

const GRAVE_DEEDS: readonly Deed[] = ['network', 'running'];

const unsaid = (facts: ToolFacts): ToolHit[] =>
  facts.tools.length === 0
    ? []
    : GRAVE_DEEDS.filter((deed) => !isAdmitted(facts, deed)).flatMap((deed): ToolHit[] => {
        const at = findDeed(facts, deed);
        return at === undefined
          ? []
          : [{ at, confidence: 'firm', severity: 'MEDIUM', note: `Nothing in the list speaks of it (${deed}).` }];
      });

const BOUNDS =
  /\b(?:other|outside|further|no other) (?:folders?|files?|paths?|director(?:y|ies)|places?)\b[^.]{0,30}\b(?:cannot|can['’]t|not|never|refused|rejected)\b|\b(?:only|below|within|inside|under|restricted|limited|confined|never leaves?|cannot leave)\b[^.]{0,60}\b(?:folder|director(?:y|ies)|root|workspace|project)\b/;
const OPENS =
  /(?:^|\.)(?:open|readFile(?:Sync)?|writeFile(?:Sync)?|createReadStream|read_text|read_bytes|write_text|unlink|remove)$/;
const CHECKS =
  /(?:^|\.)(?:realpath(?:Sync)?|resolve|abspath|normpath|commonpath|commonprefix|relative|is_relative_to|relative_to|startsWith|startswith|safe_join)$/;

/** Bounds that are stated, files that are opened, and no look at where they lie. */
function unbounded(facts: ToolFacts): ToolHit[] {
  const calls = facts.code.of('call').filter(({ file }) => !isTestFile(file));
  const opened = calls.find(({ value }) => OPENS.test(value.callee));
  if (opened === undefined || calls.some(({ value }) => CHECKS.test(value.callee))) return [];
  return facts.tools
    .flatMap((tool) => facts.heard(tool).said)
    .filter(({ sentence }) => BOUNDS.test(sentence.text))
    .slice(0, 1)
    .map(({ at }) => ({
      at,
      confidence: 'firm',
      note: 'The source opens files and never looks where they lie.',
      related: [{ at: opened.span, role: 'opened here' }],
    }));
}

const ONLY_READS =
  /\bread[- ]?only\b|\bonly (?:reads?|select)\b|\bwould change\b[^.]{0,30}\brefused\b|\b(?:no|never) (?:writes?|changes?)\b/i;
const RUNS_GIVEN = /\.(?:execute|query|exec|prepare|run|fetch|raw)\(\s*(?:sql|query|statement|stmt|q)\s*[,)]/;
const HELD =
  /read[_ -]?only|mode=ro|starts?with\(\s*["'`]select|\^\\?s?\*?\(?select|sqlglot|parse_one|is_select|isSelect/i;

const WRITES =
  /\b(?:drop\s+(?:table|index|view|schema)|delete\s+from|insert\s+into|update\s+[\w"\x60${}.]+\s+set|alter\s+table|truncate\s+table|vacuum)\b/i;

/** Promises to leave a database as it is, and the source changes it; no other tool of the list is there to. */
function writesAfterAll(facts: ToolFacts): ToolHit[] {
  const promised = facts.tools.filter(({ description }) => ONLY_READS.test(description));
  const isMeant = facts.tools.some((tool) => actsOf(tool).some((act) => act === 'change' || act === 'remove'));
  const source = facts.sources.find(({ file, text }) => !isTestFile(file) && WRITES.test(text));
  if (isMeant || source === undefined) return [];
  return promised
    .slice(0, 1)
    .map(({ at }) => ({ at, confidence: 'firm', note: `The source changes the database (${source.file}).` }));
}

/** Promises to read alone, and the source hands whatever statement it is given to the database. */
function anyStatement(facts: ToolFacts): ToolHit[] {
  const promised = facts.tools.filter(({ description }) => ONLY_READS.test(description));
  const code = facts.sources
    .filter(({ file }) => !isTestFile(file))
    .map(({ text }) =>
      promised.reduce((rest, { description }) => rest.replaceAll(description, ''), text).replace(/readOnlyHint/g, ''),
    );
  if (!code.some((text) => RUNS_GIVEN.test(text)) || code.some((text) => HELD.test(text))) return [];
  return promised.slice(0, 1).map(({ at }) => ({
    at,
    confidence: 'firm',
    note: 'The source runs any statement it is given, and nothing holds it to reading.',
  }));
}

const MADE =
  /\bdescription["']?\s*[:=]\s*(?:await\s+)?(?!z\.|dedent|textwrap|inspect|String\b|str\b|t\()[A-Za-z_$][\w$]*(?:\.[\w$]+)?\(/g;

/** A description that a function makes when the server runs: nobody has seen what it will say. */
const madeLater = (facts: ToolFacts): ToolHit[] =>
  findDeed(facts, 'network') === undefined
    ? []
    : facts.sources
        .filter(({ file }) => !isTestFile(file))
        .flatMap((view) =>
          [...view.text.matchAll(MADE)].slice(0, 1).map(
            ({ index, 0: text }): ToolHit => ({
              at: { view, start: index, end: index + text.length },
              confidence: 'firm',
              severity: 'MEDIUM',
              note: 'The description is made when the server runs, and it can reach the network.',
            }),
          ),
        );

const implementation = toolRule({
  id: 'MCP-16',
  title: 'The source does what the description denies',
  question: 'Does the implementation reach the network, files or programs that the list denies or does not speak of?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['CWE-1059', 'OWASP-MCP03', 'CWE-451'],
  why: 'Somebody who reads the list approves something else than what runs.',
  fix: 'Say what the server does, or stop doing it.',
  blindTo:
    'Only when the source came along, in a language the engine reads. What is denied, or bounded and not checked, is high; network and programs that nothing in the list speaks of, what is offered or described only at run time, and a confirmation that the source never asks for, are medium. A check is believed wherever it stands.',
  check: (facts) => [
    ...denied(facts),
    ...anyStatement(facts),
    ...writesAfterAll(facts),
    ...unsaid(facts),
    ...unbounded(facts),
    ...madeLater(facts),
    ...brokenPromises(facts),
  ],
});

export const SOURCE_RULES: readonly ToolRule[] = [implementation];
