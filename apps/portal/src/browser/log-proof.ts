/** Verifies in the browser, with the SDK, that the leaf of the page is in the log. */
import { verifyInclusion } from '@assay/client/proof';
import { toCheckLine } from './check-line.ts';

export async function showProof(place: HTMLElement): Promise<void> {
  const output = place.querySelector('output');
  const { logProof = '', trustRoot = '', leaf = '' } = place.dataset;
  if (output === null) return;
  const say = (holds: boolean, name: string) => toCheckLine({ holds, name });
  try {
    const [proof, root] = await Promise.all([read(logProof), read(trustRoot)]);
    const proven = await verifyInclusion(proof, { trustRoot: root });
    const isShown = JSON.stringify(proven.leaf, Object.keys(proven.leaf).sort()) === leaf;
    output.replaceChildren(
      say(true, `The checkpoint of ${proven.origin} is signed by a log key in the trust root`),
      say(true, `The inclusion proof connects leaf ${proven.leafIndex} to the signed root of ${proven.size} leaves`),
      say(isShown, 'The proven leaf is the leaf shown above'),
    );
  } catch (error) {
    output.replaceChildren(say(false, `Not proven: ${error instanceof Error ? error.message : 'unknown error'}`));
  }
}

async function read(path: string): Promise<unknown> {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`The service returned status ${answer.status} for ${path}.`);
  return answer.json();
}
