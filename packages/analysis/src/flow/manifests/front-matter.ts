import { parseDocument } from 'yaml';
import { nestsDeeper } from '../../languages/code/nesting.ts';
import { loadTimeCommands, type MarkdownDocument } from '../../languages/markdown/index.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { commandsIn } from './hook-commands.ts';
import { findValue, isRecord } from './json.ts';

const FRONT_MATTER_CHARS_MAX = 65_536;
const NESTING_MAX = 64;
/** Lists, keys or anchors nested on one line. */
const NESTED_MARKS = /(?<!\S)(?:[-?:&*!][^\s]{0,40}[ \t]{1,8}){64}/;

/** The front matter as plain data; `undefined` when there is none or it is no YAML map. */
export function parseFrontMatter(text: string): { value: Record<string, unknown> | undefined; problems: string[] } {
  if (text.length > FRONT_MATTER_CHARS_MAX) return { value: undefined, problems: ['larger than 64 KiB'] };
  // The time of the parser grows faster than linearly with the depth.
  if (nestsDeeper(text, NESTING_MAX) || NESTED_MARKS.test(text))
    return { value: undefined, problems: ['nested too deep'] };
  const document = parseDocument(text, {
    uniqueKeys: true,
    prettyErrors: false,
    schema: 'core',
    merge: false,
    // Parser warnings about a skill must not appear in the log of the operator.
    logLevel: 'error',
  });
  const problems: string[] = document.errors.map(({ code }) =>
    code === 'DUPLICATE_KEY' ? 'duplicate key' : code === 'MULTIPLE_DOCS' ? 'second document' : 'not valid YAML',
  );
  if (/(?:^|\s)[&*][A-Za-z]\w*\s*$/m.test(text) && /:\s*\*\w/.test(text)) problems.push('aliases');
  if (/:\s*!!?[a-z]+\//.test(text)) problems.push('tags');
  if (/^\s*(?:\.\.\.|---)\s*$/m.test(text)) problems.push('second document');
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return { value: isRecord(value) ? value : undefined, problems: [...new Set(problems)] };
}

/** Fields, grants, hooks and dynamic commands of a skill's head. */
export function recordFrontMatter(analysis: Analysis, unit: Unit, document: MarkdownDocument): void {
  recordDynamicCommands(analysis, unit, document);
  const { frontMatter } = document;
  const { view } = unit.span;
  const isEntry = unit.reach === 'entry';
  if (frontMatter === undefined) {
    if (isEntry && /(?:^|\/)skill\.md$/i.test(unit.file)) recordProblem(analysis, unit, 0, 'no front matter');
    return;
  }
  const parsed = safeParse(frontMatter.text);
  if (isEntry) for (const problem of parsed.problems) recordProblem(analysis, unit, frontMatter.start, problem);
  if (parsed.value === undefined) return;
  for (const [name, value] of Object.entries(parsed.value)) {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    const at = frontMatter.fields.find(({ key }) => key === name);
    analysis.recorder.add(
      'field',
      { name, text },
      unit,
      at === undefined
        ? { view, start: frontMatter.start, end: frontMatter.end }
        : { view, start: at.start, end: at.end },
    );
  }
  for (const grant of grantsOf(parsed.value))
    analysis.recorder.add('grant', { tool: grant, scope: 'front matter' }, unit, findValue(view, grant));
  if (isRecord(parsed.value.hooks)) recordHooks(analysis, unit, parsed.value.hooks);
  if (isEntry) checkFormat(analysis, unit, parsed.value, frontMatter.start);
}

function safeParse(text: string): ReturnType<typeof parseFrontMatter> {
  try {
    return parseFrontMatter(text);
  } catch {
    return { value: undefined, problems: ['not valid YAML'] }; // the parser throws on alias bombs
  }
}

function recordProblem(analysis: Analysis, unit: Unit, start: number, detail: string): void {
  analysis.recorder.add('integrity', { problem: 'frontmatter', detail, isExecuted: false }, unit, {
    view: unit.span.view,
    start,
    end: Math.min(start + 3, unit.span.view.text.length),
  });
}

const grantsOf = (value: Record<string, unknown>): string[] => {
  const given = value['allowed-tools'] ?? value.allowed_tools ?? value.tools;
  if (typeof given === 'string') return given.match(/[A-Za-z*_][\w*]*(?:\([^)]{0,200}\))?/g) ?? [];
  return Array.isArray(given) ? given.filter((item) => typeof item === 'string') : [];
};

function recordHooks(analysis: Analysis, unit: Unit, hooks: Record<string, unknown>): void {
  for (const [event, entry] of Object.entries(hooks)) {
    for (const command of commandsIn(entry, 0)) {
      const at = findValue(unit.span.view, command);
      analysis.recorder.add('hook', { event, command }, unit, at);
      analysis.descend({ lang: 'shell', text: command, at, unit, origin: 'hook', layer: null });
    }
  }
}

/** `!` before a code span, or as the language of a fence, runs it when the skill is loaded. */
function recordDynamicCommands(analysis: Analysis, unit: Unit, document: MarkdownDocument): void {
  const { view } = unit.span;
  for (const { start, end } of loadTimeCommands(document)) {
    const command = view.text.slice(start, end);
    const at = { view, start, end };
    analysis.recorder.add('hook', { event: 'load', command }, unit, at);
    analysis.descend({ lang: 'shell', text: command, at, unit, origin: 'hook', layer: null });
  }
}

const NAME_SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const FORMAT_LIMITS = { nameCharsMax: 64, descriptionCharsMax: 1_024, compatibilityCharsMax: 500 } as const;

/** The Agent Skills format: name and description required, both bounded. */
function checkFormat(analysis: Analysis, unit: Unit, value: Record<string, unknown>, start: number): void {
  const { name, description, compatibility } = value;
  const problems = [
    typeof name !== 'string' || name === '' ? 'format: no name' : '',
    typeof name === 'string' && name !== '' && (name.length > FORMAT_LIMITS.nameCharsMax || !NAME_SHAPE.test(name))
      ? 'format: name is not lower-case words joined by hyphens'
      : '',
    typeof description !== 'string' || description.trim() === '' ? 'format: no description' : '',
    typeof description === 'string' && description.length > FORMAT_LIMITS.descriptionCharsMax
      ? 'format: description longer than 1,024 characters'
      : '',
    typeof compatibility === 'string' && compatibility.length > FORMAT_LIMITS.compatibilityCharsMax
      ? 'format: compatibility longer than 500 characters'
      : '',
  ];
  for (const problem of problems) if (problem !== '') recordProblem(analysis, unit, start, problem);
}
