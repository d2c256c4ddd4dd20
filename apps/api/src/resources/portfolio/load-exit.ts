import type { Rate } from '@opal/domain/prices/rates'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { setKeyOf } from '@opal/store/accounts/token-sets'
import { type ListingRow, readOpenListings } from '@opal/store/queries/orders/listings'
import { readFrozenTokens, readOthersFloors } from '@opal/store/queries/portfolio/exit-facts'
import { readHeldLots } from '@opal/store/queries/portfolio/held-editions'
import { countHeldTokens, findHeldTokens, type HeldToken } from '@opal/store/queries/portfolio/held-tokens'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { type HeldEditions, inEdition, loadHeldEditions } from '../../trading/editions.ts'
import { isOwnListing, loadBidFacts, offersOfPlan } from '../../trading/load-trade.ts'
import { bidsByToken, type FittingBids, toSaleBids } from '../../trading/sale-bids.ts'
import { withCommissions } from '../../trading/with-commissions.ts'
import { presentAttributes } from '../tokens/present-token.ts'

/** A token that one of the wallets holds. */
interface HeldRow extends HeldToken {
  readonly walletAddress: string
}

/** Finds the most valuable of what some wallets hold: one wallet after the other, as all calls share the connections of the store. */
export async function findHeld(
  { store }: ApiContext,
  wallets: readonly string[],
  { collectionId, take }: { readonly collectionId: string | undefined; readonly take: number },
): Promise<{ readonly rows: readonly HeldRow[]; readonly total: number }> {
  const found: HeldRow[] = []
  let total = 0
  for (const walletAddress of wallets) {
    const of = { holder: walletAddress, spam: 'hide' as const, ...(collectionId !== undefined && { collectionId }) }
    const [rows, held] = await Promise.all([
      findHeldTokens(store, of, { order: 'value', descending: true, take }),
      countHeldTokens(store, of),
    ])
    for (const row of rows) found.push({ ...row, walletAddress })
    total += held
  }
  return { rows: found.toSorted(byValue).slice(0, take), total }
}

/** The dearest first; values are octas. */
function byValue(one: HeldRow, other: HeldRow): number {
  const [value, next] = [BigInt(one.value), BigInt(other.value)]
  return value === next ? 0 : value > next ? -1 : 1
}

/** An item that a wallet holds, with what decides how it is sold. */
export interface HeldItem {
  readonly walletAddress: string
  readonly token: TokenRow
  readonly amount: bigint
  readonly editionsHeld: number
  readonly costOctas: bigint | null
  readonly isFrozen: boolean
  readonly royalty: Rate
  readonly fits: FittingBids
  readonly ownListings: readonly ListingRow[]
  readonly floorOctas: bigint | null
  readonly traitFloorOctas: bigint | null
}

