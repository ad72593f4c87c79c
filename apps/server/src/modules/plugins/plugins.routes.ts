import { pluginRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { PluginMarket } from './market.service.ts';
import { toPricing } from './plugin.answer.ts';
import type { Plugins } from './plugins.service.ts';
import type { Slots } from './slots.service.ts';
import type { Trials } from './trials.service.ts';

type Services = {
  readonly plugins: Plugins;
  readonly slots: Slots;
  readonly market: PluginMarket;
  readonly test: Trials;
};

export const bindPluginRoutes = ({ plugins, slots, market, test }: Services, pluginUrlOf: (id: string) => string) =>
  bindRoutes(pluginRoutes, {
    readPluginPricing: async () => toPricing(),
    listPlugins: ({ query }, { caller }) => plugins.list(caller, query),
    createPlugin: async ({ body }, { caller }) => {
      const created = await plugins.create(caller, body);
      return new Reply(created, { headers: { Location: pluginUrlOf(created.id) } });
    },
    testPlugin: ({ body }) => test(body),
    readPlugin: ({ params }, { caller }) => plugins.read(caller, params.id),
    changePlugin: ({ params, body }, { caller }) => plugins.change(caller, params.id, body),
    deletePlugin: ({ params }, { caller }) => plugins.remove(caller, params.id),
    publishPlugin: ({ params, body }, { caller }) => plugins.publish(caller, params.id, body.price),
    unpublishPlugin: ({ params }, { caller }) => plugins.unpublish(caller, params.id),
    readPluginSlots: (_, { caller }) => slots.read(caller),
    assignPluginSlot: ({ body }, { caller }) => slots.assign(caller, body),
    clearPluginSlot: ({ params }, { caller }) => slots.clear(caller, params.slotIndex),
    listPluginOffers: ({ query }) => market.list(query),
    buyPlugin: async ({ params, body }, { caller }) => {
      const bought = await market.buy(caller, params.pluginId, body);
      return new Reply(bought, { headers: { Location: pluginUrlOf(bought.plugin.id) } });
    },
  });
