import { skillRule } from '../skill-rule.ts';

const ONE_WORD = /^(?!.*:\/\/)[A-Za-z0-9+/_=-]{40,}$/;

export const tagCharacters = skillRule({
  id: 'HID-01',
  title: 'Invisible tag characters',
  question: 'Do Unicode tag characters spell text?',
  kind: 'PROOF',
  severity: 'CRITICAL',
  references: ['CWE-451', 'CWE-506', 'OWASP-LLM01'],
  why: 'Only a machine reads these characters. Text in them is meant for the agent and hidden from people.',
  fix: 'Remove the characters.',
  looksAt: 'Tag characters correspond one to one to ASCII. Runs of variation selectors can carry bytes.',
  blindTo: 'Steganography in the choice of words is not detected.',
  falseAlarms: 'The three flags of subdivisions are not reported.',
  check: (facts) =>
    facts
      .of('concealment')
      .filter(({ value }) => value.technique === 'tag-characters' || value.technique === 'variation-selectors')
      .filter(({ value }) => value.technique === 'tag-characters' || value.carries !== 'nothing')
      .map(({ span, value }) => ({
        at: span,
        confidence: 'certain',
        // A single word that is not an address is no instruction: it is a coin, a key or a mark.
        severity: ONE_WORD.test(value.revealed) ? 'HIGH' : 'CRITICAL',
        evidence: value.revealed,
        note: `Made visible it reads: ${value.revealed.slice(0, 120)}.`,
      })),
});
