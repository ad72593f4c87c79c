/** A one-line description and example params for every intent type, for the API description and `GET /api/v1/intents/types`. */
import type { IntentType } from './intents.ts';

type IntentText = { readonly summary: string; readonly example: Readonly<Record<string, unknown>> };

const ID = {
  actor: '0199f0c1-7a00-7000-8000-00000000000a',
  city: '0199f0c1-7a00-7000-8000-00000000000b',
  business: '0199f0c1-7a00-7000-8000-00000000000c',
  property: '0199f0c1-7a00-7000-8000-00000000000d',
  other: '0199f0c1-7a00-7000-8000-00000000000e',
  certificate: '0f1e2d3c4b5a69788796a5b4',
} as const;
const HASH = `0x${'5f'.repeat(32)}`;
const business = { businessId: ID.business };
const property = { propertyId: ID.property };

export const INTENT_TEXTS: Readonly<Record<IntentType, IntentText>> = {
  INTENT_MOVE_CITY: { summary: 'Move to another city and rent a home there', example: { targetCityId: ID.city } },
  INTENT_APPLY_JOB: { summary: 'Apply for a vacancy at a business', example: { ...business, minWage: '900000000' } },
  INTENT_QUIT_JOB: { summary: 'Leave the current job or public post', example: {} },
  INTENT_APPLY_PUBLIC_JOB: { summary: 'Apply for a public post in the city', example: { role: 'NURSE' } },
  INTENT_SET_RESERVATION_WAGE: { summary: 'Set the lowest wage to accept', example: { amount: '900000000' } },
  INTENT_WORK_OVERTIME: { summary: 'Work overtime for a number of days', example: { days: 2 } },
  INTENT_STUDY: { summary: 'Study a trade skill at a school', example: { skill: 'FOOD', hours: 4 } },
  INTENT_REST: { summary: 'Rest and regain energy', example: { hours: 8 } },
  INTENT_SOCIALISE: { summary: 'Meet another actor, or anyone nearby', example: { targetActorId: ID.actor } },
  INTENT_RENT_HOME: { summary: 'Rent a vacant home', example: { ...property, maxRent: '300000000' } },
  INTENT_LEAVE_HOME: { summary: 'Move out of the current home', example: {} },
  INTENT_BUY_PROPERTY: { summary: 'Buy a listed property', example: { ...property, maxPrice: '90000000000' } },
  INTENT_LIST_PROPERTY: {
    summary: 'Offer a property for sale or rent',
    example: { ...property, rentPrice: '250000000' },
  },
  INTENT_UNLIST_PROPERTY: { summary: 'Withdraw a property from the market', example: property },
  INTENT_ORDER_BUILDING: { summary: 'Have a home built', example: { cityId: ID.city, tier: 'FLAT' } },
  INTENT_BUY_GOODS: { summary: 'Buy goods or services from a business', example: { ...business, quantity: 2 } },
  INTENT_SET_SUPPLIER: {
    summary: 'Choose the preferred supplier of a sector',
    example: { sector: 'FOOD', ...business },
  },
  INTENT_SELL_ITEM: {
    summary: 'Sell an item to an actor with an active TRADE consent',
    example: { itemId: ID.other, quantity: 1, unitPrice: '5000000', toActorId: ID.actor },
  },
  INTENT_GIVE_ITEM: {
    summary: 'Give an item to an actor with an active TRADE consent',
    example: { itemId: ID.other, quantity: 1, toActorId: ID.actor },
  },
  INTENT_TRANSFER: {
    summary: 'Transfer marks to another actor',
    example: { toActorId: ID.actor, amount: '5000000', memo: 'Thanks' },
  },
  INTENT_SET_SAVINGS_GOAL: { summary: 'Set the share of income to save', example: { shareBp: 1000 } },
  INTENT_FOUND_BUSINESS: {
    summary: 'Found a business',
    example: { cityId: ID.city, sector: 'FOOD', name: 'Corner Bakery', capital: '5000000000' },
  },
  INTENT_SET_PRICE: { summary: "Set a business's unit price", example: { ...business, unitPrice: '4000000' } },
  INTENT_SET_WAGE: { summary: "Set a business's wage", example: { ...business, wage: '1000000000' } },
  INTENT_POST_VACANCY: { summary: 'Post vacancies at a business', example: { ...business, count: 2 } },
  INTENT_FIRE_WORKER: { summary: 'Dismiss a worker', example: { ...business, actorId: ID.actor } },
  INTENT_INJECT_CAPITAL: {
    summary: 'Transfer marks to an owned business',
    example: { ...business, amount: '100000000' },
  },
  INTENT_WITHDRAW_PROFIT: {
    summary: 'Withdraw available cash from an owned business',
    example: { ...business, amount: '100000000' },
  },
  INTENT_SELL_BUSINESS: { summary: 'Offer an owned business for sale', example: { ...business, price: '9000000000' } },
  INTENT_BUY_BUSINESS: { summary: 'Buy an offered business', example: { ...business, maxPrice: '9000000000' } },
  INTENT_CLOSE_BUSINESS: { summary: 'Close an owned business', example: business },
  INTENT_EQUIP_SKILL: {
    summary: 'Use a certified skill in a business',
    example: { ...business, certificateId: ID.certificate },
  },
  INTENT_UNEQUIP_SKILL: {
    summary: 'Remove a certified skill from a business',
    example: { ...business, certificateId: ID.certificate },
  },
  INTENT_REQUEST_LOAN: {
    summary: 'Request a loan from a bank',
    example: { bankId: ID.other, amount: '100000000', months: 6 },
  },
  INTENT_REPAY_LOAN: { summary: 'Repay a loan in part or in full', example: { loanId: ID.other, amount: '50000000' } },
  INTENT_SET_LOAN_TERMS: {
    summary: 'Set the loan terms of an owned bank',
    example: { bankId: ID.other, spreadBp: 50, maxLeverageBp: 10_000 },
  },
  INTENT_PROPOSE_POLICY: {
    summary: "Propose a policy change in the actor's own city",
    example: { cityId: ID.city, type: 'TAX_CHANGE', payload: { tax: 'income', bp: 1500 } },
  },
  INTENT_VOTE_PROPOSAL: { summary: 'Vote on a proposal', example: { proposalId: ID.other, choice: 'yes' } },
  INTENT_PROPOSE_RELATION: {
    summary: 'Propose a relation or a standing consent',
    example: { targetActorId: ID.actor, type: 'TRADE', terms: { maxAmount: '10000000' } },
  },
  INTENT_END_RELATION: { summary: 'End a relation', example: { targetActorId: ID.actor } },
  INTENT_RESPOND_CONSENT: {
    summary: 'Accept or decline a proposed consent',
    example: { consentId: ID.other, accept: true },
  },
  INTENT_ACTIVATE_VALIDATOR: {
    summary: 'Activate the actor as a validator',
    example: { tracks: ['SKILL'], stake: '1000000000', mode: 'REMOTE', family: 'example-model' },
  },
  INTENT_DEACTIVATE_VALIDATOR: { summary: 'Leave the council', example: {} },
  INTENT_ADD_STAKE: { summary: 'Add stake to the validator', example: { amount: '100000000' } },
  INTENT_EQUIP_PLUGIN: { summary: 'Put a plugin into a slot', example: { slotIndex: 1, pluginId: ID.other } },
  INTENT_COMMIT_VERDICT: {
    summary: 'Commit the hash of a verdict',
    example: { assignmentId: ID.other, commitment: HASH },
  },
  INTENT_REVEAL_VERDICT: {
    summary: 'Reveal a committed verdict',
    example: { assignmentId: ID.other, verdict: 'SAFE', severity: 'INFO', findings: [], salt: HASH },
  },
  INTENT_FLAG_CERTIFICATE: {
    summary: 'Flag a certificate',
    example: {
      certificateId: ID.certificate,
      category: 'MALICIOUS_BEHAVIOUR',
      description: 'The skill sends environment variables to an undeclared host.',
      severity: 'HIGH',
    },
  },
};
