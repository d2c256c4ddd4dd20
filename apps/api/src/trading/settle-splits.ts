import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import { toBps } from '@opal/domain/prices/rates'
import type { SplitPrice } from '@opal/domain/prices/sale-split'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { toText } from '../wire-values.ts'
import type { MoneyMove, SplitItem } from './money.ts'
import { isPossible } from './plan/trade-plan.ts'

/** Returns whether a simulated transaction places orders of a wallet. */
export function placesOrders(
  simulated: ChainTransaction,
  wallet: Address,
  marketplaces: readonly DeployedMarketplace[],
): boolean {
  return decodeMarketEvents(simulated, marketplaces).events.some(
    (event) => event.kind.endsWith('-placed') && ('seller' in event ? event.seller : event.buyer) === wallet,
  )
}

type Sale = Extract<MarketEvent, { kind: `${string}-filled` }>

/** Items as the simulation splits them, and whom a difference from the known rates concerns. */
export interface SettledSplits {
  readonly items: readonly SplitItem[]
  /**
   * `signer`: the signer would pay or get another amount. `others`: only seller, marketplace or artist would, and the items
   * say what. Null: nothing differs.
   */
  readonly difference: 'signer' | 'others' | null
}

/**
 * Compares the splits that are shown with a simulated transaction: rates on chain may differ from those configured. Where the
 * signer pays or gets the same, the simulation's split replaces the computed one. Sales that the simulation does not report, or
 * reports without a split, prove nothing.
 */
export function settleSplits(
  items: readonly SplitItem[],
  simulated: ChainTransaction,
  marketplaces: readonly DeployedMarketplace[],
  moves: MoneyMove,
): SettledSplits {
  const sales = decodeMarketEvents(simulated, marketplaces).events.filter(isSale)
  const settled = items.map((one) => {
    const sale = isPossible(one.item) ? sales.find((candidate) => isOf(candidate, one)) : undefined
    return sale === undefined ? { item: one, difference: null } : settleOne(one, sale, moves)
  })
  const differences = settled.map(({ difference }) => difference)
  if (differences.includes('signer')) return { items, difference: 'signer' }
  return { items: settled.map(({ item }) => item), difference: differences.includes('others') ? 'others' : null }
}

function settleOne(
  one: SplitItem,
  sale: Sale,
  moves: MoneyMove,
): { item: SplitItem } & Pick<SettledSplits, 'difference'> {
  const { priceOctas } = one.item
  // A falling price reaches the chain before the index: the buyer pays less than is shown.
  if (moves === 'pays-price' && priceOctas !== null && sale.priceOctas < priceOctas)
    return { item: one, difference: null }
  if (sale.priceOctas !== priceOctas) return { item: one, difference: 'signer' }
  const emitted = splitOf(sale)
  if (emitted === null || one.split === null || isSame(emitted, one.split)) return { item: one, difference: null }
  if (moves === 'gets-net' && emitted.sellerOctas !== one.split.sellerOctas) return { item: one, difference: 'signer' }
  return {
    item: { ...one, split: emitted, presented: { ...one.presented, ...present(sale, emitted) } },
    difference: 'others',
  }
}

function isSale(event: MarketEvent): event is Sale {
  return event.kind.endsWith('-filled')
}

function isOf(sale: Sale, { item }: SplitItem): boolean {
  const order = sale.kind === 'listing-filled' ? item.listing : item.offer
  const orderId = sale.kind === 'listing-filled' ? item.listing?.listingId : item.offer?.offerId
  const soldId = sale.kind === 'listing-filled' ? sale.listingId : sale.offerId
  return order?.marketplace === sale.marketplace && orderId === soldId && item.tokenDataId === sale.token.tokenDataId
}

/** Null where the event does not say. An event may state the whole commission although less was left to pay it. */
function splitOf({ priceOctas, commissionOctas, royaltyOctas }: Sale): SplitPrice | null {
  if (commissionOctas === null || royaltyOctas === null) return null
  const left = priceOctas - royaltyOctas
  const taken = commissionOctas < left ? commissionOctas : left
  return { sellerOctas: left - taken, commissionOctas: taken, royaltyOctas }
}

function isSame(one: SplitPrice, other: SplitPrice): boolean {
  return one.commissionOctas === other.commissionOctas && one.royaltyOctas === other.royaltyOctas
}

function present({ priceOctas }: Sale, { sellerOctas, commissionOctas, royaltyOctas }: SplitPrice) {
  const bpsOf = (numerator: bigint) => toBps({ numerator, denominator: priceOctas })
  return {
    sellerOctas: toText(sellerOctas),
    commissionOctas: toText(commissionOctas),
    commissionBps: bpsOf(commissionOctas),
    royaltyOctas: toText(royaltyOctas),
    royaltyBps: bpsOf(royaltyOctas),
  }
}
