import { setImmediate } from 'node:timers/promises'
import { type ExitItem, planPortfolioExit } from '@opal/contract/portfolio/exit'
import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import { askingPrice, chooseExit } from '@opal/domain/portfolio/exit-choice'
import { type ExitSale, planExitInSteps } from '@opal/domain/portfolio/exit-plan'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import { inSteps } from '../../event-loop.ts'
import { defineRoute } from '../../http/routes/route.ts'
import type { FittingBids, SaleBid } from '../../trading/plan/sale-bids.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { presentListing } from '../tokens/present-token.ts'
import { findHeld, type HeldItem, loadExitFacts } from './load-exit.ts'
import { presentBestExit } from './load-held-tokens.ts'

export const planPortfolioExitRoute = defineRoute(planPortfolioExit, async (context, { body }) => {
  const { collectionId, take, leastOfCost, costs } = body
  const wallets = [...new Set(body.wallets)]
  const { tokens, total } = await findHeld(context, wallets, { collectionId, take })
  const { held, marketplaces } = await loadExitFacts(context, wallets, tokens)
  const named = new Map(costs.map((one) => [`${one.walletAddress} ${one.tokenDataId}`, BigInt(one.octas)]))
  const items = held.map((item) => {
    const own = item.amount === 1n ? named.get(`${item.walletAddress} ${item.token.tokenDataId}`) : undefined
    return { ...item, leastOctas: leastOf(item.costOctas ?? own ?? 0n, leastOfCost) }
  })
  const plan = await inSteps(
    planExitInSteps(
      items.map(({ isFrozen, royalty, leastOctas, fits }) => ({ royalty, leastOctas, ...(isFrozen ? NO_BIDS : fits) })),
    ),
  )
  const lowestNet = lowestNets()
  const data: ExitItem[] = []
  for (const [at, item] of items.entries()) {
    data.push(presentItem(item, plan.sales[at] ?? null, { marketplaces, lowestNet }))
    // An item with its own royalty may have been compared with all bids: let other calls run in between.
    if (at % ITEMS_PER_STEP === 0) await setImmediate()
  }
  return { data, total, proceeds: plan.proceeds.map(toText) }
})

/** Items that are presented before other calls get a turn. */
const ITEMS_PER_STEP = 5

const NO_BIDS = { bids: [], sharedBids: [] }

/** Returns the least that an item has to bring for a part of its cost, rounded up; at least one octa. */
function leastOf(costOctas: bigint, percent: number): bigint {
  const least = (costOctas * BigInt(percent) + 99n) / 100n
  return least > 1n ? least : 1n
}

/** Returns the least octas that a token's bids bring at its royalty; null without bids. */
type LowestNet = (fits: FittingBids, royalty: Rate) => bigint | null

/** Returns a {@link LowestNet} that compares the bids that many tokens share once for each royalty. */
function lowestNets(): LowestNet {
  const known = new Map<readonly SaleBid[], Map<string, bigint | null>>()
  return ({ bids, sharedBids }, royalty) => {
    const byRoyalty = known.get(sharedBids) ?? new Map<string, bigint | null>()
    known.set(sharedBids, byRoyalty)
    const key = `${royalty.numerator}/${royalty.denominator}`
    const ofShared = byRoyalty.get(key) ?? lowestOf(sharedBids, royalty)
    byRoyalty.set(key, ofShared)
    const ofOwn = lowestOf(bids, royalty)
    return ofOwn === null || (ofShared !== null && ofShared < ofOwn) ? ofShared : ofOwn
  }
}

function lowestOf(bids: readonly SaleBid[], royalty: Rate): bigint | null {
  return bids.reduce<bigint | null>((least, { priceOctas, commission }) => {
    const net = splitPrice(priceOctas, commission, royalty).sellerOctas
    return least === null || net < least ? net : least
  }, null)
}

function presentItem(
  item: HeldItem & { readonly leastOctas: bigint },
  sale: ExitSale<SaleBid> | null,
  { marketplaces, lowestNet }: { readonly marketplaces: readonly DeployedMarketplace[]; readonly lowestNet: LowestNet },
): ExitItem {
  const { token, royalty, fits, leastOctas, ownListings } = item
  const listing = item.isFrozen ? null : askedListing(item, marketplaces)
  const lowestOctas = sale === null && listing === null ? lowestNet(fits, royalty) : null
  const { choice, reason } = chooseExit({
    isFrozen: item.isFrozen,
    saleOctas: sale?.netOctas ?? null,
    listOctas: listing?.netOctas ?? null,
    hopedOctas: item.unsupportedFloorOctas,
    leastOctas,
    hasLowBid: lowestOctas !== null && lowestOctas < leastOctas,
  })
  return {
    walletAddress: item.walletAddress,
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
  // Where the collection has no usable floor, a trait floor made by a few listings is not used either.
  const floors = floorOctas === null ? [] : [floorOctas, traitFloorOctas]
  const priceOctas = askingPrice(floors, own?.priceOctas ?? null, MIN_PRICE_OCTAS)
  if (priceOctas === null || deployed === undefined || (own === null && !isOffered(deployed, 'list'))) return null
  const commission = commissionOf(deployed.contracts, { priceOctas, placedAtMicros: null })
  const netOctas = splitPrice(priceOctas, commission, royalty).sellerOctas
  return { priceOctas, netOctas, marketplace: deployed.adapter.id }
}
