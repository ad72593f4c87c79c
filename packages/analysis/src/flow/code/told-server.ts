import { toUrlValue } from '../../models/origins/origin.ts';
import type { Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import type { CodeValue } from './code-value.ts';

type Place = { readonly analysis: Analysis; readonly unit: Unit; readonly at: Span };

/** `{ command: 'npx', args: ['…', 'https://…', '--header', held] }`: whoever is at the address is shown what stands beside it. */
export function noteToldServer(args: readonly CodeValue[], { analysis, unit, at }: Place): void {
  const address = args.find(({ text }) => text !== null && /^https?:\/\//.test(text));
  const destination = address?.text == null ? undefined : toUrlValue(address.text);
  if (destination === undefined || destination.origin === 'loopback') return;
  const sink = { class: 'network', label: destination.host, destination } as const;
  for (const word of args) if (word !== address) analysis.recorder.flow(word.taints, sink, 'header', unit, at);
}
