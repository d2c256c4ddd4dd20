import { signerGain } from '@opal/chain/fungible/signer-gain'
import type { SimulationResult } from '@opal/chain/rest/simulation'
import type {
  MoneySplit,
  Simulation,
  TokenNames,
  TradeAnswer,
  TradeReason,
  WirePayload,
} from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { EntryFunctionPayload, TradePayload } from '@opal/domain/payload'
import { readRoyalties } from '@opal/store/queries/collections/read-collections'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { toText } from '../wire-values.ts'
import type { IntentOf } from './intents.ts'
import { type MoneyMove, splitItems, sumMoney } from './money.ts'
import { BLANK_ITEM, isPossible, type PlannedItem, type PossibleItem, REASONS } from './plan/trade-plan.ts'
import { type BuiltTrade, NOTHING_BUILT, type Prepare, prepareTrade } from './prepare-trade.ts'
import type { SetProofs } from './set-proofs.ts'
import { placesOrders, type SettledSplits, settleSplits } from './settle-splits.ts'
import {
  askNode,
  excludeFailing,
  explainSimulation,
  markLeftOut,
  type NodeAnswer,
  type Replan,
  type SimulatedTrade,
} from './simulate.ts'

export interface TradeRequest {
  readonly wallet: Address
  readonly items: readonly PlannedItem[]
  /** Direction in which money moves, without gas. */
  readonly moves: MoneyMove
  /** Proofs that sold tokens are in the sets of their offers. */
  readonly proofs?: SetProofs
  /** Plans again without items that fail alone; for a purchase it means that fewer items will do. */
  readonly replan?: Replan
}

/** Builds the payload of the possible items by one marketplace's call, has the node simulate it, and says where the money goes. */
export function answerTrade(
  context: ApiContext,
  { build, ...request }: TradeRequest & { readonly build: (possible: readonly PossibleItem[]) => EntryFunctionPayload },
): Promise<TradeAnswer> {
  const possible = request.items.filter(isPossible)
  return answerBuilt(context, request, possible.length === 0 ? NOTHING_BUILT : tryBuild(() => build(possible)))
}

/** Answers as {@link answerTrade} does, for items of several marketplaces: in one transaction where possible. */
export function answerBatch(
  context: ApiContext,
  { intentOf, ...request }: TradeRequest & { readonly intentOf: IntentOf },
): Promise<TradeAnswer> {
  return answerPrepared(context, request, async (items, limitOctas) => {
    await request.proofs?.load(items)
    return prepareTrade(context, items, intentOf, limitOctas)
  })
}

/**
 * Prepares a transaction for some items and has it simulated. Items that would make it fail are left out and say why, but
 * for a purchase of named items: the buyer says by best effort whether fewer will do.
 */
export async function answerPrepared(
  context: ApiContext,
  { wallet, items, moves, replan, proofs }: TradeRequest,
  prepare: Prepare,
): Promise<TradeAnswer> {
  const prepared = await prepare(items)
  const all = { ...prepared, answer: await askNode(context, wallet, prepared.built) }
  const isBought = moves === 'pays-price'
  const whole =
    isBought && replan === undefined ? all : await excludeFailing(context, { wallet, prepare, replan }, items, all)
  const best = isBought ? await withoutLeftOut(context, wallet, prepare, whole) : whole
  return itemise(context, { wallet, moves, proofs }, await limitToShown(context, { wallet, moves }, prepare, best))
}

/** Builds again without what best effort would leave out, so that what is signed is what is shown. */
async function withoutLeftOut(
  context: ApiContext,
  wallet: Address,
  prepare: Prepare,
  whole: SimulatedTrade,
): Promise<SimulatedTrade> {
  const transaction = whole.answer.simulated?.transaction
  if (transaction === undefined) return whole
  const items = markLeftOut(whole.items, transaction, context.aggregator)
  const left = items.filter(isPossible).length
  if (left === 0 || left === whole.items.filter(isPossible).length) return whole
  const prepared = await prepare(items)
  return { ...prepared, answer: await askNode(context, wallet, prepared.built) }
}

/**
 * Sets the limit to what the simulation brings or costs the signer, where that is better for them than the items' prices and
 * rates say: an artist who buys gets the royalty back, and the amounts shown include that. Limits of the calls of a script alone do not
 * enforce such a total of sales, and the answer says so.
 */
async function limitToShown(
  context: ApiContext,
  { wallet, moves }: Pick<TradeRequest, 'wallet' | 'moves'>,
  prepare: Prepare,
  trade: SimulatedTrade,
): Promise<SimulatedTrade> {
  const { simulated } = trade.answer
  const { limitOctas, priceGuard, payload } = trade.built
  const gain = simulated?.success === true ? signerGain(simulated.transaction, wallet) : null
  if (gain === null || priceGuard === null || priceGuard === 'none') return trade
  if (limitOctas === null && moves === 'pays-price') return trade
  const shown = moves === 'pays-price' ? -gain : gain
  const exact = shown < 0n ? 0n : shown
  if (exact === limitOctas) return trade
  const prepared = await prepare(trade.items, exact)
  const isSame = JSON.stringify(prepared.built.payload) === JSON.stringify(payload)
  return { ...prepared, answer: isSame ? trade.answer : await askNode(context, wallet, prepared.built) }
}

