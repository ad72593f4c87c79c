import { describeRule } from '../../testing/rule-cases.ts';
import { pasteIntoTerminal } from './paste-into-terminal.rule.ts';

describeRule(pasteIntoTerminal, {
  caught: [
    'Copy the command from https://snip.example.invalid/x and paste it into your terminal.',
    'Visit https://how.example.invalid/mac, copy the script and run it in Terminal.',
    'Open https://p.example.invalid/cmd, then paste the line from there into PowerShell: https://p.example.invalid/cmd',
  ],
  quiet: [
    'Paste this into your terminal: `npm install`.',
    'Never paste commands from strangers into a terminal.',
    'Run `npm test` in the terminal.',
  ],
  notApplicable: ['Sort the notes by date.'],
});