/** Loads the rows of all items: what wallets hold and paid by wallet, tokens, bids and listings once for all of them. */
export async function loadExitFacts(
  context: ApiContext,
  wallets: readonly string[],
  rows: readonly HeldRow[],
): Promise<{ readonly held: readonly HeldItem[]; readonly marketplaces: readonly DeployedMarketplace[] }> {
  const { store, nowMicros } = context
  const counts = new Map<string, number>()
  for (const { collectionId } of rows) counts.set(collectionId, (counts.get(collectionId) ?? 0) + 1)
  const tokenDataIds = [...new Set(rows.map(({ tokenDataId }) => tokenDataId))]
  const [tokens, parts, listings, frozen, floors, { marketplaces }] = await Promise.all([
    readTokens(store, tokenDataIds, nowMicros()),
    loadWallets(context, rows),
    readOpenListings(store, tokenDataIds, { sellers: wallets }),
    readFrozenTokens(store, tokenDataIds),
    readOthersFloors(
      store,
      wallets,
      [...counts.keys()].filter((id) => id !== ''),
    ),
    withCommissions(context),
  ])
  const editions = [...new Map(rows.map((row) => [setKeyOf(row.tokenDataId, row.propertyVersion), row])).values()]
  const asked = { holders: wallets, tokens, editions, named: [], perCollection: offersOfPlan(counts) }
  const bids = await loadBidFacts(context, asked)
  const [seller = ''] = wallets
  const fitsOf = bidsByToken(toSaleBids(seller, bids.offers, bids, marketplaces), bids)
  const tokenOf = new Map(tokens.map((token) => [token.tokenDataId, token]))
  const listingsOf = Map.groupBy(listings, ({ tokenDataId }) => tokenDataId)
  const walletOf = new Map(parts.map((part) => [part.walletAddress, part]))
  const held = rows.flatMap(({ walletAddress, tokenDataId, propertyVersion }) => {
    const token = inEdition(tokenOf.get(tokenDataId) ?? null, propertyVersion)
    if (token === null || token.isDeleted) return []
    const wallet = walletOf.get(walletAddress)
    const ownEditions = wallet?.held.get(tokenDataId)
    const amount = ownEditions?.get(propertyVersion) ?? 1n
    const own = (listingsOf.get(tokenDataId) ?? []).filter((listing) => isOwnListing(listing, walletAddress))
    return {
      ...{ walletAddress, token, amount, editionsHeld: ownEditions?.size ?? 1 },
      costOctas: amount === 1n ? (wallet?.costs.get(`${tokenDataId} ${propertyVersion}`) ?? null) : null,
      isFrozen: frozen.has(tokenDataId),
      royalty: bids.royaltyOf(token),
      fits: fitsOf(token),
      ownListings: own.filter((listing) => listing.propertyVersion === propertyVersion),
      floorOctas: floors.get(token.collectionId) ?? null,
      traitFloorOctas: null,
    }
  })
  return { held: await withTraitFloors(context, held), marketplaces }
}

/** How much a wallet holds of its items, and what they cost. */
interface WalletFacts {
  readonly walletAddress: string
  readonly held: HeldEditions
  readonly costs: ReadonlyMap<string, bigint | null>
}

/** Loads the facts of the wallets of some items, one wallet after the other. */
async function loadWallets({ store }: ApiContext, rows: readonly HeldRow[]): Promise<readonly WalletFacts[]> {
  const facts: WalletFacts[] = []
  for (const [walletAddress, own] of Map.groupBy(rows, (row) => row.walletAddress)) {
    const [held, lots] = await Promise.all([
      loadHeldEditions(store, walletAddress, own),
      readHeldLots(store, walletAddress, own),
    ])
    const costs = new Map(lots.map((lot) => [`${lot.tokenDataId} ${lot.propertyVersion}`, lot.costOctas]))
    facts.push({ walletAddress, held, costs })
  }
  return facts
}

/** Most valuable collections whose trait floors are looked up: each costs two statements where it is not cached. */
const TRAIT_COLLECTIONS = 20

/** Adds the highest floor of each item's traits, of one collection after the other. A floor that the item's own listing makes says nothing. */
async function withTraitFloors(context: ApiContext, items: readonly HeldItem[]): Promise<readonly HeldItem[]> {
  const floors = new Map<HeldItem, bigint | null>()
  const byCollection = Map.groupBy(items, ({ token }) => token.collectionId)
  for (const members of [...byCollection.values()].slice(0, TRAIT_COLLECTIONS))
    await Promise.all(members.map(async (item) => floors.set(item, await traitFloorOf(context, item))))
  return items.map((item) => ({ ...item, traitFloorOctas: floors.get(item) ?? null }))
}

async function traitFloorOf(
  { traitSummaries }: ApiContext,
  { token, ownListings }: HeldItem,
): Promise<bigint | null> {
  const traits = presentAttributes(token.attributes, token.properties)
  if (traits.length === 0) return null
  const found = (await traitSummaries.get(token.collectionId, traits)) ?? []
  const floors = found.flatMap(({ floorPrice }) => (floorPrice === null ? [] : BigInt(floorPrice)))
  const others = floors.filter((floor) => ownListings.every(({ priceOctas }) => priceOctas !== floor))
  return others.reduce<bigint | null>((most, one) => (most === null || one > most ? one : most), null)
}
