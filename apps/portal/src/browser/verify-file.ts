/** Hashes a file locally, with the line endings that certificates use. Only its digest is sent. */
import { sha256Hex } from '@assay/protocol/digest';
import { toLineFeeds } from '@assay/protocol/line-endings';

/** The service's limit for a single file. */
const BYTES_MAX = 4 * 1024 * 1024;

export function takeFiles(box: HTMLFormElement): void {
  const input = box.querySelector<HTMLInputElement>('#verify-file');
  const answer = box.querySelector<HTMLElement>('[data-answer]');
  if (input === null || answer === null) return;
  const take = (file: File | undefined): void => {
    if (file !== undefined) void check(file, answer);
  };
  input.addEventListener('change', () => take(input.files?.[0]));
  box.addEventListener('dragover', (event) => {
    event.preventDefault();
    box.toggleAttribute('data-over', true);
  });
  box.addEventListener('dragleave', () => box.toggleAttribute('data-over', false));
  box.addEventListener('drop', (event) => {
    event.preventDefault();
    box.toggleAttribute('data-over', false);
    take(event.dataTransfer?.files[0]);
  });
  box.dataset.takesFiles = '';
}

async function check(file: File, answer: HTMLElement): Promise<void> {
  answer.replaceChildren(toText(`Hashing ${file.name} …`));
  if (file.size > BYTES_MAX)
    return void answer.replaceChildren(toText('This file exceeds the size limit for certified files.'));
  try {
    const digest = sha256Hex(toLineFeeds(new Uint8Array(await file.arrayBuffer())));
    location.assign(`/check?q=${digest}`);
  } catch {
    answer.replaceChildren(toText('The file could not be read. Choose it again.'));
  }
}

function toText(words: string): HTMLElement {
  const line = document.createElement('p');
  line.className = 'border-t border-line px-5 py-3';
  line.textContent = words;
  return line;
}
