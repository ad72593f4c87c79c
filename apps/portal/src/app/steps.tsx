const STEPS = ['Choose', 'Check', 'Findings', 'Pay'] as const;

/** The current step of a submission on its way to the council. */
export const Steps = ({ at }: { at: number }) => (
  <ol aria-label="Steps" className="mt-8 grid max-w-3xl grid-cols-4 gap-2">
    {STEPS.map((name, index) => (
      <li
        aria-current={index + 1 === at ? 'step' : undefined}
        className={`border-t-4 pt-1.5 text-sm ${index < at ? 'border-ink' : 'border-line text-muted'} ${index + 1 === at ? 'font-semibold' : ''}`}
        key={name}
      >
        {index + 1}. {name}
      </li>
    ))}
  </ol>
);
