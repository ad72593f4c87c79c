/** Shows a page anew every so many seconds, as its `data-live` says: asked for as a page, taken over piece by piece. 0 ends it. */
const SECONDS_MIN = 2;

export function followLive(place: HTMLElement): void {
  const seconds = Number(place.dataset.live);
  if (!(seconds > 0)) return;
  setTimeout(async () => {
    if (!document.hidden) await refresh(place);
    followLive(place);
  }, Math.max(SECONDS_MIN, seconds) * 1000);
}

async function refresh(place: HTMLElement): Promise<void> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector<HTMLElement>('[data-live]');
    if (fresh === null) return;
    place.replaceChildren(...fresh.childNodes);
    place.dataset.live = fresh.dataset.live;
  } catch {
    // The service does not answer: what was shown last stays, and the next turn asks again.
  }
}
