/**
 * Keyboard shortcuts of a page: `/` focuses its search field or opens the certificate search, the arrow keys (or `j`
 * and `k`) move through the results, and Escape leaves the field.
 */
const FIELDS = '[data-search], #verify-q, input[name=q], input[type=search]';

const findField = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>(FIELDS)].find((one) => one.checkVisibility());

/** One link for each displayed result. */
const findResults = (): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-results] :is(tbody tr, li)')].flatMap((result) => {
    const link = result.querySelector('a');
    return link?.checkVisibility() ? [link] : [];
  });

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Moving up from the first result returns to the field. Returns whether there was a target. */
function move(step: number): boolean {
  const results = findResults();
  const at = results.indexOf(document.activeElement as HTMLAnchorElement);
  const next = at === -1 && step < 0 ? undefined : (results[at + step] ?? (step < 0 ? findField() : undefined));
  next?.focus();
  return next !== undefined;
}

function search(): void {
  const field = findField();
  if (field === undefined) location.assign('/certificates');
  field?.focus();
  field?.select();
}

export function startSearchKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    const { key, target } = event;
    const isTyping = target.closest('input, textarea, select, [contenteditable]') !== null;
    const isInField = isTyping && target === findField();
    if (key === 'Escape' && isInField) return (target as HTMLInputElement).blur();
    if (key === '/' && !isTyping) {
      event.preventDefault();
      return search();
    }
    const step = STEPS[key];
    const mayMove = isInField ? key === 'ArrowDown' : !isTyping && (key.length === 1 || isResult(target));
    if (step !== undefined && mayMove && move(step)) event.preventDefault();
  });
}

/** The arrow keys scroll the page until a result has the focus. */
const isResult = (target: Element): boolean => target.closest('[data-results] a') !== null;
