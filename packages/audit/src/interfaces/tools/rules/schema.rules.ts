import type { Severity } from '@assay/analysis/types';
import { memberOf } from '../json/node.ts';
import { kindOf } from '../parameter-kind.ts';
import { type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer, Parameter } from '../server.ts';

/** The first free parameter of some kinds. */
const freeOf = ({ parameters, name }: Offer, ...kinds: readonly ReturnType<typeof kindOf>[]): ToolHit[] =>
  parameters
    .filter((one) => one.isFree && kinds.includes(kindOf(one)))
    .slice(0, 1)
    .map(({ at }) => ({ at, confidence: 'firm', note: `"${name}" sets no enumeration or pattern for it.` }));

const freeCode = toolRule({
  id: 'MCP-05',
  title: 'Parameter is executed as code',
  question: 'Does a tool take free commands, code or database statements?',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['CWE-78', 'CWE-94', 'CWE-89', 'OWASP-LLM06'],
  why: 'Injected text can make the agent fill in this parameter.',
  fix: 'Offer the few operations that are needed, each with its own parameters, or a list of allowed values.',
  blindTo: 'Based on the identifier of the parameter. EXE-04, EXE-05 and WKN-01 review the source.',
  check: ({ tools }) => tools.flatMap((tool) => freeOf(tool, 'code')),
});

const freePlace = toolRule({
  id: 'MCP-06',
  title: 'Parameter accepts any address or path',
  question: 'Does a tool accept any address or path, without limits in the schema?',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['CWE-22', 'CWE-918', 'OWASP-LLM06'],
  why: 'Injected text can direct the agent to any file of the machine and any host of the network.',
  fix: 'State the allowed folder or hosts in the schema, where they can be checked.',
  blindTo:
    'Based on format and identifier. A reader judges limits that are stated in sentences. WKN-02 and WKN-03 review the source.',
  check: ({ tools }) => tools.flatMap((tool) => freeOf(tool, 'url', 'path')),
});

const looseSchema = toolRule({
  id: 'MCP-09',
  title: 'Unrestricted schema',
  question: 'Does a schema accept undescribed input: no schema, no types, additional properties, no limits?',
  severity: 'LOW',
  nature: 'hygiene',
  references: ['CWE-20', 'OWASP-API4'],
  why: 'Neither the host nor the user can check input that is not described.',
  fix: 'Declare every property with its type and limits, and set additionalProperties to false.',
  blindTo: 'A property without a type and strings without a limit are LOW. A tool that accepts any object is MEDIUM.',
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
  if (isOpen && isEmpty) return hit('MEDIUM', `"${tool.name}" takes any object.`);
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
  title: 'Parameter for secrets or the conversation',
  question: 'Is there a parameter for a credential, the prompt or the conversation?',
  severity: 'MEDIUM',
  nature: 'malice',
  references: ['OWASP-LLM02', 'OWASP-MCP03', 'CWE-200'],
  why: 'The agent fills in every parameter and can send data that the user did not intend to send.',
  fix: 'Ask only for what the operation needs. Put credentials into the settings of the server.',
  blindTo: 'Based on format and identifier. A reader judges the description of a parameter.',
  check: ({ tools }) =>
    tools.flatMap((tool) => [
      ...tool.parameters
        .filter((one) => kindOf(one) === 'secret' && (one.types.length === 0 || one.types.includes('string')))
        .map(({ at }): ToolHit => ({ at, confidence: 'firm', note: 'A credential passes through the agent.' })),
      ...freeOf(tool, 'context'),
    ]),
});

export const SCHEMA_RULES: readonly ToolRule[] = [freeCode, freePlace, looseSchema, contextCollector];
