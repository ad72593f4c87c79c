/** Filters a long list to the entries that contain every word of the search field. */
export function filterList(input: HTMLInputElement): void {
  const list = document.getElementById(input.dataset.filter ?? '');
  if (list === null) return;
  const count = document.querySelector<HTMLElement>('[data-filter-count]');
  const items = [...list.querySelectorAll<HTMLElement>('[data-filter-item]')].map((item) => ({
    item,
    text: `${item.id} ${item.textContent}`.toLowerCase(),
  }));
  const groups = [...list.querySelectorAll<HTMLElement>('[data-filter-group]')];
  const show = (): void => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { item, text } of items) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) shown += 1;
    }
    for (const group of groups) group.hidden = group.querySelector('[data-filter-item]:not([hidden])') === null;
    if (count !== null) count.textContent = words.length === 0 ? '' : `${shown} of ${items.length}`;
  };
  input.addEventListener('input', show);
  show();
}
