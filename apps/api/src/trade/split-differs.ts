import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import { decodeMarketEvents } from '@opal/marketplaces/decode-market-events'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { SplitItem } from './split-items.ts'
import { isPossible } from './trade-plan.ts'

type Sale = Extract<MarketEvent, { kind: 'listing-filled' | 'token-offer-filled' | 'collection-offer-filled' }>

/**
 * Does a simulated transaction sell something at another price than was shown, or bring its seller another sum? Rates on
 * chain may be others than configured. Sales that the simulation does not tell of, or not how they were split, are no
 * evidence of it.
 */
export function splitDiffers(
  items: readonly SplitItem[],
  simulated: ChainTransaction,
  marketplaces: readonly DeployedMarketplace[],
): boolean {
  const sales = decodeMarketEvents(simulated, marketplaces).events.filter(isSale)
  return items.some((one) => {
    const sale = isPossible(one.item) ? sales.find((candidate) => isOf(candidate, one)) : undefined
    return sale !== undefined && differs(sale, one)
  })
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

function differs({ priceOctas, commissionOctas, royaltyOctas }: Sale, { item, split }: SplitItem): boolean {
  if (priceOctas !== item.priceOctas) return true
  if (commissionOctas === null || royaltyOctas === null || split === null) return false
  return priceOctas - commissionOctas - royaltyOctas !== split.sellerOctas
}