/** Simulates the built transaction on the node, and itemises its payments. */
async function answerBuilt(
  context: ApiContext,
  { wallet, items, moves }: TradeRequest,
  built: BuiltTrade,
): Promise<TradeAnswer> {
  return itemise(context, { wallet, moves }, { items, built, answer: await askNode(context, wallet, built) })
}

/** Says where the money of a simulated trade goes, and which of its items a best effort would leave out. */
async function itemise(
  context: ApiContext,
  { wallet, moves, proofs }: Pick<TradeRequest, 'wallet' | 'moves'> & { readonly proofs?: SetProofs | undefined },
  { items: prepared, built, answer }: SimulatedTrade,
): Promise<TradeAnswer> {
  const addresses = prepared.flatMap((item) => [item.tokenDataId ?? [], item.collectionId ?? []].flat())
  const royalties = await readRoyalties(context.store, [...new Set(addresses)])
  const transaction = answer.simulated?.transaction
  const items = transaction === undefined ? prepared : markLeftOut(prepared, transaction, context.aggregator)
  // Without an item that can be traded there is nothing to sign.
  const payload = items === prepared || items.some(isPossible) ? built.payload : null
  const split = splitItems(items, royalties, proofs)
  const { items: settled, difference } =
    transaction?.success === true
      ? settleSplits(split, transaction, context.marketplaces, moves)
      : { items: split, difference: null }
  const gain = transaction?.success === true ? signerGain(transaction, wallet) : null
  const isPlacing = transaction?.success === true && placesOrders(transaction, wallet, context.marketplaces)
  const money = sumMoney(settled, answer, moves, gain, isPlacing)
  return {
    payload: payload === null ? null : toWire(payload),
    simulation: answer.simulated === null ? null : presentSimulation(answer, answer.simulated, items),
    split: money,
    priceGuard: payload === null ? null : built.priceGuard,
    items: settled.map(({ presented }) => presented),
    reason: payload === null ? built.refusal : wholeReason(answer, items, money, difference),
    ...(difference === 'others' && { warning: REASONS.splitOtherwise }),
  }
}

/** A marketplace may refuse what its adapter offers in general, e.g. for tokens of one standard: that is a reason, no failure. */
function tryBuild(build: () => EntryFunctionPayload): BuiltTrade {
  try {
    return { ...NOTHING_BUILT, payload: build() }
  } catch (error) {
    if (!(error instanceof NotOfferedError)) throw error
    return { ...NOTHING_BUILT, refusal: { code: error.code, sentence: error.message } }
  }
}

function toWire(payload: TradePayload): WirePayload {
  if ('bytes' in payload) return payload
  const functionArguments = [...payload.functionArguments] as WireArguments
  return { function: payload.function, typeArguments: [...payload.typeArguments], functionArguments }
}
type WireArguments = Extract<WirePayload, { function: string }>['functionArguments']

function presentSimulation(answer: NodeAnswer, simulated: SimulationResult, items: readonly PlannedItem[]): Simulation {
  return {
    success: simulated.success,
    vmStatus: simulated.vmStatus,
    gasUsed: toText(simulated.gasUsed),
    gasOctas: toText(simulated.gasUsed * simulated.gasUnitPrice),
    error: simulated.success ? null : explainSimulation(answer, simulated, items),
  }
}

/** Returns the reason that stops the whole trade: missing money first, since the user can fix that; then the node's. */
function wholeReason(
  answer: NodeAnswer,
  items: readonly PlannedItem[],
  money: MoneySplit,
  difference: SettledSplits['difference'],
): TradeReason | null {
  const { balanceOctas, simulated, refusal } = answer
  // Money received by the trade arrives after the payment, so it cannot pay for it.
  if (balanceOctas !== null && balanceOctas < BigInt(money.totalOctas)) return REASONS.insufficientBalance
  if (simulated === null) return refusal
  if (!simulated.success) return explainSimulation(answer, simulated, items)
  return difference === 'signer' ? REASONS.splitDiffers : null
}

/** Answers for a call of the framework that moves one token and no money but gas. @param reason why it cannot be made. */
export function answerCall(
  context: ApiContext,
  call: {
    readonly wallet: Address
    readonly tokenDataId: Address
    readonly token: TokenRow | null
    readonly payload: EntryFunctionPayload | null
    /** Names for the call, where they are not the token's. */
    readonly names?: TokenNames | null
    readonly reason: TradeReason | null
  },
): Promise<TradeAnswer> {
  const { tokenDataId, token, reason, payload, names = null } = call
  const item = { ...BLANK_ITEM, tokenDataId, collectionId: token?.collectionId ?? null, token, names, reason }
  const request = { wallet: call.wallet, items: [item], moves: 'only-gas' } as const
  return answerBuilt(context, request, { ...NOTHING_BUILT, payload: reason === null ? payload : null })
}
