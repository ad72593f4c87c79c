/** Sends the "What if?" form to the API and opens the answer's page. */
type Problem = { readonly detail?: string; readonly errors?: readonly { readonly detail: string }[] };

export function takeQuestion(form: HTMLFormElement): void {
  const answer = form.querySelector<HTMLElement>('[data-answer]');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(form, (text) => answer?.replaceChildren(text));
  });
}

async function ask(form: HTMLFormElement, say: (text: string) => void): Promise<void> {
  const data = new FormData(form);
  const number = (name: string): number => Number(data.get(name));
  const body = {
    changes: [{ path: String(data.get('path')), value: number('value') }],
    months: number('months'),
    replicas: number('replicas'),
  };
  say('Sending …');
  try {
    const answer = await fetch(form.dataset.whatIf ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.ok) location.assign(`/world/what-if/${((await answer.json()) as { id: string }).id}`);
    else say(wordsOf((await answer.json()) as Problem));
  } catch {
    say('The service does not respond. Try again.');
  }
}

const wordsOf = ({ detail, errors = [] }: Problem): string =>
  [detail ?? 'The request was rejected.', ...errors.map((error) => `New value ${error.detail}.`)].join(' ');
