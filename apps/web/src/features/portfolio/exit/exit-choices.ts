import type { MarketplaceInfo } from '@opal/contract/network'
import type { ExitItem } from '@opal/contract/portfolio/exit'
import { compareOctas, sumOctas } from '@opal/domain/prices/octas'
import { canListOn, canUpdatePriceOn } from '../../../entities/order/marketplace-abilities.ts'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { editionKey } from '../../../entities/token/edition.ts'
import { batchAction, editLabel, type SelectionAction, saleAction } from '../items/selection-actions.ts'
import { ownListingOf, toTradeToken } from '../rows/to-trade-token.ts'

export type ExitChoice = ExitItem['choice']

/** Returns a key of an item that is unique among several wallets. */
export function exitItemKey(item: ExitItem): string {
  return `${item.walletAddress} ${editionKey(item)}`
}

/** Returns what can be done with an item: it is sold where the plan has a bid for it, and listed where there is a price. */
export function choicesOf({ sale, listing }: ExitItem): readonly ExitChoice[] {
  return [...(sale === null ? [] : (['sell'] as const)), ...(listing === null ? [] : (['list'] as const)), 'hold']
}

/** Returns the user's choice for an item, or the proposal where that choice is no longer possible. */
export function choiceOf(item: ExitItem, chosen: ExitChoice | undefined): ExitChoice {
  return chosen !== undefined && choicesOf(item).includes(chosen) ? chosen : item.choice
}

/** Amounts of an exit in octas. */
export interface ExitSums {
  readonly items: number
  readonly netOctas: bigint
  /** Those with a floor, their value at the floors of their collections, and what their sales bring. */
  readonly flooredItems: number
  readonly floorOctas: bigint
  readonly flooredNetOctas: bigint
  /** Proceeds less cost, of the items with a known cost; null where no cost is known. */
  readonly gainOctas: bigint | null
  readonly unknownCosts: number
}

/** Adds up what the planned sales of some items bring. @param costOf returns the cost of an item in octas; null where it is unknown. */
export function sumSales(items: readonly ExitItem[], costOf: (item: ExitItem) => bigint | null): ExitSums {
  let [count, flooredItems, unknownCosts] = [0, 0, 0]
  let [netOctas, floorOctas, flooredNetOctas] = [0n, 0n, 0n]
  let gainOctas: bigint | null = null
  for (const item of items) {
    if (item.sale === null) continue
    const [net, cost] = [BigInt(item.sale.netOctas), costOf(item)]
    count += 1
    netOctas += net
    if (item.floorPrice !== null) {
      flooredItems += 1
      floorOctas += BigInt(item.floorPrice)
      flooredNetOctas += net
    }
    if (cost === null) unknownCosts += 1
    else gainOctas = (gainOctas ?? 0n) + net - cost
  }
  return { items: count, netOctas, flooredItems, floorOctas, flooredNetOctas, gainOctas, unknownCosts }
}

/** Adds up what the listings of some items would bring, in octas. */
export function sumListings(items: readonly ExitItem[]): bigint {
  return sumOctas(items.map(({ listing }) => BigInt(listing?.netOctas ?? 0)))
}

/**
 * Returns the trades that carry out what is chosen for some items: the sales that bring most first, each for no less than its planned bid.
 * @source docs/product/portfolio-and-pnl.md#exit
 */
export function exitActions(
  items: readonly ExitItem[],
  choice: (item: ExitItem) => ExitChoice,
  marketplaces: readonly MarketplaceInfo[],
): readonly SelectionAction[] {
  const chosen = (wanted: ExitChoice) => items.filter((item) => choice(item) === wanted)
  const sales = chosen('sell')
    .flatMap((item) => (item.sale === null ? [] : [plannedSale(item, item.sale)]))
    .toSorted((one, other) => compareOctas(BigInt(other.netOctas), BigInt(one.netOctas)))
  const listed = chosen('list').map((item) => ({ item, own: ownListingOf(item) }))
  const canReprice = (id: string) => canUpdatePriceOn(marketplaces.find((one) => one.id === id))
  const fresh = marketplaces.some(canListOn) ? listed.filter(({ own }) => own === null) : []
  const changed = listed.filter(
    ({ item, own }) => own?.validity === 'valid' && own.price !== item.listing?.price && canReprice(own.marketplace),
  )
  const priced = (rows: typeof listed) => rows.map(({ item }) => pricedToken(item))
  return [
    ...saleAction((count) => `Sell ${count} now`, sales),
    ...batchAction('list', 'List', 'list', priced(fresh)),
    ...batchAction('reprice', editLabel, 'update-price', priced(changed)),
  ]
}

function plannedSale(item: ExitItem, { priceOctas, netOctas }: NonNullable<ExitItem['sale']>) {
  return { token: { ...toTradeToken(item), leastPrice: priceOctas }, netOctas }
}

function pricedToken(item: ExitItem): TradeToken {
  return { ...toTradeToken(item), ...(item.listing !== null && { startPrice: item.listing.price }) }
}
