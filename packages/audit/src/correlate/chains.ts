import type { FactOf, Facts, RawFinding, Rule, RuleFamily, Severity, Span, UrlValue } from '../model.ts';
import { isPublishersOwn } from '../rules/own-origin.ts';
import { isRecognisedOrigin, isShadyOrigin, toUrlValue } from '../ruleset/origins/origin.ts';
import type { LiveFinding } from './live-finding.ts';

export type FoundChain = { readonly raw: RawFinding; readonly parts: readonly LiveFinding[] };

export type Chain = {
  readonly rule: Rule;
  find(live: readonly LiveFinding[], facts: Facts): FoundChain[];
};

type ChainText = {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly severity: Severity;
  readonly family: RuleFamily;
  readonly references: readonly string[];
  readonly why: string;
  readonly fix: string;
};

/** A chain is described like a rule; it looks at findings, so it has no check of its own. */
const toRule = (text: ChainText): Rule => ({
  ...text,
  category: 'COR',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  since: '2026.11',
  check: () => [],
});

const byRule = (
  live: readonly LiveFinding[],
  shape: RegExp,
  floor: readonly Severity[] = ['MEDIUM', 'HIGH', 'CRITICAL'],
): LiveFinding[] => live.filter(({ ruleId, severity }) => shape.test(ruleId) && floor.includes(severity));

const stagesOf = (parts: readonly (readonly [LiveFinding, string])[]): { at: Span; role: string }[] =>
  parts.map(([part, role]) => ({ at: part.at, role }));

/** One chain from the first finding of each stage; nothing when a stage is missing. */
function joined(stages: readonly (readonly [readonly LiveFinding[], string])[]): FoundChain[] {
  const parts: (readonly [LiveFinding, string])[] = [];
  for (const [found, role] of stages) {
    const [first] = found;
    if (first === undefined) return [];
    parts.push([first, role]);
  }
  const last = parts.at(-1)?.[0];
  if (last === undefined) return [];
  return [{ raw: { at: last.at, confidence: 'firm', related: stagesOf(parts) }, parts: parts.map(([part]) => part) }];
}

const lure: Chain = {
  rule: toRule({
    id: 'COR-01',
    title: 'Lures into running fetched content',
    question: 'Does a lure or prerequisite lead to fetching and running something?',
    severity: 'CRITICAL',
    family: 'code-taint',
    references: ['CWE-494', 'CWE-451'],
    why: 'A required step that fetches and runs foreign code is how malware is delivered through instructions.',
    fix: 'Remove the step; ship what is needed.',
  }),
  find: (live) =>
    joined([
      [byRule(live, /^SOC-0[1-3]$/, ['HIGH', 'CRITICAL']), 'lure'],
      [byRule(live, /^EXE-0[12]$/, ['HIGH', 'CRITICAL']), 'fetch and run'],
    ]),
};

const theft: Chain = {
  rule: toRule({
    id: 'COR-03',
    title: 'The document reads private data, something else sends it',
    question: 'Does a document tell the agent to read private data that a script or second instruction sends?',
    severity: 'CRITICAL',
    family: 'instruction',
    references: ['CWE-200', 'OWASP-LLM02'],
    why: 'The agent is the pipe: what it is told to read and what it is told to send are one flow.',
    fix: 'Do not ask for private data, and do not send it.',
  }),
  find: (_live, facts) => [...agentFlows(facts), ...renderedFlows(facts)],
};

const PRIVATE = new Set([
  'secret',
  'secret-file',
  'seed-phrase',
  'environment',
  'conversation',
  'memory',
  'system-prompt',
  'clipboard',
]);
const READ_TO_SEND_CHARS = 500;
const DOCUMENTS = new Set(['markdown', 'text']);

/** A place outside that nobody would call documentation. */
function isForeignPlace(destination: string | null): boolean {
  if (destination === null) return false;
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(destination)) return true;
  const url = toUrlValue(destination);
  return url === null || url === undefined ? false : url.host.includes('.') && !isRecognisedOrigin(url.origin);
}

const isAsked = ({ value, context, unit }: FactOf<'instruction'>): boolean =>
  DOCUMENTS.has(unit.lang) &&
  (unit.reach === 'entry' || unit.reach === 'directed' || unit.origin === 'decoded') &&
  !value.negated &&
  value.addressee !== 'user' &&
  value.modality !== 'plain' &&
  value.modality !== 'may' &&
  value.condition === null &&
  (context === 'directive' || context === 'executable' || context === 'hidden');

