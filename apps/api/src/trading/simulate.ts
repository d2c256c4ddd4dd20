import { SimulationTooLargeError } from '@opal/chain/rest/node-errors'
import type { SimulationResult } from '@opal/chain/rest/simulation'
import type { TradeReason } from '@opal/contract/trading/trade'
import { type Address, toShortAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { explainStatus, parseMoveAbort } from '@opal/domain/failures/explain-status'
import type { FailureKind, FailureSubject } from '@opal/domain/failures/failure-names'
import { jsonAt } from '@opal/domain/json'
import { PURCHASE_OUTCOMES } from '@opal/marketplaces/aggregator/contracts'
import type { ApiContext } from '../context.ts'
import { QueriesBusyError } from '../http/limits/query-gate.ts'
import { isPossible, type PlannedItem, REASONS } from './plan/trade-plan.ts'
import { type BuiltTrade, explainRefusal, type Prepare, type PreparedTrade } from './prepare-trade.ts'

/** A node's answer about a wallet and a payload that it would sign. */
export interface NodeAnswer {
  readonly balanceOctas: bigint | null
  readonly simulated: SimulationResult | null
  /** Why the node simulated nothing. */
  readonly refusal: TradeReason
}

/**
 * Asks for the balance and for a simulation; what is not answered is null, and logged. A node that did not answer while the trade was built is not waited
 * for once more: proxies give up an API that waits twice. @throws QueriesBusyError
 */
export async function askNode(
  { node, log }: Pick<ApiContext, 'node' | 'log'>,
  wallet: Address,
  { payload, refusal }: Pick<BuiltTrade, 'payload' | 'refusal'>,
): Promise<NodeAnswer> {
  if (refusal?.code === REASONS.nodeUnavailable.code) return { balanceOctas: null, simulated: null, refusal }
  const [balance, simulated] = await Promise.allSettled([
    node.balanceOctas(wallet),
    payload === null ? null : node.simulate(wallet, payload),
  ])
  for (const result of [balance, simulated]) {
    if (result.status !== 'rejected') continue
    if (result.reason instanceof QueriesBusyError) throw result.reason
    if (result.reason instanceof SimulationTooLargeError) continue
    log.warn({ err: result.reason }, 'the node did not answer a trade')
  }
  return {
    balanceOctas: balance.status === 'fulfilled' ? balance.value : null,
    simulated: simulated.status === 'fulfilled' ? simulated.value : null,
    refusal: simulated.status === 'rejected' ? explainRefusal(simulated.reason) : REASONS.nodeUnavailable,
  }
}

/** A prepared trade and what the node says of it. */
export interface SimulatedTrade extends PreparedTrade {
  readonly answer: NodeAnswer
}

/** Failing parts above this number: the rest is simulated item by item, since halving it again would cost more. */
const MAX_FAILING_PARTS = 2

/**
 * Plans a trade again after some of its items failed in the simulation, such as with another bid or another listing.
 * @param failed items of `wanted` that fail alone, and why.
 * @returns null where there is nothing else to try.
 */
export type Replan = (
  failed: ReadonlyMap<PlannedItem, TradeReason>,
  wanted: readonly PlannedItem[],
) => readonly PlannedItem[] | null

/** How a trade is prepared, also of other items than it was asked for. */
interface Preparation {
  readonly wallet: Address
  readonly prepare: Prepare
  /** Plans something else in the place of what fails. */
  readonly replan?: Replan | undefined
}

/**
 * Returns a transaction of the items that succeed. A transaction for several items fails when one of them does, or is too large to be checked, so failing
 * items are found by halving, and each says why. An item that fails alone makes way for items that wait for a transaction of their own. Where no item fails alone,
 * nothing is left out and the first answer stays.
 * @param wanted the items before they were prepared. @throws QueriesBusyError
 */
export async function excludeFailing(
  context: ApiContext,
  preparation: Preparation,
  wanted: readonly PlannedItem[],
  whole: SimulatedTrade,
): Promise<SimulatedTrade> {
  const { wallet, prepare, replan } = preparation
  const { items, answer } = whole
  const failure = failureOfWhole(answer, items)
  // An insufficient balance concerns the whole trade, not single items.
  if (failure === null || failure.code === REASONS.insufficientBalance.code) return whole
  const tried = items.filter(({ reason }) => reason === null)
  const isAnyWaiting = items.some(({ reason }, at) => reason === REASONS.oneAtATime && wanted[at]?.reason === null)
  const failures =
    tried.length > 1
      ? await findFailures(tried, (part) => failureOf(context, wallet, part, prepare))
      : new Map(isAnyWaiting || replan !== undefined ? tried.map((item) => [item, failure]) : [])
  if (failures.size === 0) return whole
  const failed = new Map(
    wanted.flatMap((item, at) => {
      const now = items[at]
      const reason = now === undefined ? undefined : failures.get(now)
      return reason === undefined ? [] : [[item, reason] as const]
    }),
  )
  const again = replan?.(failed, wanted) ?? null
  if (again === null && tried.length === 1 && !isAnyWaiting) return whole
  const marked = again ?? wanted.map((item) => ({ ...item, reason: item.reason ?? failed.get(item) ?? null }))
  const prepared = await prepare(marked)
  if (prepared.built.payload === null) return { ...prepared, answer }
  const left = { ...prepared, answer: await askNode(context, wallet, prepared.built) }
  return excludeFailing(context, preparation, marked, left)
}

/** Null where the whole succeeds, or the node said nothing of it. */
function failureOfWhole(answer: NodeAnswer, items: readonly PlannedItem[]): TradeReason | null {
  const { simulated, refusal } = answer
  if (simulated === null) return refusal.code === REASONS.simulationTooLarge.code ? refusal : null
  return simulated.success ? null : explainSimulation(answer, simulated, items)
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

/** Returns why a part fails without the other items; null where it would succeed, or the node does not answer. */
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
    if (error instanceof SimulationTooLargeError)
      return part.length === 1 ? REASONS.itemTooLarge : REASONS.simulationTooLarge
    log.warn({ err: error }, 'the node did not answer for a part of a trade')
    return null
  }
}

