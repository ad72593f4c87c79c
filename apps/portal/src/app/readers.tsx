/** Consent to the models that read a submission, shown with the recipient of the content. */
import { useState } from 'react';
import { Foreign } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask, Refusal } from './api.ts';
import { Choice, Loaded, useRead } from './state.tsx';

const WHO = [
  ['PROVIDERS', 'The models below'],
  ['PEOPLE_ONLY', 'Only people: no model or remote validator receives it'],
] as const;

/** The list that is shown, and the members of a draft that agree to it. */
export function useReaders() {
  const catalog = useRead('catalog', () => ask('readCatalog', 'GET /api/v1/certsvc/dev/catalog'));
  const [who, setWho] = useState<string>('PROVIDERS');
  const toConsent = (): Record<string, string> => {
    if (catalog.data === undefined) throw new Refusal(0, 'unreadable', 'Wait until the list of models is shown.');
    return who === 'PEOPLE_ONLY' ? { readers: who } : { readersSha256: catalog.data.readersSha256 };
  };
  return { catalog, who, setWho, toConsent };
}

export const Agreement = ({ catalog, ...choice }: Omit<ReturnType<typeof useReaders>, 'toConsent'>) => (
  <Loaded of={catalog}>
    {({ readers }) => (readers.length === 0 ? null : <Choose readers={readers} {...choice} />)}
  </Loaded>
);

type Choosing = Pick<ReturnType<typeof useReaders>, 'who' | 'setWho'> & Pick<Wire<'readCatalog'>, 'readers'>;

const Choose = ({ readers, who, setWho }: Choosing) => (
  <>
    <Choice label="Permitted readers of the content" onChange={setWho} options={WHO} value={who} />
    {who === 'PEOPLE_ONLY' ? null : (
      <>
        <ul className="mt-3">
          {readers.map(({ name, model, recipient }) => (
            <li key={name}>
              <Foreign>{`${model}; content goes to ${recipient}`}</Foreign>
            </li>
          ))}
        </ul>
        <label className="mt-3 flex gap-3">
          <input className="size-5" required type="checkbox" />
          <span>I agree that these models read the content of this submission</span>
        </label>
      </>
    )}
  </>
);
