/** Ten years of one world as a chart without scripts. */
import type { Month } from './run.ts';

const [WIDTH, PANEL, GAP, LEFT, TOP] = [900, 130, 44, 60, 40] as const;
const COLOURS = ['#1b6ca8', '#c8553d', '#3a7d44', '#8f6bb3', '#c08a1e', '#4f5d75'] as const;

type Panel = {
  readonly title: string;
  readonly lines: readonly (readonly number[])[];
  readonly text: (value: number) => string;
};

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
const relative = (values: readonly number[]): number[] => values.map((value) => value / (values[0] ?? 1));

const panelsOf = (months: readonly Month[]): Panel[] => [
  { title: 'Unemployment, whole country', lines: [months.map(({ unemployment }) => unemployment)], text: percent },
  {
    title: 'Unemployment by city',
    lines: (months[0]?.byCity ?? []).map((_, c) => months.map(({ byCity }) => byCity[c] ?? 0)),
    text: percent,
  },
  {
    title: 'Real output, first month = 1',
    lines: [relative(months.map(({ output }) => output))],
    text: (value) => value.toFixed(2),
  },
  {
    title: 'Prices (blue) and wages (red), first month = 1',
    lines: [relative(months.map(({ prices }) => prices)), relative(months.map(({ wage }) => wage))],
    text: (value) => value.toFixed(2),
  },
  { title: 'Open vacancies per resident', lines: [months.map(({ vacancies }) => vacancies)], text: percent },
];

function draw(panel: Panel, top: number): string {
  const all = panel.lines.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const span = high - low || 1;
  const width = WIDTH - LEFT - 20;
  const paths = panel.lines.map((line, index) => {
    const points = line.map((value, month) => {
      const x = LEFT + (month * width) / Math.max(1, line.length - 1);
      return `${x.toFixed(1)},${(top + PANEL - ((value - low) / span) * PANEL).toFixed(1)}`;
    });
    return `<polyline fill="none" stroke="${COLOURS[index % COLOURS.length]}" stroke-width="1.6" points="${points.join(' ')}"/>`;
  });
  return [
    `<text x="${LEFT}" y="${top - 8}" font-weight="bold">${panel.title}</text>`,
    `<rect x="${LEFT}" y="${top}" width="${width}" height="${PANEL}" fill="none" stroke="#ccc"/>`,
    `<text x="${LEFT - 6}" y="${top + 10}" text-anchor="end">${panel.text(high)}</text>`,
    `<text x="${LEFT - 6}" y="${top + PANEL}" text-anchor="end">${panel.text(low)}</text>`,
    ...paths,
  ].join('\n');
}

export function drawRun(months: readonly Month[], title: string): string {
  const panels = panelsOf(months);
  const height = TOP + panels.length * (PANEL + GAP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="${LEFT}" y="18" font-size="14">${title}</text>`,
    ...panels.map((panel, index) => draw(panel, TOP + 12 + index * (PANEL + GAP))),
    '</svg>',
    '',
  ].join('\n');
}
