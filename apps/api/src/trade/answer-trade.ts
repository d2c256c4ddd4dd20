import type { MoneySplit, Simulation, TradeAnswer, TradeReason, WirePayload } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors/market-errors'
import type { EntryFunctionPayload, TradePayload } from '@opal/domain/payload'
import { readRoyalties } from '@opal/store/read/read-royalties'
import type { ApiContext } from '../context.ts'
import { toText, toTextOrNull } from '../present/text.ts'
import type { IntentOf } from './batch-intents.ts'
import { leaveOut } from './leave-out.ts'
import { type BuiltTrade, explainRefusal, NOTHING_BUILT, prepareTrade } from './prepare-trade.ts'
import { REASONS } from './reasons.ts'
import { splitDiffers } from './split-differs.ts'
import { type SplitItem, splitItems } from './split-items.ts'
import type { SimulatedTransaction } from './trade-node.ts'
import { isPossible, type PlannedItem, type PossibleItem } from './trade-plan.ts'

/**
 * `pays-price`: the signer pays the prices (buying, bidding); `gets-net`: receives them without fee and royalty (selling);
 * `gets-price`: receives them whole (a cancelled bid is unlocked); `only-gas`: neither.
 */
export type MoneyMove = 'pays-price' | 'gets-net' | 'gets-price' | 'only-gas'

export interface TradeRequest {
  readonly wallet: Address
  readonly items: readonly PlannedItem[]
  /** Which way money moves beside gas. */
  readonly moves: MoneyMove
}

/** Builds the payload of the possible items by one marketplace's call, has the node simulate it, and says where the money goes. */
export function answerTrade(
  context: ApiContext,
  { build, ...request }: TradeRequest & { readonly build: (possible: readonly PossibleItem[]) => EntryFunctionPayload },
): Promise<TradeAnswer> {
  const possible = request.items.filter(isPossible)
  return answerBuilt(context, request, possible.length === 0 ? NOTHING_BUILT : tryBuild(() => build(possible)))
}

/** As {@link answerTrade}, for items of several marketplaces: in one transaction where that can be. */
export async function answerBatch(
  context: ApiContext,
  { intentOf, ...request }: TradeRequest & { readonly intentOf: IntentOf },
): Promise<TradeAnswer> {
  const { items, built } = await prepareTrade(context, request.items, intentOf)
  return answerBuilt(context, { ...request, items }, built)
}

/** Has the node simulate what was built, and says where the money goes. */
export async function answerBuilt(
  context: ApiContext,
  request: TradeRequest,
  { payload: built, refusal }: BuiltTrade,
): Promise<TradeAnswer> {
  const addresses = request.items.flatMap((item) => [item.tokenDataId ?? [], item.collectionId ?? []].flat())
  const [royalties, asked] = await Promise.all([
    readRoyalties(context.store, [...new Set(addresses)]),
    askNode(context, request.wallet, built),
  ])
  const transaction = asked.simulated?.transaction
  const items = transaction === undefined ? request.items : leaveOut(request.items, transaction, context.aggregator)
  // Where every item would be left out, there is nothing worth a signature.
  const payload = items === request.items || items.some(isPossible) ? built : null
  const split = splitItems(items, royalties)
  const money = sumMoney(split, asked, request.moves)
  return {
    payload: payload === null ? null : toWire(payload),
    simulation: asked.simulated === null ? null : presentSimulation(context, asked.simulated),
    split: money,
    items: split.map(({ presented }) => presented),
    reason: payload === null ? refusal : wholeReason(context, asked, money, split),
  }
}

/** A venue may refuse what its adapter offers in general, e.g. for tokens of one standard: that is a reason, no failure. */
function tryBuild(build: () => EntryFunctionPayload): BuiltTrade {
  try {
    return { payload: build(), refusal: null }
  } catch (error) {
    if (!(error instanceof NotOfferedError)) throw error
    return { payload: null, refusal: { code: error.code, sentence: error.message } }
  }
}

