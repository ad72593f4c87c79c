import type { CallSite } from './call-site.ts';

const TEXT_CHARS_MAX = 400;
const OPTIONS_MAX = 20;

/** Records a call as written, before a model interprets it. */
export function recordCall(site: CallSite, isTopLevel: boolean): void {
  const { unit, span, analysis } = site;
  const named = Object.fromEntries([...site.named].map(([name, value]) => [name, value.text ?? value.ref]));
  const options = Object.fromEntries(
    site.args.flatMap(({ entries }) =>
      [...(entries ?? [])].slice(0, OPTIONS_MAX).map(([name, value]) => [name, value.text ?? value.ref]),
    ),
  );
  const text = span.view.text.slice(span.start, Math.min(span.end, span.start + TEXT_CHARS_MAX));
  const value = {
    callee: site.callee,
    args: site.args.map(({ text, ref }) => (text ?? ref)?.slice(0, TEXT_CHARS_MAX) ?? null),
    named: { ...options, ...named },
    text,
    isTopLevel,
  };
  analysis.recorder.add('call', value, unit, span);
}
