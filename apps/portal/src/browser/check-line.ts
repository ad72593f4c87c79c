export type Check = { readonly name: string; readonly holds: boolean };

/** The result of one check in this page. */
export function toCheckLine({ name, holds }: Check): HTMLElement {
  const line = document.createElement('p');
  const mark = document.createElement('span');
  mark.className = 'mark';
  mark.dataset.tone = holds ? 'ok' : 'bad';
  mark.textContent = holds ? '✓ Verified' : '✕ Failed';
  line.className = 'flex flex-wrap items-center gap-3 border-b border-line py-2';
  line.append(mark, name);
  return line;
}
