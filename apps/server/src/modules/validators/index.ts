export { createEscrow, type Escrow } from './escrow.service.ts';
export { createMarkBooks, type MarkBooks } from './mark-books.ts';
