import type { Severity } from '@assay/analysis/types';
import { collects, isContext, isNearAtHand, isPassword } from '../collects.ts';
import { memberOf, textAt } from '../json/node.ts';
import {
  isCode,
  isSaidToRun,
  isStatement,
  isTyped,
  kindOf,
  type ParameterKind,
  placeKind,
  placeOfTool,
  saysBounds,
} from '../parameter-kind.ts';
import { type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer, Parameter } from '../server.ts';
import { actOfHead, actsOfName, wordsOf } from '../words.ts';
import { flowHits } from './source-flow.ts';

const aboutOf = (tool: Offer): string =>
  `${wordsOf(tool.name).join(' ')} ${wordsOf(tool.title).join(' ')} ${tool.description.toLowerCase()}`;

/** Said in name or description: a shell, code, a query. */
const SAYS_RUN =
  /\b(?:run|runs|running|execut\w+|exec|eval\w*|shell|bash|terminal|command|commands|script|scripts|code|sql|quer(?:y|ies)|interpreter|repl|program)\b/;

/** Looks at code or a statement instead of running it. */
const LOOKS_AT =
  /^(?:lint|format|check|explain|parse|validate|review|scan|analy[sz]e|highlight|minify|beautify|count|compare|diff|tokenize|inspect|audit|document|outline)$/;
const isLookedAt = (one: Parameter, tool: Offer): boolean =>
  LOOKS_AT.test(wordsOf(tool.name)[0] ?? '') &&
  !isSaidToRun(one, tool) &&
  !/\b(?:run|runs|execut\w+|evaluat\w+|shell)\b/i.test(`${tool.description} ${one.description}`);

const freeCode = toolRule({
  id: 'MCP-05',
  title: 'A parameter is run as code',
  question: 'Does a tool take free commands, code or database statements?',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['CWE-78', 'CWE-94', 'CWE-89', 'OWASP-LLM06'],
  why: 'Whoever can put words before the agent can have it fill in this parameter.',
  fix: 'Offer the few operations that are needed, each with its own parameters, or a list of allowed values.',
  blindTo:
    'It goes by names and types of parameters. A tool that says what it runs is medium; one whose name and description speak of something else is high.',
  check: ({ tools, sources }) => [
    ...flowHits({ tools, sources }, ['shell', 'code', 'sql']),
    ...tools.flatMap((tool) =>
      tool.parameters
        .filter(
          (one) =>
            one.isFree &&
            !isLookedAt(one, tool) &&
            (isCode(one, tool) || isStatement(one, tool) || isTyped(one, tool) || isSaidToRun(one, tool)),
        )
        .slice(0, 1)
        .map((one): ToolHit => {
          const isSaid = SAYS_RUN.test(aboutOf(tool));
          return {
            at: one.at,
            confidence: 'firm',
            severity: isSaid ? 'MEDIUM' : 'HIGH',
            note: isSaid
              ? `"${tool.name}" takes it as it comes.`
              : `Nothing else about "${tool.name}" says that it runs something.`,
          };
        }),
    ),
  ],
});

const freePlace = toolRule({
  id: 'MCP-06',
  title: 'A parameter leads anywhere',
  question: 'Does a tool take any address or path, with no bounds stated?',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['CWE-22', 'CWE-918', 'OWASP-LLM06'],
  why: 'Without bounds the agent can be talked into any file of the machine and any host of the network.',
  fix: 'State the folder or hosts that are allowed, in the schema where it can be checked.',
  blindTo:
    'Bounds are believed when they are stated: whether the server keeps to them only its source shows (WKN-02, WKN-03).',
  check: ({ tools, sources }) => [
    ...flowHits({ tools, sources }, ['path', 'url']),
    ...tools.flatMap((tool) =>
      [
        ...tool.parameters.filter((one) => one.isFree && placeKind(one) !== undefined),
        ...[placeOfTool(tool)].filter((one) => one !== undefined),
      ]
        .filter((one) => !saysBounds(one, tool))
        .slice(0, 1)
        .map((one) => ({ at: one.at, confidence: 'firm' as const, note: `"${tool.name}" sets no bounds to it.` })),
    ),
  ],
});

const looseSchema = toolRule({
  id: 'MCP-09',
  title: 'A schema takes anything',
  question: 'Does a schema leave open what may be passed: no schema, no types, further properties, no limits?',
  severity: 'LOW',
  nature: 'hygiene',
  references: ['CWE-20', 'OWASP-API4'],
  why: 'What is not described cannot be checked, by the host or by anybody who approves the call.',
  fix: 'Name every property with its type and limits, and set additionalProperties to false.',
  blindTo:
    'A property without a type and strings without a limit are low; a tool that takes any object at all is medium.',
  check: ({ tools }) => tools.flatMap(looseness),
});

function looseness(tool: Offer): ToolHit[] {
  const { schema } = tool;
  const hit = (severity: Severity, note: string, at = tool.at): ToolHit[] => [
    { at, confidence: 'certain', severity, note },
  ];
  if (schema === undefined) return hit('LOW', `"${tool.name}" has no schema.`);
  const further = memberOf(schema, 'additionalProperties');
  const isOpen = further?.kind === 'object' || (further?.kind === 'plain' && further.value === true);
  const properties = memberOf(schema, 'properties');
  const isEmpty = properties?.kind !== 'object' || properties.members.length === 0;
  if (isOpen && isEmpty) return hit('MEDIUM', `"${tool.name}" takes any object at all.`);
  if (isOpen) return hit('LOW', `"${tool.name}" takes properties it does not name.`);
  const untyped = tool.parameters.find((one) => isUntyped(one));
  if (untyped !== undefined) return hit('LOW', `"${untyped.name}" has no type.`, untyped.at);
  return [];
}

