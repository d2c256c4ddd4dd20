import type { TradeReason } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import PQueue from 'p-queue'
import type { ApiContext } from '../context.ts'
import { type Asked, askNode } from './ask-node.ts'
import { NOTHING_BUILT, type Prepare, type PreparedTrade } from './prepare-trade.ts'
import { REASONS } from './reasons.ts'
import type { PlannedItem } from './trade-plan.ts'

/** Items that one request has simulated at a time. */
const AT_ONCE = 6

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
  // Who cannot pay for the whole is told so, not of each item that they cannot pay for it.
  if (context.node.explain(asked.simulated.vmStatus).code === REASONS.insufficientBalance.code) return whole
  const queue = new PQueue({ concurrency: AT_ONCE })
  const found = await queue.addAll(tried.map((item) => () => failureOf(context, wallet, item, prepare)))
  const failures = new Map(tried.map((item, at) => [item, found[at] ?? null]))
  if (found.every((reason) => reason === null)) return whole
  const marked = items.map((item) => ({ ...item, reason: item.reason ?? failures.get(item) ?? null }))
  if (marked.every(({ reason }) => reason !== null)) return { items: marked, built: NOTHING_BUILT, asked }
  const prepared = await prepare(marked)
  return { ...prepared, asked: await askNode(context, wallet, prepared.built.payload) }
}

/** Null for what would go well alone, and where the node does not say. */
async function failureOf(
  { node, log }: ApiContext,
  wallet: Address,
  item: PlannedItem,
  prepare: Prepare,
): Promise<TradeReason | null> {
  const { items, built } = await prepare([item])
  if (built.payload === null) return items[0]?.reason ?? built.refusal
  try {
    const simulated = await node.simulate(wallet, built.payload)
    return simulated.success ? null : node.explain(simulated.vmStatus)
  } catch (error) {
    log.warn({ err: error }, 'the node did not answer for one item of a trade')
    return null
  }
}
