export { Address, addressOfPublicKey } from './address.ts';
