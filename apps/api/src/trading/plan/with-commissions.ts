import { readCommissionChanges } from '@opal/store/queries/orders/commission-changes'
import type { Caller } from '../../auth/caller.ts'
import type { ApiContext } from '../../context.ts'
import { type DefineRoute, defineRoute } from '../../http/routes/route.ts'

/** Returns the context with the commissions of the latest events of each marketplace, in place of the configured ones. */
export async function withCommissions<Context extends Pick<ApiContext, 'store' | 'marketplaces' | 'nowMicros'>>(
  context: Context,
): Promise<Context> {
  const changes = await readCommissionChanges(context.store)
  if (changes.size === 0) return context
  const nowMicros = context.nowMicros()
  const marketplaces = context.marketplaces.map(({ adapter, contracts }) => {
    const own = changes.get(adapter.id)
    return { adapter, contracts: own ? { ...contracts, commissionHistory: { changes: own, nowMicros } } : contracts }
  })
  return { ...context, marketplaces }
}

/** Joins an endpoint and a handler whose marketplaces take the commissions of their latest events. */
export const defineTradeRoute: DefineRoute<Caller> = (endpoint, handle) =>
  defineRoute(endpoint, async (context, input, caller) => handle(await withCommissions(context), input, caller))
