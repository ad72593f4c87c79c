/** Keyboard shortcuts of the queue, active only outside of text fields. */
import { useEffect, useRef } from 'react';

const KEYS = [
  ['j', 'next item'],
  ['k', 'previous item'],
  ['Enter', 'open the item'],
  ['x', 'select the item'],
  ['d', 'decide about the selected items'],
  ['/', 'search the queue'],
] as const;

export const KeyHelp = () => (
  <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
    <span>Keys:</span>
    {KEYS.map(([key, meaning]) => (
      <span key={key}>
        <kbd className="border border-line bg-sheet px-1.5 font-mono">{key}</kbd> {meaning}
      </span>
    ))}
  </p>
);

type Handlers = Readonly<Record<string, () => void>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');

export function useKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // A focused link or button handles Enter itself.
      if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.matches('a, button, summary'))
        return;
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
