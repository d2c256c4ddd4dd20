import { SimulationTooLargeError } from '@opal/chain/rest/node-errors'
import type { TradeReason } from '@opal/contract/trading/trade'
import { MarketError, NotOfferedError } from '@opal/domain/errors'
import type { BatchIntent } from '@opal/domain/intent'
import type { EntryFunctionPayload, TradePayload } from '@opal/domain/payload'
import { composeScript } from '@opal/marketplaces/aggregator/compose-script'
import { type PriceGuard, planBatch } from '@opal/marketplaces/aggregator/plan-batch'
import { type PreparedStep, prepareBatch } from '@opal/marketplaces/aggregator/prepare-batch'
import type { TradingPlace } from '@opal/marketplaces/aggregator/trading-place'
import type { ApiContext } from '../context.ts'
import { QueriesBusyError } from '../http/limits/query-gate.ts'
import type { IntentOf } from './intents.ts'
import { isPossible, type PlannedItem, REASONS } from './plan/trade-plan.ts'

/** Result of building a request. */
export interface BuiltTrade {
  readonly payload: TradePayload | null
  /** Why nothing was built, where no item says it. */
  readonly refusal: TradeReason | null
  /** The price that the call enforces; null where nothing is bought or sold, or nothing was built. */
  readonly priceGuard: PriceGuard | null
  /** Octas that all of it costs at most or brings at least; null where each item has a limit of its own, or none has. */
  readonly limitOctas: bigint | null
}
/** Result where no call could be built. */
export const NOTHING_BUILT: BuiltTrade = { payload: null, refusal: null, priceGuard: null, limitOctas: null }

/** Items after building: those that the payload does not settle say why. */
export interface PreparedTrade {
  readonly items: readonly PlannedItem[]
  readonly built: BuiltTrade
}

/**
 * Builds what settles the items that have no reason against them.
 * @param limitOctas what all of it may cost at most or has to bring at least; by the items' prices and rates when left out.
 */
export type Prepare = (items: readonly PlannedItem[], limitOctas?: bigint) => Promise<PreparedTrade>

type Place = Pick<ApiContext, 'marketplaces' | 'aggregator'>
type Context = Place & Pick<ApiContext, 'node' | 'composeGate'>

/**
 * Builds what settles the possible items: one transaction where that can be, by whichever way reaches all of them; else
 * the first of several, and the items of the others say so.
 */
export async function prepareTrade(
  context: Context,
  planned: readonly PlannedItem[],
  intentOf: IntentOf,
  limitOctas?: bigint,
): Promise<PreparedTrade> {
  const items = refuseImpossible(context, planned, intentOf)
  const possible = items.filter(isPossible)
  if (possible.length === 0) return { items, built: NOTHING_BUILT }
  const prepared = await tryPrepare(context, intentOf(possible, limitOctas))
  if (!Array.isArray(prepared)) return { items, built: { ...NOTHING_BUILT, refusal: prepared as TradeReason } }
  const steps = prepared as readonly PreparedStep[]
  // An item whose move takes two transactions could end up listed on neither marketplace.
  const halved = possible.filter((_item, at) => steps.filter((step) => step.items.includes(at)).length > 1)
  if (halved.length > 0) return prepareTrade(context, refuseAll(items, halved, REASONS.inTwoSteps), intentOf)
  const [first] = steps
  if (first === undefined) return { items, built: NOTHING_BUILT }
  const settled = new Set<PlannedItem>(first.items.flatMap((at) => possible[at] ?? []))
  return {
    items: items.map((item) =>
      !isPossible(item) || settled.has(item) ? item : { ...item, reason: REASONS.oneAtATime },
    ),
    built: { ...NOTHING_BUILT, payload: first.payload, priceGuard: first.priceGuard, limitOctas: first.limitOctas },
  }
}

/** Gives items their reasons where a marketplace refuses what its adapter offers in general, e.g. for tokens of one standard. */
export function refuseImpossible(
  context: Place,
  items: readonly PlannedItem[],
  intentOf: IntentOf,
): readonly PlannedItem[] {
  const place = tradingPlaceOf(context)
  return items.map((item) => {
    if (!isPossible(item)) return item
    try {
      planBatch(intentOf([item]), place)
      return item
    } catch (error) {
      if (!(error instanceof NotOfferedError)) throw error
      return { ...item, reason: { code: error.code, sentence: error.message } }
    }
  })
}

async function tryPrepare(context: Context, intent: BatchIntent): Promise<readonly PreparedStep[] | TradeReason> {
  try {
    const { node, composeGate } = context
    return await prepareBatch(intent, tradingPlaceOf(context), (moduleId) => node.module(moduleId), composeGate)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return explainRefusal(error)
  }
}

/** Returns whether the call is what cannot be built, or the node that does not answer; not where this server is busy. */
function isRefusal(error: unknown): error is MarketError {
  return error instanceof MarketError && !(error instanceof QueriesBusyError)
}

/** Returns why a call cannot be built or simulated. A node that answers, but will not do this, says why: the call does not fit the contract it has. */
export function explainRefusal(error: unknown): TradeReason {
  if (error instanceof NotOfferedError) return { code: error.code, sentence: error.message }
  if (error instanceof SimulationTooLargeError) return REASONS.simulationTooLarge
  if (!(error instanceof MarketError) || error.retryable) return REASONS.nodeUnavailable
  return { code: 'simulation-failed', sentence: error.message }
}

function refuseAll(items: readonly PlannedItem[], refused: readonly PlannedItem[], reason: TradeReason) {
  return items.map((item) => (refused.includes(item) ? { ...item, reason } : item))
}

/** Every node shows modules, and wallets sign scripts: the standard's calls take both. */
function tradingPlaceOf({ marketplaces, aggregator }: Place): TradingPlace {
  return { marketplaces, aggregator, canCompose: true }
}

/**
 * Prepares a call of the framework for each item that has no reason against it: one as it is, several as a script. Where
 * no script can be composed, the first, and the others say so.
 */
export function preparingCalls(
  { node, composeGate }: Pick<ApiContext, 'node' | 'composeGate'>,
  callOf: (item: PlannedItem) => EntryFunctionPayload,
): Prepare {
  return async (items) => {
    const [first, ...others] = items.filter(({ reason }) => reason === null)
    if (first === undefined) return { items, built: NOTHING_BUILT }
    const alone = { ...NOTHING_BUILT, payload: callOf(first) }
    if (others.length === 0) return { items, built: alone }
    try {
      const calls = [first, ...others].map(callOf)
      const payload = await composeScript(calls, (moduleId) => node.module(moduleId), composeGate)
      return { items, built: { ...NOTHING_BUILT, payload } }
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.retryable) return { items, built: { ...NOTHING_BUILT, refusal: explainRefusal(error) } }
      const left = items.map((item) => (others.includes(item) ? { ...item, reason: REASONS.oneAtATime } : item))
      return { items: left, built: alone }
    }
  }
}
