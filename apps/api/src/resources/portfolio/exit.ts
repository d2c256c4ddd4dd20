import { type ExitItem, planWalletExit } from '@opal/contract/portfolio/exit'
import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import { askingPrice, chooseExit } from '@opal/domain/portfolio/exit-choice'
import { type ExitSale, planExit } from '@opal/domain/portfolio/exit-plan'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import { readFrozenTokens, readOthersFloors } from '@opal/store/queries/portfolio/exit-facts'
import { readHeldLots } from '@opal/store/queries/portfolio/held-editions'
import { countHeldTokens, findHeldTokens, type HeldToken } from '@opal/store/queries/portfolio/held-tokens'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { inEdition } from '../../trading/editions.ts'
import { loadSaleFacts, OFFERS_OF_PLAN } from '../../trading/load-trade.ts'
import { bidsByToken, type SaleBid, toSaleBids } from '../../trading/sale-bids.ts'
import { withCommissions } from '../../trading/with-commissions.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { presentAttributes, presentListing } from '../tokens/present-token.ts'
import { presentBestExit } from './load-held-tokens.ts'

export const planWalletExitRoute = defineRoute(planWalletExit, async (context, { params, query }) => {
  const { collectionId, take, leastOfCost } = query
  const filter = { holder: params.wallet, spam: 'hide' as const, ...(collectionId !== undefined && { collectionId }) }
  const [rows, total] = await Promise.all([
    findHeldTokens(context.store, filter, { order: 'value', descending: true, take }),
    countHeldTokens(context.store, filter),
  ])
  const facts = await loadFacts(context, params.wallet, rows)
  const items = facts.held.map((item) => ({ ...item, leastOctas: leastOf(item.costOctas, leastOfCost) }))
  const plan = planExit(
    items.map(({ isFrozen, royalty, leastOctas, fits }) => ({ royalty, leastOctas, ...(isFrozen ? NO_BIDS : fits) })),
  )
  return {
    data: items.map((item, at) => presentItem(item, plan.sales[at] ?? null, facts.marketplaces)),
    total,
    proceeds: plan.proceeds.map(toText),
  }
})

const NO_BIDS = { bids: [], sharedBids: [] }

/** Returns the least that an item has to bring for a part of its cost, rounded up; at least one octa. */
function leastOf(costOctas: bigint | null, percent: number): bigint {
  const least = ((costOctas ?? 0n) * BigInt(percent) + 99n) / 100n
  return least > 1n ? least : 1n
}

/** An item that a wallet holds, with what decides how it is sold. */
interface HeldItem {
  readonly token: TokenRow
  readonly amount: bigint
  readonly editionsHeld: number
  readonly costOctas: bigint | null
  readonly isFrozen: boolean
  readonly royalty: Rate
  readonly fits: ReturnType<ReturnType<typeof bidsByToken>>
  readonly ownListings: readonly ListingRow[]
  readonly floorOctas: bigint | null
  readonly traitFloorOctas: bigint | null
}

/** Loads the rows of all items together, each kind with one statement. */
async function loadFacts(
  context: ApiContext,
  wallet: string,
  rows: readonly HeldToken[],
): Promise<{ readonly held: readonly HeldItem[]; readonly marketplaces: readonly DeployedMarketplace[] }> {
  const { store } = context
  const ids = rows.map(({ tokenDataId }) => tokenDataId)
  const collectionIds = [...new Set(rows.flatMap((row) => (row.collectionId === '' ? [] : row.collectionId)))]
  const [sale, lots, frozen, floors, { marketplaces }] = await Promise.all([
    loadSaleFacts(context, wallet, rows, OFFERS_OF_PLAN),
    readHeldLots(store, wallet, rows),
    readFrozenTokens(store, ids),
    readOthersFloors(store, wallet, collectionIds),
    withCommissions(context),
  ])
  const fitsOf = bidsByToken(toSaleBids(wallet, sale.offers, sale, marketplaces), sale)
  const costs = new Map(lots.map((lot) => [`${lot.tokenDataId} ${lot.propertyVersion}`, lot]))
  const held = rows.flatMap(({ tokenDataId, propertyVersion }) => {
    const token = inEdition(sale.tokens.get(tokenDataId) ?? null, propertyVersion)
    if (token === null || token.isDeleted) return []
    const lot = costs.get(`${tokenDataId} ${propertyVersion}`)
    const editions = sale.held.get(tokenDataId)
    const amount = editions?.get(propertyVersion) ?? 1n
    const own = sale.ownListings.get(tokenDataId) ?? []
    return {
      ...{ token, amount, editionsHeld: editions?.size ?? 1 },
      costOctas: amount === 1n ? (lot?.costOctas ?? null) : null,
      isFrozen: frozen.has(tokenDataId),
      royalty: sale.royaltyOf(token),
      fits: fitsOf(token),
      ownListings: own.filter((listing) => listing.propertyVersion === propertyVersion),
      floorOctas: floors.get(token.collectionId) ?? null,
      traitFloorOctas: null,
    }
  })
  return { held: await withTraitFloors(context, held), marketplaces }
}