/**
 * Returns the items of a best-effort purchase after its simulation; those that would be left out say why. The aggregator reports the
 * outcome of each order, in their order; outcomes of any other number of orders are ignored.
 */
export function markLeftOut(
  items: readonly PlannedItem[],
  { events }: ChainTransaction,
  aggregator: Address | null,
): readonly PlannedItem[] {
  if (aggregator === null) return items
  const eventType = `${toShortAddress(aggregator)}::aggregator::PurchaseTried`
  const outcomes = events.filter(({ type }) => type === eventType).map(({ data }) => jsonAt(data, 'outcome'))
  const tried = items.filter(isPossible)
  if (outcomes.length === 0 || outcomes.length !== tried.length) return items
  const reasons = new Map<PlannedItem, TradeReason | null>(tried.map((item, at) => [item, reasonOf(outcomes[at])]))
  return items.map((item) => ({ ...item, reason: item.reason ?? reasons.get(item) ?? null }))
}

function reasonOf(outcome: unknown): TradeReason | null {
  if (outcome === PURCHASE_OUTCOMES.notFound) return REASONS.listingGone
  if (outcome === PURCHASE_OUTCOMES.priceRose) return REASONS.priceChanged
  return outcome === PURCHASE_OUTCOMES.notEnoughCoins ? REASONS.insufficientBalance : null
}

/** Failures with a reason code of their own; the others only say that the simulation failed. */
const REASON_KINDS: ReadonlySet<FailureKind> = new Set([
  'listing-gone',
  'offer-gone',
  'nothing-to-claim',
  'insufficient-balance',
  'price-changed',
])

/**
 * Returns a failed simulation's `vm_status` as a code and a sentence. Nothing was sent, so no money has moved.
 * @param items what the transaction was for.
 */
export function explainFailure(vmStatus: string, items: readonly ActsOn[]): TradeReason {
  const known = explainStatus(vmStatus, subjectOf(items))
  if (known === null)
    return { code: 'simulation-failed', sentence: `This transaction would fail: ${messageOf(vmStatus)}` }
  return { code: REASON_KINDS.has(known.kind) ? known.kind : 'simulation-failed', sentence: known.sentence }
}

/**
 * Explains a failure as {@link explainFailure} does, also where the balance pays for too little gas: the node limits a simulation to that, and
 * says that it ran out of it.
 */
export function explainSimulation(
  { balanceOctas }: Pick<NodeAnswer, 'balanceOctas'>,
  { vmStatus, gasUsed, gasUnitPrice }: Pick<SimulationResult, 'vmStatus' | 'gasUsed' | 'gasUnitPrice'>,
  items: readonly ActsOn[],
): TradeReason {
  const isOutOfGas = balanceOctas !== null && /^out[ _]of[ _]gas/i.test(vmStatus)
  const isAllTaken = isOutOfGas && (gasUsed + 1n) * gasUnitPrice > balanceOctas
  return explainFailure(isAllTaken ? 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE' : vmStatus, items)
}

type ActsOn = Pick<PlannedItem, 'listing' | 'offer' | 'tokenDataId'>

/** Names the subject of the trade: of several items any may be gone. */
function subjectOf(items: readonly ActsOn[]): FailureSubject {
  const isOfBids = items.some(({ offer }) => offer !== null)
  if (items.some(({ listing, offer }) => listing !== null && offer !== null)) return 'bid-with-listing'
  if (items.some(({ listing }) => listing !== null)) return isOfBids ? 'bid-or-listing' : 'listing'
  if (isOfBids) return 'bid'
  return items.some(({ tokenDataId }) => tokenDataId !== null) ? 'token' : 'collection'
}

/** Returns the contract's or the node's own message. */
function messageOf(vmStatus: string): string {
  const abort = parseMoveAbort(vmStatus)
  if (abort === null) return vmStatus.slice(0, 300)
  return (abort.text || abort.reason || `${abort.location} 0x${abort.code.toString(16)}`).slice(0, 300)
}
