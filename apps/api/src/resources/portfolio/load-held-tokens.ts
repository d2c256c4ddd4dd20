import type { BestExit, PortfolioToken } from '@opal/contract/portfolio'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { type ListingRow, readOpenListings } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import {
  countHeldTokens,
  findHeldTokens,
  type HeldToken,
  type HeldTokensFilter,
  type HeldTokensOrder,
  readHeldLots,
  TYPES,
} from '@opal/store/queries/portfolio/held-tokens'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { InvalidCursorError } from '../../errors.ts'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { bestExit, offersOn, type SaleFacts } from '../../trading/best-exit.ts'
import { loadSaleFacts } from '../../trading/load-trade.ts'
import { withCommissions } from '../../trading/with-commissions.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { loadSupplies } from '../collections/load-collections.ts'
import { loadTokens } from '../tokens/load-tokens.ts'
import { presentListing } from '../tokens/present-token.ts'

const heldTokenCursor = z.tuple([
  z.string(),
  z.string().max(200),
  z.string().max(66),
  z.string().max(66),
  cursorParts.numeric,
])

interface HeldTokensQuery {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
  readonly sortBy: HeldTokensOrder
  readonly order: 'asc' | 'desc'
}

/** Loads a page of a wallet's own tokens, with the total over all pages. */
export async function loadHeldTokens(
  context: ApiContext,
  filter: HeldTokensFilter,
  query: HeldTokensQuery,
): Promise<{ data: PortfolioToken[]; nextCursor: string | null; total: number }> {
  const sort = `${query.sortBy} ${query.order}`
  const { after, offset } = pageStart(query, heldTokenCursor)
  const page = {
    order: query.sortBy,
    descending: query.order === 'desc',
    take: query.take + 1,
    ...(after && { after: heldTokenPlace(sort, query.sortBy, after) }),
    ...(offset !== undefined && { offset }),
  }
  const [found, total] = await Promise.all([
    findHeldTokens(context.store, filter, page),
    countHeldTokens(context.store, filter),
  ])
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    sort,
    row.value,
    row.collectionId,
    row.tokenDataId,
    String(row.propertyVersion),
  ])
  const ids = [...new Set(rows.map((row) => row.tokenDataId))]
  return { data: await withHolding(context, filter.holder, ids), nextCursor, total }
}

function heldTokenPlace(
  sort: string,
  order: HeldTokensOrder,
  [of, value, collectionId, tokenDataId, version]: z.output<typeof heldTokenCursor>,
): HeldToken {
  const isValue = TYPES[order] === 'text' || /^-?\d+$/.test(value)
  if (of !== sort || !isValue) throw new InvalidCursorError()
  return { value, collectionId, tokenDataId, propertyVersion: BigInt(version) }
}

async function withHolding(context: ApiContext, wallet: string, ids: readonly string[]): Promise<PortfolioToken[]> {
  const [tokens, lots, listings, sale, { marketplaces }] = await Promise.all([
    loadTokens(context, ids, wallet),
    readHeldLots(context.store, wallet, ids),
    readOpenListings(context.store, ids, { sellers: [wallet] }),
    loadSaleFacts(context, wallet, ids),
    withCommissions(context),
  ])
  const supplies = await loadSupplies(
    context,
    tokens.map(({ collectionId }) => collectionId),
  )
  return tokens.map((token) => {
    const held = lots.filter((lot) => lot.tokenDataId === token.tokenDataId)
    const known = held.flatMap((lot) => lot.costOctas ?? [])
    const newest = held.map((lot) => lot.acquiredAtMicros).reduce((latest, at) => (at > latest ? at : latest), 0n)
    const own = listings.filter((listing) => listing.tokenDataId === token.tokenDataId && listing.seller === wallet)
    return {
      ...token,
      ...presentOwnPrice(own),
      collectionSupply: supplies.get(token.collectionId) ?? 0,
      held: toText(held.reduce((sum, lot) => sum + lot.held, 0n)),
      costPrice: toTextOrNull(known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0n)),
      acquiredAtMicros: held.length === 0 ? null : toText(newest),
      ownListings: own.map(presentListing),
      bestExit: exitOf(token.tokenDataId, wallet, sale, marketplaces),
    }
  })
}

/**
 * Presents what a token's holder asks for it: the price of their cheapest listing that can be bought, else of the cheapest on a
 * marketplace that is closed. Listings of others do not count: in a portfolio, listed is what the holder lists.
 * @param listings the holder's own, cheapest first.
 * @source docs/product/portfolio-and-pnl.md#portfolio-token
 */
function presentOwnPrice(
  listings: readonly ListingRow[],
): Pick<PortfolioToken, 'listedPrice' | 'listedAtMicros' | 'marketplace' | 'listingId'> {
  const asked =
    listings.find(({ validity }) => validity === 'valid') ??
    listings.find(({ validity }) => validity === 'venue-closed')
  return {
    listedPrice: toTextOrNull(asked?.priceOctas ?? null),
    listedAtMicros: toTextOrNull(asked?.placedAtMicros ?? null),
    marketplace: asked?.marketplace ?? null,
    listingId: asked?.listingId ?? null,
  }
}

function exitOf(
  tokenDataId: string,
  wallet: string,
  sale: SaleFacts,
  marketplaces: readonly DeployedMarketplace[],
): BestExit | null {
  const row = sale.tokens.get(tokenDataId)
  const best = row === undefined ? null : bestExit(wallet, row, offersOn(row, sale.offers), sale, marketplaces)
  return row === undefined || best === null ? null : presentBestExit(best.offer, sale.royaltyOf(row), marketplaces)
}

/** Presents what the seller of one token gets from an offer; null where its marketplace does not exist on this network. */
export function presentBestExit(
  offer: AnyOfferRow,
  royalty: Rate,
  marketplaces: readonly DeployedMarketplace[],
): BestExit | null {
  const { marketplace, offerId, priceOctas, tokenDataId } = offer
  const deployed = marketplaces.find(({ adapter }) => adapter.id === marketplace)
  if (deployed === undefined) return null
  const commission = commissionOf(deployed.contracts, offer)
  const { sellerOctas, commissionOctas, royaltyOctas } = splitPrice(priceOctas, commission, royalty)
  return {
    netOctas: toText(sellerOctas),
    priceOctas: toText(priceOctas),
    commissionOctas: toText(commissionOctas),
    royaltyOctas: toText(royaltyOctas),
    marketplace,
    offerId,
    tokenBid: tokenDataId !== null,
  }
}
