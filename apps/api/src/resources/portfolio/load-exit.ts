import type { Rate } from '@opal/domain/prices/rates'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import { readFrozenTokens, readOthersFloors } from '@opal/store/queries/portfolio/exit-facts'
import { readHeldLots } from '@opal/store/queries/portfolio/held-editions'
import { countHeldTokens, findHeldTokens, type HeldToken } from '@opal/store/queries/portfolio/held-tokens'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import type { SaleFacts } from '../../trading/best-exit.ts'
import { inEdition } from '../../trading/editions.ts'
import { loadSaleFacts, offersOfPlan } from '../../trading/load-trade.ts'
import { bidsByToken, toSaleBids } from '../../trading/sale-bids.ts'
import { withCommissions } from '../../trading/with-commissions.ts'
import { presentAttributes } from '../tokens/present-token.ts'

/** A token that one of the wallets holds. */
interface HeldRow extends HeldToken {
  readonly walletAddress: string
}

/** Finds the most valuable of what some wallets hold. */
export async function findHeld(
  { store }: ApiContext,
  wallets: readonly string[],
  { collectionId, take }: { readonly collectionId: string | undefined; readonly take: number },
): Promise<{ readonly rows: readonly HeldRow[]; readonly total: number }> {
  const found = await Promise.all(
    wallets.map(async (walletAddress) => {
      const of = { holder: walletAddress, spam: 'hide' as const, ...(collectionId !== undefined && { collectionId }) }
      const [rows, total] = await Promise.all([
        findHeldTokens(store, of, { order: 'value', descending: true, take }),
        countHeldTokens(store, of),
      ])
      return { rows: rows.map((row): HeldRow => ({ ...row, walletAddress })), total }
    }),
  )
  const rows = found.flatMap((one) => one.rows).toSorted(byValue)
  return { rows: rows.slice(0, take), total: found.reduce((sum, { total }) => sum + total, 0) }
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
  readonly fits: ReturnType<ReturnType<typeof bidsByToken>>
  readonly ownListings: readonly ListingRow[]
  readonly floorOctas: bigint | null
  readonly traitFloorOctas: bigint | null
}

/** Loads the rows of all items, each kind with one statement for each wallet or for all of them. */
export async function loadExitFacts(
  context: ApiContext,
  wallets: readonly string[],
  rows: readonly HeldRow[],
): Promise<{ readonly held: readonly HeldItem[]; readonly marketplaces: readonly DeployedMarketplace[] }> {
  const { store } = context
  const counts = new Map<string, number>()
  for (const { collectionId } of rows) counts.set(collectionId, (counts.get(collectionId) ?? 0) + 1)
  const collectionIds = [...counts.keys()].filter((id) => id !== '')
  const [parts, frozen, floors, { marketplaces }] = await Promise.all([
    Promise.all([...Map.groupBy(rows, (row) => row.walletAddress)].map((of) => loadWallet(context, of, counts))),
    readFrozenTokens(
      store,
      rows.map(({ tokenDataId }) => tokenDataId),
    ),
    readOthersFloors(store, wallets, collectionIds),
    withCommissions(context),
  ])
  const fitsOf = bidsOfOthers(wallets, parts, marketplaces)
  const byWallet = new Map(parts.map((part) => [part.walletAddress, part]))
  const held = rows.flatMap(({ walletAddress, tokenDataId, propertyVersion }) => {
    const { sale, costs } = byWallet.get(walletAddress) ?? NOTHING
    const token = inEdition(sale?.tokens.get(tokenDataId) ?? null, propertyVersion)
    if (sale === undefined || token === null || token.isDeleted) return []
    const editions = sale.held.get(tokenDataId)
    const amount = editions?.get(propertyVersion) ?? 1n
    const own = sale.ownListings.get(tokenDataId) ?? []
    return {
      ...{ walletAddress, token, amount, editionsHeld: editions?.size ?? 1 },
      costOctas: amount === 1n ? (costs?.get(`${tokenDataId} ${propertyVersion}`) ?? null) : null,
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

const NOTHING = { sale: undefined, costs: undefined }

/** Loads what the sale of one wallet's tokens needs, and what they cost. @param counts tokens of all wallets by collection. */
async function loadWallet(
  context: ApiContext,
  [walletAddress, rows]: readonly [string, readonly HeldRow[]],
  counts: ReadonlyMap<string, number>,
) {
  const [sale, lots] = await Promise.all([
    loadSaleFacts(context, walletAddress, rows, offersOfPlan(counts)),
    readHeldLots(context.store, walletAddress, rows),
  ])
  const costs = new Map(lots.map((lot) => [`${lot.tokenDataId} ${lot.propertyVersion}`, lot.costOctas]))
  return { walletAddress, sale, costs }
}

/** Sorts the bids that were read for some wallets, each once: their own bids on each other's items are none. */
function bidsOfOthers(
  wallets: readonly string[],
  parts: readonly { readonly sale: SaleFacts }[],
  marketplaces: readonly DeployedMarketplace[],
): ReturnType<typeof bidsByToken> {
  const offers = new Map<string, AnyOfferRow>()
  const setsOf = new Map<string, ReadonlySet<string>>()
  for (const { sale } of parts) {
    for (const [key, roots] of sale.setsOf) setsOf.set(key, new Set([...(setsOf.get(key) ?? []), ...roots]))
    for (const offer of sale.offers) {
      const { marketplace, offerId, tokenDataId, buyer } = offer
      if (!wallets.includes(buyer)) offers.set(`${marketplace} ${offerId} ${tokenDataId ?? ''}`, offer)
    }
  }
  const [seller = ''] = wallets
  const nowSeconds = parts[0]?.sale.nowSeconds ?? 0n
  return bidsByToken(toSaleBids(seller, [...offers.values()], { nowSeconds }, marketplaces), { setsOf })
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
