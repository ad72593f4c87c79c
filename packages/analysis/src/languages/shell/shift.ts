import type { Command, Part, Redirect, Script, Word } from './ast.ts';

const shiftWord = (word: Word, by: number): Word => ({
  parts: word.parts.map((part) => shiftPart(part, by)),
  start: word.start + by,
  end: word.end + by,
});

function shiftPart(part: Part, by: number): Part {
  if (part.kind === 'substitution' || part.kind === 'process') return { ...part, script: shiftScript(part.script, by) };
  if (part.kind === 'variable' && part.inner !== undefined) return { ...part, inner: shiftScript(part.inner, by) };
  return part;
}

const shiftRedirect = (redirect: Redirect, by: number): Redirect => ({
  op: redirect.op,
  target: shiftWord(redirect.target, by),
  body: redirect.body === null ? null : shiftWord(redirect.body, by),
});

function shiftCommand(command: Command, by: number): Command {
  const moved = {
    words: command.words.map((word) => shiftWord(word, by)),
    redirects: command.redirects.map((redirect) => shiftRedirect(redirect, by)),
    start: command.start + by,
    end: command.end + by,
  };
  if (command.kind === 'compound')
    return { ...command, ...moved, bodies: command.bodies.map((body) => shiftScript(body, by)) };
  const assignments = command.assignments.map((one) => ({ ...one, value: shiftWord(one.value, by) }));
  return { ...command, ...moved, assignments };
}

/** The same script with all offsets moved by `by`. */
export const shiftScript = (script: Script, by: number): Script => ({
  isTruncated: script.isTruncated,
  pipelines: script.pipelines.map((pipeline) => ({
    ...pipeline,
    commands: pipeline.commands.map((command) => shiftCommand(command, by)),
    start: pipeline.start + by,
    end: pipeline.end + by,
  })),
});
