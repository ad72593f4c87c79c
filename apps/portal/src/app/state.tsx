/** Reading and writing for all views of the program, including loading and error states. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from 'react';
import { AMOUNT_INPUT } from '../ui/amount.ts';
import { Notice } from '../ui/parts.tsx';
import { Refusal } from './api.ts';

/** Called when the service reports an ended session. The view stays unchanged. */
export const SessionContext = createContext<{ readonly onExpired: () => void; readonly session: number }>({
  onExpired: () => undefined,
  session: 0,
});

const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(0, 'fault', 'Something went wrong on this page. Reload it.');

type Read<T> = {
  readonly data: T | undefined;
  readonly refusal: Refusal | undefined;
  readonly reload: () => void;
};

/**
 * Reads on mount, when `key` changes, after a new login, and on reload. A reload does not discard an earlier read: if reads take longer
 * than the time between reloads, their answers are still shown, in order.
 */
export function useRead<T>(key: string, read: () => Promise<T>): Read<T> {
  const [state, setState] = useState<{ data?: T; refusal?: Refusal }>({});
  const [turn, setTurn] = useState(0);
  const { onExpired, session } = useContext(SessionContext);
  const latest = useRef(read);
  latest.current = read;
  const subject = `${session} ${key}`;
  const order = useRef({ subject, asked: 0, shown: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the inputs of `read`
  useEffect(() => {
    order.current.subject = subject;
    order.current.asked += 1;
    const own = order.current.asked;
    const isNews = (): boolean => {
      if (order.current.subject !== subject || own < order.current.shown) return false;
      order.current.shown = own;
      return true;
    };
    latest.current().then(
      (data) => isNews() && setState({ data }),
      (error: unknown) => {
        if (!isNews()) return;
        const refusal = toRefusal(error);
        if (refusal.status === 401) onExpired();
        setState((before) => ({ ...before, refusal }));
      },
    );
  }, [key, turn, session, onExpired]);
  useEffect(
    () => () => {
      order.current.subject = '';
    },
    [],
  );
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { data: state.data, refusal: state.refusal, reload };
}

type Act = {
  readonly isBusy: boolean;
  readonly refusal: Refusal | undefined;
  /** Runs the work unless other work is in progress. */
  readonly run: (work: () => Promise<void>) => void;
};

export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { onExpired } = useContext(SessionContext);
  const run = (work: () => Promise<void>): void => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    work()
      .catch((error: unknown) => {
        const failed = toRefusal(error);
        if (failed.status === 401 && failed.code !== 'code_invalid') onExpired();
        setRefusal(failed);
      })
      .finally(() => setBusy(false));
  };
  return { isBusy, refusal, run };
}

export const Refused = ({ refusal }: { refusal: Refusal | undefined }) =>
  refusal === undefined ? null : (
    <div className="mt-3">
      <Notice role="alert" title={refusal.message} tone="bad" />
    </div>
  );

/** Reserves space, so that the layout shifts little when the content arrives. */
const Skeleton = () => (
  <div aria-busy="true" aria-label="Loading" className="mt-6 grid max-w-3xl gap-3" role="status">
    {['w-2/3', 'w-full', 'w-5/6'].map((width) => (
      <span className={`skeleton ${width}`} key={width} />
    ))}
  </div>
);

/** Shows the loaded data, the loading state or the error. */
export function Loaded<T>({ of, children }: { of: Read<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.refusal === undefined) return <Skeleton />;
  return (
    <>
      <Refused refusal={of.refusal} />
      <button className="button mt-3" data-quiet onClick={of.reload} type="button">
        Try again
      </button>
    </>
  );
}

/** Unsent form input. It survives a reload and is removed when it is empty. */
export function useKept(name: string, first = ''): readonly [string, (value: string) => void] {
  const key = `assay:typed:${name}`;
  const [value, setValue] = useState(() => sessionStorage.getItem(key) ?? first);
  const keep = (next: string): void => {
    setValue(next);
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [value, keep];
}

/** One idempotency key for one action with all its retries. Call `renew` when the action is done. */
export function useOnce(): { readonly headers: Record<string, string>; readonly renew: () => void } {
  const [key, setKey] = useState(() => crypto.randomUUID());
  return { headers: { 'idempotency-key': key }, renew: () => setKey(crypto.randomUUID()) };
}

type FieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  type?: 'text' | 'email' | 'url' | 'password';
  rows?: number;
  isCode?: boolean;
  /** An amount that `toMicros` reads. */
  isAmount?: boolean;
  isRequired?: boolean;
  maxLength?: number;
};

export function Field({ label, value, onChange, hint, type = 'text', isRequired = true, ...rest }: FieldProps) {
  const { rows, maxLength, isCode, isAmount } = rest;
  const id = useId();
  const common = {
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
    className: isCode ? 'input mt-1 font-mono text-sm' : 'input mt-1',
    id,
    maxLength,
    required: isRequired,
    value,
  };
  return (
    <div className="mt-4 max-w-2xl">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {rows === undefined ? (
        <input
          {...common}
          {...(isAmount ? AMOUNT_INPUT : {})}
          autoCapitalize="none"
          autoComplete={type === 'email' ? 'email' : 'off'}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={false}
          type={type}
        />
      ) : (
        <textarea {...common} onChange={(event) => onChange(event.target.value)} rows={rows} />
      )}
      {hint === undefined ? null : (
        <p className="mt-1 text-sm text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
  hint?: string;
};

export function Choice({ label, value, options, onChange, hint }: ChoiceProps) {
  const id = useId();
  return (
    <div className="mt-4 max-w-md">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="input mt-1"
        id={id}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      {hint === undefined ? null : (
        <p className="mt-1 text-sm text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type FormProps = { act: Act; submit: string; onSubmit: () => Promise<void>; children: ReactNode; isDanger?: boolean };

/** Keeps the typed input, whatever the service answers. */
export const Form = ({ act, submit, onSubmit, children, isDanger }: FormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      act.run(onSubmit);
    }}
  >
    {children}
    <Refused refusal={act.refusal} />
    <button className="button mt-4" data-danger={isDanger ? '' : undefined} disabled={act.isBusy} type="submit">
      {act.isBusy ? 'Sending …' : submit}
    </button>
  </form>
);
