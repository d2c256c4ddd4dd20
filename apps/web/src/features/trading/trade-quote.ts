import type { ApiClient } from '@opal/contract/client'
import { buildBuy } from '@opal/contract/endpoints/build-buy'
import { buildDelist } from '@opal/contract/endpoints/build-delist'
import { buildList } from '@opal/contract/endpoints/build-list'
import type { TradeAnswer } from '@opal/contract/shapes/trade'
import type { TradeRequest } from '../../lib/trade-request.ts'

/** What is asked of the API: the request, who signs, and the price when listing. */
export interface QuoteInput {
  readonly request: TradeRequest
  readonly walletAddress: string
  /** Octas to list at; null for buy and delist. */
  readonly listPrice: bigint | null
}

/**
 * The unsigned transaction, its simulation and its itemised money, as things are now.
 * @throws ApiError
 */
export function fetchQuote(api: ApiClient, { request, walletAddress, listPrice }: QuoteInput): Promise<TradeAnswer> {
  const { tokenDataId, marketplace, listingId, listedPrice } = request.token
  const listing = { ...(marketplace !== null && { marketplace }), ...(listingId !== null && { listingId }) }
  switch (request.kind) {
    case 'buy': {
      // The price the person saw is the most they pay, whatever the listing says by then.
      const item = { tokenDataId, ...listing, ...(listedPrice !== null && { maxPrice: listedPrice }) }
      return api(buildBuy, { body: { walletAddress, items: [item] } })
    }
    case 'list':
      return api(buildList, { body: { walletAddress, items: [{ tokenDataId, price: String(listPrice ?? 0n) }] } })
    case 'delist':
      return api(buildDelist, { body: { walletAddress, items: [{ tokenDataId, ...listing }] } })
  }
}

/** Why a quote cannot be signed, in a sentence; null when it can. */
export function quoteObstacle(answer: TradeAnswer): string | null {
  const reason = answer.reason ?? answer.items.find((item) => item.reason !== null)?.reason ?? answer.simulation?.error
  if (reason !== null && reason !== undefined) return reason.sentence
  return answer.payload === null ? 'This cannot be done now.' : null
}
