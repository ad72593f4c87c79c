import type { Rule } from '../../model.ts';
import { around, type Instruction, instructions, isForeign, lineAround } from '../instruction.facts.ts';

export const seedPhraseRequest: Rule = {
  id: 'CRD-07',
  title: 'A seed phrase or private key is required',
  question: 'Is a private key or seed phrase required?',
  category: 'CRD',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-522', 'OWASP-LLM02'],
  why: 'Whoever knows the phrase owns the wallet; no honest helper needs it.',
  fix: 'Use a public address, or let the user’s own wallet sign.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'request-secret', 'read', 'send')
      .filter(
        (fact) =>
          !fact.value.negated &&
          fact.value.modality !== 'may' &&
          fact.value.objectKind === 'seed-phrase' &&
          isWallet(fact),
      )
      .map((fact) => {
        const leaves =
          (fact.value.act === 'send' && isForeign(fact, facts.about)) ||
          around(facts, fact, 200, ['send']).some((send) => isForeign(send, facts.about));
        const confidence = fact.value.modality === 'plain' && !leaves ? ('tentative' as const) : ('firm' as const);
        return { at: fact.span, confidence, ...(leaves ? { severity: 'CRITICAL' as const } : {}) };
      }),
};

const PHRASE =
  /seed (?:phrase|words)|wallet seed|mnemonic (?:phrase|words|seed)|recovery phrase|secret recovery|1?2[- ]word|24[- ]word|助记词|シード|ニーモニック|시드|니모닉|frase semilla|frase de recuperaci|phrase de récup|wiederherstellungsphrase|сид-|мнемоник/i;
const WALLET = /\b(?:wallet|metamask|phantom|ledger|trezor|crypto|ethereum|solana|bitcoin|web3|defi)\b/i;
/** Keys of servers and certificates are other people's business; tests use public developer phrases. */
const ELSEWHERE =
  /\b(?:ssh|tls|ssl|pem|rsa|jwt|certificate|deploy|gpg|pgp|github app|service account|test mnemonic|hardhat|anvil|ganache|testnet|never|\.env|environment variable)\b/i;

const isWallet = (fact: Instruction): boolean => {
  const line = lineAround(fact);
  return (PHRASE.test(line) || WALLET.test(line)) && !ELSEWHERE.test(line);
};
