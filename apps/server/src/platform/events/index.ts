export { createDomainBus, type Handler, type Handlers } from './domain-bus.ts';
export { createEventPublisher } from './event-publisher.ts';
export { type EventRow, type EventStore, eventStore, type PublishedRow, type Topic } from './events.store.ts';
export { CHANNEL, createNoticeBus, type NoticeBus } from './notice-bus.ts';
export { createNotices, type Notices } from './notices.ts';
export { ownedEvent } from './owned-event.ts';
export { toEvent } from './to-event.ts';