/** Most valuable collections whose trait floors are looked up: each costs two statements where it is not cached. */
const TRAIT_COLLECTIONS = 20

/** Adds the highest floor of each item's traits. A floor that the item's own listing makes says nothing. */
function withTraitFloors({ traitSummaries }: ApiContext, items: readonly HeldItem[]): Promise<readonly HeldItem[]> {
  const first = new Set([...new Set(items.map(({ token }) => token.collectionId))].slice(0, TRAIT_COLLECTIONS))
  return Promise.all(
    items.map(async (item) => {
      const { token, ownListings } = item
      const traits = presentAttributes(token.attributes, token.properties)
      if (traits.length === 0 || !first.has(token.collectionId)) return item
      const found = (await traitSummaries.get(token.collectionId, traits)) ?? []
      const floors = found.flatMap(({ floorPrice }) => (floorPrice === null ? [] : BigInt(floorPrice)))
      const others = floors.filter((floor) => ownListings.every(({ priceOctas }) => priceOctas !== floor))
      const highest = others.reduce<bigint | null>((most, one) => (most === null || one > most ? one : most), null)
      return { ...item, traitFloorOctas: highest }
    }),
  )
}

function presentItem(
  item: HeldItem & { readonly leastOctas: bigint },
  sale: ExitSale<SaleBid> | null,
  marketplaces: readonly DeployedMarketplace[],
): ExitItem {
  const { token, royalty, fits, leastOctas, ownListings } = item
  const listing = item.isFrozen ? null : askedListing(item, marketplaces)
  const isLow = ({ priceOctas, commission }: SaleBid) =>
    splitPrice(priceOctas, commission, royalty).sellerOctas < leastOctas
  const { choice, reason } = chooseExit({
    isFrozen: item.isFrozen,
    saleOctas: sale?.netOctas ?? null,
    listOctas: listing?.netOctas ?? null,
    leastOctas,
    hasLowBid: sale === null && listing === null && [...fits.bids, ...fits.sharedBids].some(isLow),
  })
  return {
    tokenDataId: token.tokenDataId,
    propertyVersion: toText(token.propertyVersion),
    editionsHeld: item.editionsHeld,
    held: toText(item.amount),
    name: token.name,
    image: token.image,
    imageFacts: token.imageFacts,
    collectionId: token.collectionId,
    collectionName: token.collectionName ?? token.collectionId,
    collectionImage: token.collectionImage,
    lastSalePrice: toTextOrNull(token.lastSaleOctas),
    ownListings: ownListings.map(presentListing),
    costPrice: toTextOrNull(item.costOctas),
    floorPrice: toTextOrNull(item.floorOctas),
    traitFloorPrice: toTextOrNull(item.traitFloorOctas),
    sale: sale === null ? null : presentBestExit(sale.bid.offer, royalty, marketplaces),
    listing:
      listing === null
        ? null
        : {
            price: toText(listing.priceOctas),
            netOctas: toText(listing.netOctas),
            marketplace: listing.marketplace,
          },
    choice,
    holdReason: reason,
  }
}

/** Returns the price to list an item at, on the marketplace where it is listed, else on the native one. */
function askedListing(
  { royalty, ownListings, floorOctas, traitFloorOctas }: HeldItem,
  marketplaces: readonly DeployedMarketplace[],
): { readonly priceOctas: bigint; readonly netOctas: bigint; readonly marketplace: string } | null {
  const own = ownListings.find(({ validity }) => validity === 'valid') ?? null
  const deployed = marketplaces.find(({ adapter }) =>
    own === null ? adapter.isNative : adapter.id === own.marketplace,
  )
  const priceOctas = askingPrice([floorOctas, traitFloorOctas], own?.priceOctas ?? null, MIN_PRICE_OCTAS)
  if (priceOctas === null || deployed === undefined || (own === null && !isOffered(deployed, 'list'))) return null
  const commission = commissionOf(deployed.contracts, { priceOctas, placedAtMicros: null })
  const netOctas = splitPrice(priceOctas, commission, royalty).sellerOctas
  return { priceOctas, netOctas, marketplace: deployed.adapter.id }
}
