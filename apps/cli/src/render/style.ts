import { styleText } from 'node:util';
import type { Severity } from '@assay/audit';

type Format = Parameters<typeof styleText>[0];

/** Text styles: colours when the terminal supports them, otherwise plain text. */
export type Style = {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly open: (text: string) => string;
  readonly severity: (severity: Severity, text: string) => string;
};

const SEVERITY_FORMATS: Readonly<Record<Severity, Format>> = {
  CRITICAL: ['bold', 'white', 'bgRed'],
  HIGH: ['bold', 'red'],
  MEDIUM: ['bold', 'yellow'],
  LOW: 'cyan',
  INFO: 'gray',
};

export function createStyle(isColoured: boolean): Style {
  const paint = (format: Format) => (text: string) =>
    isColoured ? styleText(format, text, { validateStream: false }) : text;
  return {
    strong: paint('bold'),
    faint: paint('gray'),
    good: paint(['bold', 'green']),
    bad: paint(['bold', 'red']),
    open: paint(['bold', 'yellow']),
    severity: (severity, text) => paint(SEVERITY_FORMATS[severity])(text),
  };
}
