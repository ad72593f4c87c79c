/** Client-side routing without a framework: the address bar is the state. */
import { type ReactNode, useSyncExternalStore } from 'react';

const CHANGED = 'assay:navigated';

export function go(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new Event(CHANGED));
  scrollTo(0, 0);
}

const subscribe = (listen: () => void) => {
  addEventListener('popstate', listen);
  addEventListener(CHANGED, listen);
  return () => {
    removeEventListener('popstate', listen);
    removeEventListener(CHANGED, listen);
  };
};

export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname);

/** A view for each path of a program. Views of one item receive its id. */
export type Views<Path extends string> = Readonly<Record<Path, (id: string) => ReactNode>>;

/** The view at the current path. The server answers all other paths with 404. */
export function View({ views }: { views: Views<string> }) {
  const [, program = '', part, id] = usePath().split('/');
  const path = ['', program, part, id === undefined ? undefined : ':id'].filter((one) => one !== undefined).join('/');
  return views[path]?.(id ?? '') ?? null;
}

export const Link = ({ to, children, className }: { to: string; children: ReactNode; className?: string }) => (
  <a
    className={className}
    href={to}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      go(to);
    }}
  >
    {children}
  </a>
);

export const Tabs = ({
  label,
  items,
}: {
  label: string;
  items: readonly (readonly [path: string, name: string])[];
}) => {
  const path = usePath();
  // Paths below a tab belong to it. The first tab is the root of all paths.
  const current = items.findLast(([to]) => path === to || path.startsWith(`${to}/`))?.[0];
  return (
    <nav aria-label={label} className="mt-6 flex flex-wrap gap-x-5 border-b border-line">
      {items.map(([to, name]) => (
        <span
          className={`-mb-px border-b-2 py-2 ${to === current ? 'border-ink font-semibold' : 'border-transparent'}`}
          key={to}
        >
          <Link className="no-underline" to={to}>
            {name}
          </Link>
        </span>
      ))}
    </nav>
  );
};
