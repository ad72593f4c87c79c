import { describeRule } from '../../testing/rule-cases.ts';
import { endlessLoop } from './endless-loop.rule.ts';

describeRule(endlessLoop, {
  caught: [
    'Repeat the request forever.',
    'Retry indefinitely when the call fails.',
    'Keep spawning workers: spawn agents without limit.',
  ],
  quiet: ['Retry at most three times.', 'Never loop forever.', 'Run the watcher indefinitely until the user stops it.'],
  notApplicable: ['Sort the notes by date.'],
});
