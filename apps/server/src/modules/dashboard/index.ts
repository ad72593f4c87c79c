export { type SourceNewsStore, sourceNewsStore } from './source-news.store.ts';
