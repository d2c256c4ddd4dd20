import type { BestExit, PortfolioToken } from '@opal/contract/portfolio'
import { sumOctas } from '@opal/domain/prices/octas'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { readCollectionHeads } from '@opal/store/queries/collections/read-collections'
import { type ListingRow, readOwnListings } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import { countHeldTokens } from '@opal/store/queries/portfolio/count-held-tokens'
import { readHeldLots } from '@opal/store/queries/portfolio/held-editions'
import type { HeldTokensFilter } from '@opal/store/queries/portfolio/held-filter'
import { findHeldTokens, type HeldToken, type HeldTokensOrder, TYPES } from '@opal/store/queries/portfolio/held-tokens'
import { type BidJson, readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { InvalidCursorError } from '../../errors.ts'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { bidTokensOf, loadShownBids } from '../../trading/load-trade.ts'
import { type BidFacts, bestExit, offersOn } from '../../trading/plan/best-exit.ts'
import { inEdition, loadHeldEditions, ofOlderTokens, toHoldings } from '../../trading/plan/editions.ts'
import { withCommissions } from '../../trading/plan/with-commissions.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { presentTokens } from '../tokens/load-tokens.ts'
import { presentListing, presentTopBid } from '../tokens/present-token.ts'

const heldTokenCursor = z.tuple([
  z.string(),
  cursorParts.value,
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
  return { data: await withHolding(context, filter.holder, rows), nextCursor, total }
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

async function withHolding(context: ApiContext, wallet: string, rows: readonly HeldToken[]): Promise<PortfolioToken[]> {
  const { store, nowMicros } = context
  const ids = [...new Set(rows.map((row) => row.tokenDataId))]
  const collectionIds = [...new Set(rows.map((row) => row.collectionId))]
  const read = readTokens(store, ids, nowMicros(), wallet)
  const [tokenRows, tokens, bids, lots, listings, ownEditions, { marketplaces }, rowsOfCollections] = await Promise.all(
    [
      read,
      read.then((found) => presentTokens(context, found)),
      bidTokensOf(rows, read).then((of) => loadShownBids(context, wallet, of, rows)),
      readHeldLots(
        store,
        rows.map((row) => ({ ...row, holder: wallet })),
      ),
      readOwnListings(store, toHoldings(wallet, rows)),
      read.then((found) => loadHeldEditions(store, wallet, ofOlderTokens(rows, found))),
      withCommissions(context),
      readCollectionHeads(store, collectionIds),
    ],
  )
  const collections = new Map(rowsOfCollections.map((row) => [row.collectionId, row]))
  const byId = new Map(tokens.map((token) => [token.tokenDataId, token]))
  const rowOf = new Map(tokenRows.map((row) => [row.tokenDataId, row]))
  return rows.flatMap(({ tokenDataId, propertyVersion }) => {
    const token = byId.get(tokenDataId)
    if (token === undefined) return []
    const isOfEdition = (one: { readonly tokenDataId: string; readonly propertyVersion: bigint }) =>
      one.tokenDataId === tokenDataId && one.propertyVersion === propertyVersion
    const edition = inEdition(rowOf.get(tokenDataId) ?? null, propertyVersion)
    const held = lots.filter(isOfEdition)
    const known = held.flatMap((lot) => lot.costOctas ?? [])
    const newest = held.map((lot) => lot.acquiredAtMicros).reduce((latest, at) => (at > latest ? at : latest), 0n)
    const own = listings.filter((listing) => isOfEdition(listing) && listing.seller === wallet)
    return {
      ...token,
      ...(edition !== null &&
        token.propertyVersion !== toText(propertyVersion) &&
        ofEdition(edition, bids, marketplaces)),
      ...presentOwnPrice(own),
      editionsHeld: ownEditions.get(tokenDataId)?.size ?? 1,
      collectionSupply: Number(collections.get(token.collectionId)?.supply ?? 0n),
      estimatedPrice: toTextOrNull(collections.get(token.collectionId)?.estimateOctas ?? null),
      estimatedValue: toTextOrNull(held[0]?.estimateOctas ?? null),
      held: toText(held.reduce((sum, lot) => sum + lot.held, 0n)),
      costPrice: toTextOrNull(known.length === 0 ? null : sumOctas(known)),
      acquiredAtMicros: held.length === 0 ? null : toText(newest),
      ownListings: own.map(presentListing),
      bestExit: exitOf(edition, wallet, bids, marketplaces),
    }
  })
}

/**
 * Presents what a token's holder asks for it: the price of their cheapest listing that can be bought, else of the cheapest that
 * is open all the same: on a marketplace that is closed, or of a frozen token. Listings of others do not count: in a portfolio,
 * listed is what the holder lists.
 * @param listings the holder's own, cheapest first.
 * @source docs/product/portfolio-and-pnl.md#portfolio-token
 */
function presentOwnPrice(
  listings: readonly ListingRow[],
): Pick<PortfolioToken, 'listedPrice' | 'listedAtMicros' | 'marketplace' | 'listingId'> {
  const asked =
    listings.find(({ validity }) => validity === 'valid') ??
    listings.find(({ validity }) => validity !== 'seller-lost-token' && validity !== 'ended')
  return {
    listedPrice: toTextOrNull(asked?.priceOctas ?? null),
    listedAtMicros: toTextOrNull(asked?.placedAtMicros ?? null),
    marketplace: asked?.marketplace ?? null,
    listingId: asked?.listingId ?? null,
  }
}

/** Presents what differs between the edition that a wallet holds and the one that the token is shown in. */
function ofEdition(
  row: TokenRow,
  bids: BidFacts,
  marketplaces: readonly DeployedMarketplace[],
): Pick<PortfolioToken, 'propertyVersion' | 'topBid'> {
  const open = new Set(
    marketplaces.flatMap(({ adapter, contracts }) => (contracts.status === 'active' ? [adapter.id] : [])),
  )
  // Best price first.
  const live = offersOn(row, bids.offers, bids).filter(({ marketplace }) => open.has(marketplace))
  const topBid = presentTopBid({
    topTokenBid: toBidJson(live.find(({ tokenDataId }) => tokenDataId !== null)),
    topCollectionBid: toBidJson(live.find(({ tokenDataId }) => tokenDataId === null)),
  })
  return { propertyVersion: toText(row.propertyVersion), topBid }
}

function toBidJson(offer: AnyOfferRow | undefined): BidJson | null {
  if (offer === undefined) return null
  const { priceOctas, offerId, marketplace, remainingAmount } = offer
  return { price: toText(priceOctas), offerId, marketplace, remaining: toText(remainingAmount) }
}

function exitOf(
  row: TokenRow | null,
  wallet: string,
  bids: BidFacts,
  marketplaces: readonly DeployedMarketplace[],
): BestExit | null {
  const best = row === null ? null : bestExit(wallet, row, offersOn(row, bids.offers, bids), bids, marketplaces)
  return row === null || best === null ? null : presentBestExit(best.offer, bids.royaltyOf(row), marketplaces)
}

/** Presents what the seller of one token gets from an offer; null where its marketplace does not exist on this network. */
export function presentBestExit(
  offer: AnyOfferRow,
  royalty: Rate,
  marketplaces: readonly DeployedMarketplace[],
): BestExit | null {
  const { marketplace, offerId, priceOctas, tokenDataId, setRoot, remainingAmount } = offer
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
    setRoot,
    fillable: toText(remainingAmount),
  }
}
