/** Sends the "What if?" form to the API and opens the answer's page. */
type Problem = { readonly detail?: string; readonly errors?: readonly { readonly detail: string }[] };

export function takeQuestion(form: HTMLFormElement): void {
  const answer = form.querySelector<HTMLElement>('[data-answer]');
  const path = form.querySelector<HTMLSelectElement>('[name=path]');
  path?.addEventListener('change', () => showParameter(form));
  showParameter(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(form, (text) => answer?.replaceChildren(text));
  });
}

const chosen = (form: HTMLFormElement): HTMLOptionElement | undefined =>
  form.querySelector<HTMLSelectElement>('[name=path]')?.selectedOptions[0];
/** Parameters have values like 0.004; the page shows them without rounding errors. */
const scaled = (value: string | undefined, factor: number): number => Number((Number(value) * factor).toFixed(4));

/** Sets the limits and the present value of the chosen parameter. */
function showParameter(form: HTMLFormElement): void {
  const { factor, min, max, now, unit = '' } = chosen(form)?.dataset ?? {};
  const input = form.querySelector<HTMLInputElement>('[name=value]');
  const hint = form.querySelector<HTMLElement>('[data-hint]');
  if (input === null || hint === null) return;
  const [low, high] = [scaled(min, Number(factor)), scaled(max, Number(factor))];
  input.min = String(low);
  input.max = String(high);
  const range = `${low} to ${high} ${unit}`;
  const present = now === undefined ? undefined : `${scaled(now, Number(factor))} ${unit}`;
  hint.textContent = present === undefined ? `Possible: ${range}` : `Now ${present}. Possible: ${range}`;
}

async function ask(form: HTMLFormElement, say: (text: string) => void): Promise<void> {
  const data = new FormData(form);
  const number = (name: string): number => Number(data.get(name));
  const body = {
    changes: [{ path: String(data.get('path')), value: number('value') / Number(chosen(form)?.dataset.factor ?? 1) }],
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
