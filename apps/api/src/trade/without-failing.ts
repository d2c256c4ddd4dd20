import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { ApiContext } from '../context.ts'
import { QueriesBusyError } from '../load/query-gate.ts'
import { type Asked, askNode } from './ask-node.ts'
import { explainFailure } from './explain-failure.ts'
import type { Prepare, PreparedTrade } from './prepare-trade.ts'
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
 * and the transaction is made of the others. One that fails alone makes way for those that wait for a transaction of their own.
 * Where none fails alone there is nothing to leave out, and what was answered stays.
 * @param wanted the items before they were prepared. @throws QueriesBusyError
 */
export async function withoutFailing(
  context: ApiContext,
  wallet: Address,
  prepare: Prepare,
  wanted: readonly PlannedItem[],
  whole: AskedTrade,
): Promise<AskedTrade> {
  const { items, asked } = whole
  if (asked.simulated === null || asked.simulated.success) return whole
  // Who cannot pay for the whole is told so, not of each item that they cannot pay for it.
  const failure = explainFailure(asked.simulated.vmStatus, items)
  if (failure.code === REASONS.insufficientBalance.code) return whole
  const tried = items.filter(({ reason }) => reason === null)
  const isAnyWaiting = items.some(({ reason }, at) => reason === REASONS.oneAtATime && wanted[at]?.reason === null)
  const failures =
    tried.length > 1
      ? await findFailures(tried, (part) => failureOf(context, wallet, part, prepare))
      : new Map(isAnyWaiting ? tried.map((item) => [item, failure]) : [])
  if (failures.size === 0) return whole
  const marked = wanted.map((item, at) => {
    const now = items[at]
    return { ...item, reason: item.reason ?? (now === undefined ? undefined : failures.get(now)) ?? null }
  })
  const prepared = await prepare(marked)
  if (prepared.built.payload === null) return { ...prepared, asked }
  const left = { ...prepared, asked: await askNode(context, wallet, prepared.built.payload) }
  return withoutFailing(context, wallet, prepare, marked, left)
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
    return simulated.success ? null : explainFailure(simulated.vmStatus, part)
  } catch (error) {
    if (error instanceof QueriesBusyError) throw error
    log.warn({ err: error }, 'the node did not answer for a part of a trade')
    return null
  }
}
