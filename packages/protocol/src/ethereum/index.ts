export { Address, addressOfPublicKey } from './address.ts';
export {
  hashPersonalMessage,
  PersonalSignatureError,
  type PersonalSignatureReason,
  recoverSigner,
} from './personal-message.ts';
