/**
 * Keeps a page current: requests it again and replaces the marked part, either every `data-live` seconds (0 stops it)
 * or after events of the topics in `data-live-topics`.
 */
const SECONDS_MIN = 2;
/** Events that arrive together cause one request. The delay also covers the log, which publishes entries slightly after their events. */
const SETTLE_MS = 2500;

export function followLive(place: HTMLElement): void {
  const { liveTopics, liveKinds = '' } = place.dataset;
  if (liveTopics === undefined) repeat(place);
  else followEvents(place, liveTopics, liveKinds.split(' '));
}

function followEvents(place: HTMLElement, topics: string, kinds: readonly string[]): void {
  const stream = new EventSource(`${place.dataset.liveStream ?? ''}?topics=${encodeURIComponent(topics)}`);
  let isWaiting = false;
  const soon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(async () => {
      isWaiting = false;
      // Does not replace a part that has the focus.
      if (place.contains(document.activeElement)) soon();
      else await refresh(place);
    }, SETTLE_MS);
  };
  for (const kind of kinds) stream.addEventListener(kind, soon);
}

function repeat(place: HTMLElement): void {
  const seconds = Number(place.dataset.live);
  if (!(seconds > 0)) return;
  setTimeout(async () => {
    if (!document.hidden) await refresh(place);
    repeat(place);
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
    // The service is unreachable: the last content stays, and the next turn tries again.
  }
}
