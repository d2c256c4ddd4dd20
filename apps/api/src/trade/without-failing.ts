import type { TradeReason } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import type { ApiContext } from '../context.ts'
import { type Asked, askNode } from './ask-node.ts'
import { NOTHING_BUILT, type Prepare, type PreparedTrade } from './prepare-trade.ts'
import type { PlannedItem } from './trade-plan.ts'

/** What was prepared, and what the node says of it. */
export interface AskedTrade extends PreparedTrade {
  readonly asked: Asked
}

/**
 * A transaction for several items fails whole when one of them does. Each is then simulated alone; those that fail say
 * why, and the transaction is made of the others. Where none fails alone there is nothing to leave out, and what was
 * answered stays.
 */
export async function withoutFailing(
  context: ApiContext,
  wallet: Address,
  prepare: Prepare,
  whole: AskedTrade,
): Promise<AskedTrade> {
  const { items, asked } = whole
  const tried = items.filter(({ reason }) => reason === null)
  if (asked.simulated === null || asked.simulated.success || tried.length < 2) return whole
  const found = await Promise.all(tried.map((item) => failureOf(context, wallet, item, prepare)))
  const failures = new Map(tried.map((item, at) => [item, found[at] ?? null]))
  if (found.every((reason) => reason === null)) return whole
  const marked = items.map((item) => ({ ...item, reason: item.reason ?? failures.get(item) ?? null }))
  if (marked.every(({ reason }) => reason !== null)) return { items: marked, built: NOTHING_BUILT, asked }
  const prepared = await prepare(marked)
  return { ...prepared, asked: await askNode(context, wallet, prepared.built.payload) }
}

async function failureOf(
  context: ApiContext,
  wallet: Address,
  item: PlannedItem,
  prepare: Prepare,
): Promise<TradeReason | null> {
  const { items, built } = await prepare([item])
  if (built.payload === null) return items[0]?.reason ?? built.refusal
  const { simulated } = await askNode(context, wallet, built.payload)
  return simulated === null || simulated.success ? null : context.node.explain(simulated.vmStatus)
}
