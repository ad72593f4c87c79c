/**
 * Runs inside the page, so it must not use outer variables. Finds content that overflows, is cut off or overlaps.
 * Scrollable content and text that ends in "…" are accepted.
 */
export function findLayoutFaults(): string[] {
  const OVERLAP_PX = 3;
  const OVERLAP_SHARE = 0.25;
  const CUT_PX = 2;
  type Box = { left: number; top: number; right: number; bottom: number };
  type Line = Box & { text: string; node: Node };
  const faults: string[] = [];
  const root = document.documentElement;

  if (root.scrollWidth > root.clientWidth) faults.push(`runs over: ${root.scrollWidth} of ${root.clientWidth} px`);

  const isEnding = (style: CSSStyleDeclaration): boolean =>
    style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  const toWords = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);

  /** The part of a line that its ancestors show. */
  function clip(line: Line, from: Element): Line | undefined {
    let shown = line;
    for (let one: Element | null = from; one !== null && one !== root; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === 'visible' && !one.matches('.mark, button, .button')) continue;
      const box = one.getBoundingClientRect();
      const isScrolled = /auto|scroll/.test(style.overflowX + style.overflowY);
      if (!isScrolled && !isEnding(style) && (shown.right - box.right > CUT_PX || box.left - shown.left > CUT_PX)) {
        faults.push(`cut: "${line.text}" in <${one.tagName.toLowerCase()} class="${one.className}">`);
      }
      const [left, right] = [Math.max(shown.left, box.left), Math.min(shown.right, box.right)];
      const [top, bottom] = [Math.max(shown.top, box.top), Math.min(shown.bottom, box.bottom)];
      if (right <= left || bottom <= top) return undefined;
      shown = { ...shown, left, right, top, bottom };
    }
    return shown;
  }

  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = toWords(node.textContent ?? '');
    if (parent === null || text === '' || parent.closest('.sr-only, option, noscript') !== null) continue;
    if (!parent.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      if (bottom + scrollY <= 0 || right - left < 1) continue;
      const shown = clip({ left, top, right, bottom, text, node }, parent);
      if (shown === undefined) continue;
      if (shown.left < -CUT_PX || shown.right > root.clientWidth + CUT_PX) faults.push(`beyond the edge: "${text}"`);
      lines.push(shown);
    }
  }

  lines.sort((one, other) => one.top - other.top);
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (other.top >= one.bottom) break;
      if (other.node === one.node) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - other.top;
      const smaller = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (width > OVERLAP_PX && height > smaller * OVERLAP_SHARE)
        faults.push(`overlap: "${one.text}" and "${other.text}"`);
    }
  }
  return [...new Set(faults)];
}
