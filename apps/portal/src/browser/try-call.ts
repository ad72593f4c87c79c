/** Sends the form on the page of an operation to the API and shows the answer as text. */
const SHOWN_LENGTH_MAX = 20_000;

export function takeCall(form: HTMLFormElement): void {
  const answer = form.querySelector<HTMLElement>('[data-answer]');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const pre = document.createElement('pre');
    pre.textContent = 'Sending …';
    answer?.replaceChildren(pre);
    void send(form).then((text) => {
      pre.textContent = text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}\n…` : text;
    });
  });
}

async function send(form: HTMLFormElement): Promise<string> {
  const { method = 'GET', path = '/' } = form.dataset;
  const headers = new Headers({ accept: 'application/json' });
  const query = new URLSearchParams();
  let filled = path;
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-in]')) {
    if (input.dataset.in === 'path') filled = filled.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value === '') continue;
    else if (input.dataset.in === 'query') query.set(input.name, input.value);
    else headers.set(input.name, input.value);
  }
  const credential = form.querySelector<HTMLInputElement>('[data-credential]')?.value.trim() ?? '';
  if (credential !== '') headers.set('authorization', `Bearer ${credential}`);
  const body = form.querySelector<HTMLTextAreaElement>('[data-body]')?.value;
  if (body !== undefined) headers.set('content-type', 'application/json');
  const url = query.size === 0 ? filled : `${filled}?${query}`;
  const started = performance.now();
  try {
    const answer = await fetch(url, { method, headers, credentials: 'omit', ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    const spent = Math.round(performance.now() - started);
    return `${answer.status} ${answer.statusText}, ${spent} ms\n\n${toReadable(text)}`;
  } catch {
    return 'The service does not respond. Check the values and try again.';
  }
}

function toReadable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
