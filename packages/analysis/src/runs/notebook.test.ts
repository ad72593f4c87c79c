import { describe, expect, it } from 'vitest';
import { notebookProgram } from './notebook.ts';

const notebook = (...cells: (string | string[])[]): string =>
  JSON.stringify({ cells: cells.map((source) => ({ cell_type: 'code', source })) });

describe('notebookProgram', () => {
  it('puts the cells one after the other, with orders to the shell', () => {
    expect(notebookProgram(notebook(['x = 1\n', '!ls -l\n'], '%matplotlib inline\nfiles = !ls'))).toBe(
      'x = 1\n__import__("os").system("ls -l")\n\n\npass\nfiles = __import__("os").popen("ls").read().splitlines()',
    );
    expect(notebookProgram(notebook('%%bash\necho a\necho b'))).toBe('__import__("os").system("echo a\\necho b")');
  });

  it('is empty for prose and for what is no notebook', () => {
    expect(notebookProgram('{"cells": [{"cell_type": "markdown", "source": "rm"}]}')).toBe('');
    expect(notebookProgram('no notebook')).toBe('');
  });
});
