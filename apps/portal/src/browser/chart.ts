/** Shows the values of the point under the pointer beside the title of its chart. */
export function followPointer(): void {
  for (const type of ['pointerover', 'pointerdown']) {
    document.addEventListener(type, ({ target }) => {
      const point = target instanceof Element ? target.closest<SVGElement>('[data-chart-point]') : null;
      const place = point?.closest('[data-chart]')?.querySelector('[data-chart-value]');
      if (point && place) place.textContent = point.dataset.chartPoint ?? '';
    });
  }
}