/** "Read S" followed within reach by "send to U". */
function agentFlows(facts: Facts): FoundChain[] {
  const asked = facts.of('instruction').filter(isAsked);
  const reads = asked.filter(({ value }) => value.act === 'read' && PRIVATE.has(value.objectKind));
  const sends = asked.filter(({ value }) => value.act === 'send' && isForeignPlace(value.destination));
  return reads.flatMap((read): FoundChain[] => {
    const send = sends.find(
      ({ span, file }) =>
        file === read.file &&
        span.view === read.span.view &&
        span.start > read.span.start &&
        span.start - read.span.end < READ_TO_SEND_CHARS,
    );
    if (send === undefined) return [];
    const related = [
      { at: read.span, role: 'reads' },
      { at: send.span, role: 'sends' },
    ];
    return [{ raw: { at: send.span, confidence: 'firm', related }, parts: [] }];
  });
}

const SLOT = /[?&/=](?:[A-Z][A-Z_]{2,30}|\{[^}]{1,40}\}|<[^>]{1,40}>|\[[^\]]{1,40}\]|\$\{?\w{2,40}\}?)(?:[&#/]|$)/;
const TALK =
  /\b(?:conversation|chat|history|transcript|message|prompt|context|secret|token|password|api[ -]?key|env(?:ironment)?|memory|credential|user(?:'s)? (?:data|input|question|name|email))\w*\b/i;
const FILLS = /\b(?:where|replac|fill|substitut|encod|insert|with the|is the|contains?|append|summar)\w*\b/i;

/** A picture whose address has a slot that the words around it fill with what was said. */
const renderedFlows = (facts: Facts): FoundChain[] =>
  facts
    .of('image')
    .filter(
      ({ value, context }) =>
        value.url?.host.includes('.') &&
        SLOT.test(value.target) &&
        !isRecognisedOrigin(value.url.origin) &&
        (context === 'directive' || context === 'hidden' || context === 'executable'),
    )
    .flatMap(({ span }): FoundChain[] => {
      const { text } = span.view;
      const around = `${text.slice(Math.max(0, span.start - 200), span.start)} ${text.slice(span.end, span.end + 240).split('\n\n')[0] ?? ''}`;
      if (!TALK.test(around) || !FILLS.test(around)) return [];
      const related = [
        { at: span, role: 'slot' },
        { at: span, role: 'sends' },
      ];
      return [{ raw: { at: span, confidence: 'firm', related }, parts: [] }];
    });

const revealed: Chain = {
  rule: toRule({
    id: 'COR-04',
    title: 'Decoded text gives the address that is used',
    question: 'Does a hidden or decoded view yield a directive, a sink, or a URL that something fetches?',
    severity: 'CRITICAL',
    family: 'code-taint',
    references: ['CWE-506', 'CWE-116'],
    why: 'An address kept encoded until the moment of use is kept from everyone who reads the code.',
    fix: 'Write the address in plain text.',
  }),
  find: (live, facts) => [...decodedTargets(live, facts), ...fetchedDecoys(live, facts)],
};

/** The decoded text itself is the target of a request. */
const decodedTargets = (live: readonly LiveFinding[], facts: Facts): FoundChain[] =>
  facts
    .of('concealment')
    .filter(({ value }) => value.technique === 'assembled-sink' && value.carries === 'url')
    .map(({ span, value }) => {
      const parts = live.filter(
        ({ ruleId, file }) => (ruleId === 'HID-05' || ruleId === 'HID-06') && file === span.view.file,
      );
      const first = parts[0]?.at ?? span;
      const related = [
        { at: first, role: 'encoded' },
        { at: span, role: 'used' },
      ];
      return {
        raw: { at: span, confidence: 'firm', note: `The address is ${value.revealed.slice(0, 120)}.`, related },
        parts,
      };
    });

/** An encoded address whose host something in the bundle talks to. */
const fetchedDecoys = (live: readonly LiveFinding[], facts: Facts): FoundChain[] =>
  facts
    .of('concealment')
    .filter(({ value }) => value.technique === 'encoded-run' && value.carries === 'url')
    .flatMap(({ span, value, file }): FoundChain[] => {
      const host = /https?:\/\/([^\s/:?#"']+)/.exec(value.revealed)?.[1]?.toLowerCase();
      const sink = facts.of('sink').find((other) => other.value.destination?.host === host && host !== undefined);
      if (sink === undefined || /\.(?:json|lock|svg|ipynb|html)$/.test(file)) return [];
      const parts = live.filter(
        ({ ruleId, at }) => ruleId === 'HID-05' && at.start === span.start && at.view === span.view,
      );
      const related = [
        { at: span, role: 'encoded' },
        { at: sink.span, role: 'used' },
      ];
      return [
        {
          raw: { at: span, confidence: 'firm', note: `The address is ${value.revealed.slice(0, 120)}.`, related },
          parts,
        },
      ];
    });

const implant: Chain = {
  rule: toRule({
    id: 'COR-05',
    title: 'Fetches, unlocks, runs and persists',
    question: 'Is there a chain of download, removed quarantine or chmod, run and persistence?',
    severity: 'CRITICAL',
    family: 'code-taint',
    references: ['CWE-494', 'CWE-912'],
    why: 'Together these steps install something for good.',
    fix: 'Remove the chain.',
  }),
  find: (live) =>
    joined([
      [byRule(live, /^EXE-(?:01|11)$/, ['HIGH', 'CRITICAL']), 'fetch and run'],
      [byRule(live, /^PER-(?:01|02|05|06|08|11)$/, ['MEDIUM', 'HIGH', 'CRITICAL']), 'persist'],
    ]),
};

const poisoning: Chain = {
  rule: toRule({
    id: 'COR-06',
    title: 'Subverts instructions and writes them down',
    question: 'Does instruction subversion lead to a write to agent memory, settings or another skill?',
    severity: 'CRITICAL',
    family: 'instruction',
    references: ['CWE-1427', 'OWASP-LLM04'],
    why: 'An override that is written into memory works in every later conversation.',
    fix: 'Remove both.',
  }),
  find: (live) =>
    joined([
      [byRule(live, /^PI-(?:01|03|04|05|12)$/, ['HIGH', 'CRITICAL']), 'subverts'],
      [byRule(live, /^PER-0[3459]$/, ['HIGH', 'CRITICAL']), 'writes'],
    ]),
};

const contradiction: Chain = {
  rule: toRule({
    id: 'COR-08',
    title: 'Claims to keep data and sends it',
    question: 'Is an explicit safety claim contradicted by a flow?',
    severity: 'HIGH',
    family: 'code-taint',
    references: ['CWE-200', 'CWE-451'],
    why: 'The claim is there to keep people from looking.',
    fix: 'Say what leaves the machine, and where it goes.',
  }),
  find: (live, facts) => {
    const claims = facts
      .of('instruction')
      .filter(
        ({ value, context }) =>
          value.act === 'claim-safety' && !value.negated && context !== 'quoted' && context !== 'prohibited',
      );
    const flows = byRule(live, /^EXF-(?:01|02|03|11)$/, ['HIGH', 'CRITICAL']);
    const [claim] = claims;
    const [flow] = flows;
    if (claim === undefined || flow === undefined) return [];
    return [
      {
        raw: {
          at: claim.span,
          confidence: 'firm',
          related: [
            { at: claim.span, role: 'claims' },
            { at: flow.at, role: 'sends' },
          ],
        },
        parts: [],
      },
    ];
  },
};

/** A hidden file in a folder everyone can write to: planted by somebody, for this. */
const HIDDEN_TEMPORARY = /^\/(?:var\/)?tmp\/(?:.*\/)?\.|^\/dev\/shm\//;

const unreviewed: Chain = {
  rule: toRule({
    id: 'COR-09',
    title: 'Runs content from outside the bundle',
    question: 'Is opaque or outside-bundle content executed?',
    severity: 'HIGH',
    family: 'code-taint',
    references: ['CWE-494', 'CWE-829'],
    why: 'A certificate for this version cannot cover code nobody saw.',
    fix: 'Ship the file in the bundle.',
  }),
  find: (live, facts) => [...outsideFiles(facts), ...fetchedByAgent(live, facts), ...obeyedRemotely(live, facts)],
};

const outsideFiles = (facts: Facts): FoundChain[] =>
  facts
    .of('execution')
    .filter(({ value }) => value.of === 'outside')
    .map(({ span, value }) => ({
      raw: {
        at: span,
        severity: HIDDEN_TEMPORARY.test(value.payload ?? '') ? 'CRITICAL' : 'HIGH',
        confidence: 'firm',
        isUnreviewedExecution: true,
        related: [{ at: span, role: 'runs' }],
      },
      parts: [],
    }));

const PROGRAM =
  /\.(?:zip|exe|msi|dmg|pkg|sh|ps1|bat|cmd|py|js|jar|bin|run|appimage|deb|rpm|tar|tgz|gz|7z|rar|scr|vbs|command)(?:[?#]|$)/i;
const FETCH_TO_RUN_CHARS = 600;

/** An origin that is neither recognised nor the publisher's own. */
function foreignUrl(destination: string | null, facts: Facts): UrlValue | undefined {
  const url = destination === null ? undefined : toUrlValue(destination);
  if (url === undefined || !url.host.includes('.') || isRecognisedOrigin(url.origin)) return undefined;
  return isPublishersOwn(url, facts.about) ? undefined : url;
}

/** Words that make agent or user fetch a program and start it: the same as a pipe into a shell. */
function fetchedByAgent(live: readonly LiveFinding[], facts: Facts): FoundChain[] {
  const asked = facts.of('instruction').filter((fact) => isLive(fact) && DOCUMENTS.has(fact.unit.lang));
  const fetches = asked.filter(
    ({ value }) =>
      value.act === 'download' &&
      PROGRAM.test(value.destination ?? '') &&
      foreignUrl(value.destination, facts) !== undefined,
  );
  return fetches.flatMap((fetch): FoundChain[] => {
    const run = asked.find(
      ({ value, span, file }) =>
        (value.act === 'run' || value.act === 'install') &&
        file === fetch.file &&
        span.view === fetch.span.view &&
        span.start >= fetch.span.start &&
        span.start - fetch.span.end < FETCH_TO_RUN_CHARS,
    );
    const url = foreignUrl(fetch.value.destination, facts);
    if (run === undefined || url === undefined) return [];
    const isLured = live.some(({ ruleId, file }) => /^SOC-0[1-3]$/.test(ruleId) && file === fetch.file);
    const severity: Severity = isLured || isShadyOrigin(url.origin) || url.scheme === 'http' ? 'CRITICAL' : 'HIGH';
    const related = [
      { at: fetch.span, role: 'fetch' },
      { at: run.span, role: 'run' },
    ];
    return [{ raw: { at: run.span, severity, confidence: 'firm', isUnreviewedExecution: true, related }, parts: [] }];
  });
}

const isLive = ({ value, context }: FactOf<'instruction'>): boolean =>
  !value.negated &&
  value.modality !== 'plain' &&
  value.modality !== 'may' &&
  (context === 'directive' || context === 'executable' || context === 'hidden');

/** The agent is an interpreter: text fetched and obeyed is code nobody reviewed. */
const obeyedRemotely = (live: readonly LiveFinding[], facts: Facts): FoundChain[] => {
  const reported = byRule(live, /^PI-08$/, ['HIGH', 'CRITICAL']);
  return facts
    .of('instruction')
    .filter(
      ({ value, span }) =>
        value.act === 'obey-remote' &&
        reported.some(({ at }) => at.view === span.view && at.start <= span.end && at.end >= span.start),
    )
    .flatMap(({ span, value }): FoundChain[] => {
      const url = foreignUrl(value.destination, facts);
      if (url === undefined || url.origin === 'code-host') return [];
      const severity: Severity = isShadyOrigin(url.origin) || url.scheme === 'http' ? 'CRITICAL' : 'HIGH';
      return [
        {
          raw: {
            at: span,
            severity,
            confidence: 'firm',
            isUnreviewedExecution: true,
            related: [{ at: span, role: 'obeys' }],
          },
          parts: [],
        },
      ];
    });
};

const keyTheft: Chain = {
  rule: toRule({
    id: 'COR-10',
    title: 'Asks for a key and moves what it opens',
    question: 'Does a key or seed phrase request, or an allowance, lead to a fixed foreign recipient?',
    severity: 'CRITICAL',
    family: 'instruction',
    references: ['CWE-522', 'OWASP-LLM06'],
    why: 'A seed phrase and a fixed recipient are all it takes to empty a wallet.',
    fix: 'Never ask for a seed phrase; let the user sign.',
  }),
  find: (live) =>
    joined([
      [byRule(live, /^CRD-07$/), 'asks for the key'],
      [byRule(live, /^(?:AGY-03|EXF-0[1347])$/, ['HIGH', 'CRITICAL']), 'moves it'],
    ]),
};

export const CHAINS: readonly Chain[] = [
  lure,
  theft,
  revealed,
  implant,
  poisoning,
  contradiction,
  unreviewed,
  keyTheft,
];