function toWire(payload: TradePayload): WirePayload {
  if ('bytes' in payload) return payload
  const functionArguments = [...payload.functionArguments] as WireArguments
  return { function: payload.function, typeArguments: [...payload.typeArguments], functionArguments }
}
type WireArguments = Extract<WirePayload, { function: string }>['functionArguments']

interface Asked {
  readonly balanceOctas: bigint | null
  readonly simulated: SimulatedTransaction | null
  /** Why the node simulated nothing. */
  readonly refusal: TradeReason
}

async function askNode({ node, log }: ApiContext, wallet: Address, payload: TradePayload | null): Promise<Asked> {
  const [balance, simulated] = await Promise.allSettled([
    node.balanceOctas(wallet),
    payload === null ? null : node.simulate(wallet, payload),
  ])
  for (const result of [balance, simulated]) {
    if (result.status === 'rejected') log.warn({ err: result.reason }, 'the node did not answer a trade')
  }
  return {
    balanceOctas: balance.status === 'fulfilled' ? balance.value : null,
    simulated: simulated.status === 'fulfilled' ? simulated.value : null,
    refusal: simulated.status === 'rejected' ? explainRefusal(simulated.reason) : REASONS.nodeUnavailable,
  }
}

function sumMoney(items: readonly SplitItem[], { balanceOctas, simulated }: Asked, moves: MoneyMove): MoneySplit {
  const traded = items.filter(({ item }) => isPossible(item))
  const sum = (part: (one: SplitItem) => bigint | null | undefined) =>
    traded.reduce((total, one) => total + (part(one) ?? 0n) * one.item.quantity, 0n)
  const priceOctas = sum(({ item }) => item.priceOctas)
  const gasOctas = simulated === null ? 0n : simulated.gasUsed * simulated.gasUnitPrice
  const storageRefundOctas = simulated?.storageRefundOctas ?? 0n
  const sellerOctas = sum(({ split }) => split?.sellerOctas)
  const totalOctas = gasOctas + (moves === 'pays-price' ? priceOctas : 0n)
  const receivedOctas = moves === 'gets-net' ? sellerOctas : moves === 'gets-price' ? priceOctas : 0n
  return {
    priceOctas: toText(priceOctas),
    sellerOctas: toText(sellerOctas),
    commissionOctas: toText(sum(({ split }) => split?.commissionOctas)),
    royaltyOctas: toText(sum(({ split }) => split?.royaltyOctas)),
    gasOctas: toText(gasOctas),
    storageRefundOctas: toText(storageRefundOctas),
    totalOctas: toText(totalOctas),
    receivedOctas: toText(receivedOctas),
    balanceOctas: toTextOrNull(balanceOctas),
    balanceAfterOctas:
      balanceOctas === null ? null : toText(balanceOctas - totalOctas + receivedOctas + storageRefundOctas),
  }
}

function presentSimulation({ node }: ApiContext, simulated: SimulatedTransaction): Simulation {
  return {
    success: simulated.success,
    vmStatus: simulated.vmStatus,
    gasUsed: toText(simulated.gasUsed),
    gasOctas: toText(simulated.gasUsed * simulated.gasUnitPrice),
    error: simulated.success ? null : node.explain(simulated.vmStatus),
  }
}

/** What stops the whole: money first, since it is what the user can mend; then what the node says. */
function wholeReason(
  { node, marketplaces }: ApiContext,
  { balanceOctas, simulated, refusal }: Asked,
  money: MoneySplit,
  split: readonly SplitItem[],
): TradeReason | null {
  // What comes in comes after the payment: it cannot help to pay.
  if (balanceOctas !== null && balanceOctas < BigInt(money.totalOctas)) return REASONS.insufficientBalance
  if (simulated === null) return refusal
  if (!simulated.success) return node.explain(simulated.vmStatus)
  return splitDiffers(split, simulated.transaction, marketplaces) ? REASONS.splitDiffers : null
}