const TYPING = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'properties', 'items', 'not'];
const isUntyped = ({ schema }: Parameter): boolean =>
  schema.kind === 'object' ? TYPING.every((name) => memberOf(schema, name) === undefined) : true;

const contextCollector = toolRule({
  id: 'MCP-10',
  title: 'A parameter collects what the agent knows',
  question: 'Is there a parameter for the conversation, the prompt, other tools or the contents of private files?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['OWASP-LLM02', 'OWASP-MCP03', 'CWE-200'],
  why: 'The agent fills in what a parameter asks for, and so hands over what nobody meant to send.',
  fix: 'Ask for what the operation needs, by name. A tool never needs the prompt or the conversation.',
  blindTo:
    'It goes by what the parameter names. A password or key of the user, and a free text called context, history or the like, are medium. Numbers of conversations, tokens of the service itself and texts that the user writes are left alone.',
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      tool.parameters.flatMap((one): ToolHit[] => {
        const what = collects(one, tool);
        if (what !== undefined) return [{ at: one.at, confidence: 'firm', note: `"${tool.name}" wants ${what}.` }];
        const note = isPassword(one)
          ? 'A secret of the user passes through the agent.'
          : isContext(one, tool) || isNearAtHand(one, tool)
            ? 'It asks for what surrounds the call.'
            : undefined;
        return note !== undefined
          ? [
              {
                at: one.at,
                confidence: 'firm',
                severity: 'MEDIUM',
                note,
              },
            ]
          : [];
      }),
    ),
});

/** Words by which a purpose covers a parameter of each kind. */
const COVERS: Readonly<Partial<Record<ParameterKind, RegExp>>> = {
  code: SAYS_RUN,
  query: SAYS_RUN,
  url: /\b(?:urls?|uris?|web\w*|links?|sites?|pages?|http\w*|download\w*|fetch\w*|endpoints?|api|remote|host\w*|domains?|dns|server|notif\w+|callback|repo\w*|images?|video|audio|media|browser|feed|proxy|stream\w*|publish\w*|network|internet|upload\w*)\b/,
  path: /\b(?:files?|paths?|folders?|director(?:y|ies)|documents?|images?|save\w*|load\w*|export\w*|import\w*|read\w*|writ\w*|upload\w*|download\w*|project|repo\w*|code|workspace|pdf|csv|json|xml|video|audio|media|config\w*|logs?|screenshots?|attach\w*|scan\w*|lint\w*|test\w*|build\w*|compile\w*|source|data(?:set)?|model|archive|disk|notebook|script|git|local|output|render\w*|convert\w*|pars\w+|analy\w+)\b/,
  secret:
    /\b(?:auth\w*|log ?in|sign\w*|account|api|keys?|tokens?|connect\w*|secret\w*|credential\w*|password\w*|encrypt\w*|decrypt\w*|wallet|session|access|user)\b/,
  recipient:
    /\b(?:e?-?mails?|messages?|send\w*|mail\w*|notif\w+|invite\w*|share\w*|contact\w*|transfer\w*|pay\w*|calendar|event|meeting|user|customer|copy|move|translat\w+|convert\w*|range|date|from)\b/,
};

const strangeParameter = toolRule({
  id: 'MCP-15',
  title: 'A parameter does not fit the purpose',
  question: 'Does a tool take something that its purpose does not need?',
  severity: 'MEDIUM',
  nature: 'malice',
  references: ['OWASP-LLM06', 'OWASP-MCP03', 'CWE-1059'],
  why: 'A calculator that asks for a path, a key or a recipient does something besides calculating.',
  fix: 'Remove the parameter, or say in the description what it is for.',
  blindTo:
    'It compares kinds of parameters with the words of name and description; a purpose described at length covers much.',
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      tool.parameters
        .filter((one) => isStrange(one, tool))
        .slice(0, 1)
        .map((one) => ({ at: one.at, confidence: 'firm' as const, note: `Nothing about "${tool.name}" needs it.` })),
    ),
});

function isStrange(one: Parameter, tool: Offer): boolean {
  if (one.types.length > 0 && !one.types.includes('string')) return false;
  // A date, or one of a few values, is no path and nobody's address.
  if (kindOf(one) !== 'secret' && (!one.isFree || textAt(one.schema, 'format') !== undefined)) return false;
  if (kindOf(one) === 'code' && !isCode(one, tool)) return false;
  const kind = kindOf(one) === 'recipient' && placeKind(one) !== undefined ? placeKind(one) : kindOf(one);
  const cover = kind === undefined ? undefined : COVERS[kind];
  if (cover === undefined || tool.description.trim() === '') return false;
  // From here to there is no letter.
  if (kind === 'recipient' && tool.parameters.some(({ name }) => name === 'from')) return false;
  const about = aboutOf(tool);
  const own = wordsOf(one.name).filter((word) => word.length > 2);
  if (cover.test(about) || own.some((word) => about.includes(word))) return false;
  return !(kind === 'path' && [...actsOfName(tool.name), actOfHead(tool.description)].includes('change'));
}

export const SCHEMA_RULES: readonly ToolRule[] = [freeCode, freePlace, looseSchema, contextCollector, strangeParameter];
