/** One API call: as a command to copy, and as a form that sends it. */
import type { Api, ApiParameter, Operation } from '../openapi.ts';
import { toPlural } from './format.ts';
import { Snippet } from './parts.tsx';

type Props = { readonly api: Api; readonly apiUrl: string; readonly found: Operation };

const exampleOf = ({ schema }: ApiParameter): string => {
  const [example] = schema?.examples ?? [];
  return example === undefined ? '' : String(example);
};

function bodyOf(api: Api, { operation: { requestBody } }: Operation): string | undefined {
  const [media] = Object.entries(requestBody?.content ?? {});
  if (media === undefined || media[0] !== 'application/json') return undefined;
  const [example] = Object.values(media[1].examples ?? {});
  return JSON.stringify((example && api.resolve(example).value) ?? {}, null, 2);
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function toCommand({ apiUrl, found }: Props, body: string | undefined): string {
  const { method, path, operation } = found;
  const filled = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, exampleOf(parameter) || parameter.name), path);
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(apiUrl + filled)}`];
  if (operation.security?.some((one) => Object.keys(one).length > 0)) lines.push('-H "authorization: Bearer $TOKEN"');
  if (body !== undefined)
    lines.push("-H 'content-type: application/json'", `-d ${quote(JSON.stringify(JSON.parse(body)))}`);
  return lines.join(' \\\n  ');
}

const Inputs = ({ parameters }: { parameters: readonly ApiParameter[] }) =>
  parameters.length === 0 ? null : (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {parameters.map((parameter) => (
        <div key={parameter.name}>
          <label className="label block" htmlFor={`try-${parameter.name}`}>
            {parameter.name}
          </label>
          <input
            autoComplete="off"
            className="input"
            data-in={parameter.in}
            defaultValue={parameter.in === 'path' ? exampleOf(parameter) : ''}
            id={`try-${parameter.name}`}
            name={parameter.name}
            required={parameter.required}
          />
        </div>
      ))}
    </div>
  );

export const TryCall = (props: Props) => {
  const { api, found } = props;
  const { method, path, operation } = found;
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'cookie');
  const optionalHeaders = parameters.filter((one) => one.in === 'header' && !one.required);
  const body = bodyOf(api, found);
  return (
    <>
      <Snippet label="Command" text={toCommand(props, body)} />
      <form
        className="mt-4 grid max-w-3xl gap-4"
        data-method={method}
        data-needs-scripts
        data-path={path}
        data-try-call
      >
        <Inputs parameters={parameters.filter((one) => one.in !== 'header' || one.required)} />
        {optionalHeaders.length === 0 ? null : (
          <details>
            <summary>{toPlural(optionalHeaders.length, 'optional header')}</summary>
            <div className="mt-3">
              <Inputs parameters={optionalHeaders} />
            </div>
          </details>
        )}
        {operation.security === undefined || operation.security.length === 0 ? null : (
          <div>
            <label className="label block" htmlFor="try-credential">
              Credential (sent as a Bearer token, never stored)
            </label>
            <input autoComplete="off" className="input" data-credential id="try-credential" type="password" />
          </div>
        )}
        {body === undefined ? null : (
          <div>
            <label className="label block" htmlFor="try-body">
              Body
            </label>
            <textarea
              className="input font-mono text-sm"
              data-body
              defaultValue={body}
              id="try-body"
              rows={Math.min(16, body.split('\n').length + 1)}
              spellCheck={false}
            />
          </div>
        )}
        <p>
          <button className="button" type="submit">
            Send {method}
          </button>
        </p>
        <output aria-live="polite" className="block overflow-x-auto font-mono text-sm" data-answer />
      </form>
    </>
  );
};
