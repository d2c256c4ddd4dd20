import type { MoneySplit, Simulation, TradeAnswer, TradeReason } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import { MarketError } from '@opal/domain/errors/base'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { readRoyalties } from '@opal/store/read/read-royalties'
import type { ApiContext } from '../context.ts'
import { toText, toTextOrNull } from '../present/text.ts'
import { REASONS } from './reasons.ts'
import { type SplitItem, splitItems } from './split-items.ts'
import type { SimulatedTransaction } from './trade-node.ts'
import { isPossible, type PlannedItem, type PossibleItem } from './trade-plan.ts'

export interface TradeRequest {
  readonly wallet: Address
  readonly items: readonly PlannedItem[]
  /** Does the signer pay the prices (buying), or only gas? */
  readonly paysPrice: boolean
  readonly build: (possible: readonly PossibleItem[]) => EntryFunctionPayload
}

/** Builds the payload of the possible items, has the node simulate it, and says where the money goes. */
export async function answerTrade(context: ApiContext, request: TradeRequest): Promise<TradeAnswer> {
  const possible = request.items.filter(isPossible)
  const payload = possible.length === 0 ? null : request.build(possible)
  const addresses = request.items.flatMap((item) => [item.tokenDataId, item.token?.collectionId ?? []].flat())
  const [royalties, asked] = await Promise.all([
    readRoyalties(context.store, [...new Set(addresses)]),
    askNode(context, request.wallet, payload),
  ])
  const split = splitItems(request.items, royalties)
  const money = sumMoney(split, asked, request.paysPrice)
  return {
    payload:
      payload === null
        ? null
        : { ...payload, typeArguments: [...payload.typeArguments], functionArguments: toJson(payload) },
    simulation: asked.simulated === null ? null : presentSimulation(context, asked.simulated),
    split: money,
    items: split.map(({ presented }) => presented),
    reason: payload === null ? null : wholeReason(context, asked, money),
  }
}

function toJson(payload: EntryFunctionPayload): WireArguments {
  return [...payload.functionArguments] as WireArguments
}
type WireArguments = NonNullable<TradeAnswer['payload']>['functionArguments']

interface Asked {
  readonly balanceOctas: bigint | null
  readonly simulated: SimulatedTransaction | null
  /** Why the node simulated nothing. */
  readonly refusal: TradeReason
}

async function askNode(
  { node, log }: ApiContext,
  wallet: Address,
  payload: EntryFunctionPayload | null,
): Promise<Asked> {
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

/** A node that answers, but will not simulate this, says why: the call does not fit the contract it has. */
function explainRefusal(error: unknown): TradeReason {
  if (!(error instanceof MarketError) || error.retryable) return REASONS.nodeUnavailable
  return { code: 'simulation-failed', sentence: error.message }
}

function sumMoney(items: readonly SplitItem[], { balanceOctas, simulated }: Asked, paysPrice: boolean): MoneySplit {
  const traded = items.filter(({ item }) => isPossible(item))
  const sum = (part: (one: SplitItem) => bigint | null | undefined) =>
    traded.reduce((total, one) => total + (part(one) ?? 0n), 0n)
  const priceOctas = sum(({ item }) => item.priceOctas)
  const gasOctas = simulated === null ? 0n : simulated.gasUsed * simulated.gasUnitPrice
  const storageRefundOctas = simulated?.storageRefundOctas ?? 0n
  const totalOctas = gasOctas + (paysPrice ? priceOctas : 0n)
  return {
    priceOctas: toText(priceOctas),
    sellerOctas: toText(sum(({ split }) => split?.sellerOctas)),
    commissionOctas: toText(sum(({ split }) => split?.commissionOctas)),
    royaltyOctas: toText(sum(({ split }) => split?.royaltyOctas)),
    gasOctas: toText(gasOctas),
    storageRefundOctas: toText(storageRefundOctas),
    totalOctas: toText(totalOctas),
    balanceOctas: toTextOrNull(balanceOctas),
    balanceAfterOctas: balanceOctas === null ? null : toText(balanceOctas - totalOctas + storageRefundOctas),
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
function wholeReason({ node }: ApiContext, asked: Asked, money: MoneySplit): TradeReason | null {
  // The refund comes after the payment: it cannot help to pay.
  if (money.balanceOctas !== null && BigInt(money.balanceOctas) < BigInt(money.totalOctas))
    return REASONS.insufficientBalance
  if (asked.simulated === null) return asked.refusal
  return asked.simulated.success ? null : node.explain(asked.simulated.vmStatus)
}
