import type { TradeReason } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import type { ApiContext } from '../context.ts'
import { QueriesBusyError } from '../load/query-gate.ts'
import { type Asked, askNode } from './ask-node.ts'
import { NOTHING_BUILT, type Prepare, type PreparedTrade } from './prepare-trade.ts'
import { REASONS } from './reasons.ts'
import type { PlannedItem } from './trade-plan.ts'

/** What was prepared, and what the node says of it. */
export interface AskedTrade extends PreparedTrade {
  readonly asked: Asked
}

/** Failing parts above this number: the rest is simulated item by item, since halving it again would cost more. */
const MAX_FAILING_PARTS = 2

/**
 * A transaction for several items fails whole when one of them does. The items that fail are found by halving: they say why,
 * and the transaction is made of the others. Where none fails alone there is nothing to leave out, and what was answered
 * stays. @throws QueriesBusyError
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
  const failures = await findFailures(tried, (part) => failureOf(context, wallet, part, prepare))
  if (failures.size === 0) return whole
  const marked = items.map((item) => ({ ...item, reason: item.reason ?? failures.get(item) ?? null }))
  if (marked.every(({ reason }) => reason !== null)) return { items: marked, built: NOTHING_BUILT, asked }
  const prepared = await prepare(marked)
  return { ...prepared, asked: await askNode(context, wallet, prepared.built.payload) }
}

/**
 * Finds the items that fail alone, given that all of them together fail.
 * @param failureOf why a part fails; null where it does not.
 */
export async function findFailures<Item>(
  items: readonly Item[],
  failureOf: (part: readonly Item[]) => Promise<TradeReason | null>,
): Promise<ReadonlyMap<Item, TradeReason>> {
  const failures = new Map<Item, TradeReason>()
  let parts = halves(items)
  while (parts.length > 0) {
    const reasons = await Promise.all(parts.map(failureOf))
    const failing: (readonly Item[])[] = []
    for (const [at, part] of parts.entries()) {
      const reason = reasons[at] ?? null
      const [only, ...others] = part
      if (reason === null || only === undefined) continue
      if (others.length === 0) failures.set(only, reason)
      else failing.push(part)
    }
    parts = failing.flatMap((part) => (failing.length > MAX_FAILING_PARTS ? part.map((item) => [item]) : halves(part)))
  }
  return failures
}

function halves<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}

/** Null for what would go well without the other items, and where the node does not say. */
async function failureOf(
  { node, log }: ApiContext,
  wallet: Address,
  part: readonly PlannedItem[],
  prepare: Prepare,
): Promise<TradeReason | null> {
  const { items, built } = await prepare(part)
  const refused = items.find(({ reason }) => reason !== null)
  if (refused !== undefined || built.payload === null) return refused?.reason ?? built.refusal
  try {
    const simulated = await node.simulate(wallet, built.payload)
    return simulated.success ? null : node.explain(simulated.vmStatus)
  } catch (error) {
    if (error instanceof QueriesBusyError) throw error
    log.warn({ err: error }, 'the node did not answer for a part of a trade')
    return null
  }
}
