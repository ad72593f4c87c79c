/** Shows a page anew with every hour of the world: asked for as a page, taken over piece by piece. */
const SECONDS_MIN = 2;

export function followLive(place: HTMLElement): void {
  const seconds = Math.max(SECONDS_MIN, Number(place.dataset.live));
  setInterval(() => {
    if (document.hidden) return;
    void refresh(place);
  }, seconds * 1000);
}

async function refresh(place: HTMLElement): Promise<void> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-live]');
    if (fresh !== null) place.replaceChildren(...fresh.childNodes);
  } catch {
    // The service does not answer: what was shown last stays, and the next hour asks again.
  }
}
