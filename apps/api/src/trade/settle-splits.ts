import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import { toBps } from '@opal/domain/prices/rates'
import type { SplitPrice } from '@opal/domain/prices/sale-split'
import { decodeMarketEvents } from '@opal/marketplaces/decode-market-events'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import { toText } from '../present/text.ts'
import type { SplitItem } from './split-items.ts'
import type { MoneyMove } from './sum-money.ts'
import { isPossible } from './trade-plan.ts'

type Sale = Extract<MarketEvent, { kind: 'listing-filled' | 'token-offer-filled' | 'collection-offer-filled' }>

/** Items as the simulation splits them, and whom it matters to that it is otherwise than by the rates we know. */
export interface SettledSplits {
  readonly items: readonly SplitItem[]
  /**
   * `signer`: whoever signs would pay or get something else. `others`: only seller, venue or artist would, and the items
   * say what. Null: nothing differs.
   */
  readonly difference: 'signer' | 'others' | null
}

/**
 * Holds what is shown against a simulated transaction: rates on chain may be others than configured. Where the signer
 * pays or gets the same, the simulation's division is taken over, so that what is shown is what happens. Sales that the
 * simulation does not tell of, or not how they were split, are no evidence of anything.
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
  if (sale.priceOctas !== one.item.priceOctas) return { item: one, difference: 'signer' }
  const told = splitOf(sale)
  if (told === null || one.split === null || isSame(told, one.split)) return { item: one, difference: null }
  if (moves === 'gets-net' && told.sellerOctas !== one.split.sellerOctas) return { item: one, difference: 'signer' }
  return {
    item: { ...one, split: told, presented: { ...one.presented, ...present(sale, told) } },
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

/** Null where the sale does not tell. A commission may be told whole although less was left to take it from. */
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
