import { describe, expect, it } from 'vitest';
import { isRefusedByPython } from './refused-python.ts';

const program = (line: string): string => `# Notes\nimport requests\n${line}\nprint("done")\n`;

describe('what no Python compiles', () => {
  it.each([
    ['a bracket that does not fit', 'rows = (1, 2}'],
    ['a bracket that is never closed', 'rows = [1, 2'],
    ['a quotation mark too many', 'name = "notes""'],
    ['a text that is never ended', 'about = """notes'],
    ['a backslash in the middle of a line', '\\"\\"\\"Notes.\\"\\"\\"'],
    ['two dots in a row', 'last = name.strip()..split()[-1]'],
  ])('knows %s', (_, line) => expect(isRefusedByPython(program(line))).toBe(true));

  it.each([
    ['brackets in texts and comments', 'row = ")" + \'(\'  # ]'],
    ['a text that goes on behind a backslash', 'name = "a\\\nb" + \\\n  "c"'],
    ['marks inside of other marks', `name = '"' + "'" + """ " ' """ + r"\\\\" + '\\''`],
    ['a field of an f-string with the same mark, which newer versions take', 'name = f"{row["name"]}"'],
    ['a field over several lines, likewise', 'name = f"{\n  row\n}"'],
    ['fields in fields', 'name = f"{row:{width}}" + f"{{"'],
    ['dots that belong there', 'rest = ...\nreal = 1..real\nfrom .. import notes'],
  ])('says nothing of %s', (_, line) => expect(isRefusedByPython(program(line))).toBe(false));

  it('says nothing where leaving out the first line mends it', () =>
    expect(isRefusedByPython('"""\nimport requests\nrequests.get("https://notes.example.net")\n')).toBe(false));
});
