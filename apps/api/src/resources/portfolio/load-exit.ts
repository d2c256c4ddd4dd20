import { compareOctas } from '@opal/domain/prices/octas'
import type { Rate } from '@opal/domain/prices/rates'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { type ListingRow, readOpenListings } from '@opal/store/queries/orders/listings'
import { type OthersFloor, readFrozenTokens, readOthersFloors } from '@opal/store/queries/portfolio/exit-facts'
import { readHeldEditions, readHeldLots } from '@opal/store/queries/portfolio/held-editions'
import { findMostValuable, type MostValuable, type ValuedToken } from '@opal/store/queries/portfolio/most-valuable'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { distinctEditions, isOwnListing, loadBidFacts, offersOfPlan } from '../../trading/load-trade.ts'
import { type HeldEditions, inEdition, toHeldEditions } from '../../trading/plan/editions.ts'
import { bidsByToken, type FittingBids, toSaleBids } from '../../trading/plan/sale-bids.ts'
import { withCommissions } from '../../trading/plan/with-commissions.ts'
import { usualFloorNow } from '../../usual-floor-now.ts'
import { withTraitFloors } from './trait-floors.ts'

/** Statements that look through the wallets concurrently, each through its part of them. */
const STATEMENTS = 4

/** Finds the most valuable of what some wallets hold; of the same value in the order of the wallets. */
export async function findHeld(
  { store }: ApiContext,
  wallets: readonly string[],
  { collectionId, take }: { readonly collectionId: string | undefined; readonly take: number },
): Promise<MostValuable> {
  const parts = Map.groupBy(wallets, (_, at) => at % STATEMENTS)
  const found = await Promise.all(
    [...parts.values()].map((part) => findMostValuable(store, part, { collectionId, take })),
  )
  const place = new Map(wallets.map((wallet, at) => [wallet, at]))
  const placeOf = ({ walletAddress }: ValuedToken) => place.get(walletAddress) ?? 0
  const tokens = found
    .flatMap((one) => one.tokens)
    .toSorted((one, other) => byValue(one, other) || placeOf(one) - placeOf(other))
  return { tokens: tokens.slice(0, take), total: found.reduce((sum, { total }) => sum + total, 0) }
}

/** The dearest first; values are octas. */
function byValue(one: ValuedToken, other: ValuedToken): number {
  return compareOctas(BigInt(other.value), BigInt(one.value))
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
  /** The usual floor of others where sales support it. */
  readonly floorOctas: bigint | null
  /** That floor where they do not. */
  readonly unsupportedFloorOctas: bigint | null
  readonly traitFloorOctas: bigint | null
}

/** Loads the rows of all items: what wallets hold and paid by wallet, tokens, bids and listings once for all of them. */
export async function loadExitFacts(
  context: ApiContext,
  wallets: readonly string[],
  rows: readonly ValuedToken[],
): Promise<{ readonly held: readonly HeldItem[]; readonly marketplaces: readonly DeployedMarketplace[] }> {
  const { store, nowMicros } = context
  const counts = new Map<string, number>()
  for (const { collectionId } of rows) counts.set(collectionId, (counts.get(collectionId) ?? 0) + 1)
  const tokenDataIds = [...new Set(rows.map(({ tokenDataId }) => tokenDataId))]
  const asked = { holders: wallets, editions: distinctEditions(rows), named: [], perCollection: offersOfPlan(counts) }
  const read = readTokens(store, tokenDataIds, nowMicros())
  const [tokens, bids, holdings, listings, frozen, floors, { marketplaces }] = await Promise.all([
    read,
    read.then((found) => loadBidFacts(context, { ...asked, tokens: found })),
    loadHoldings(context, rows),
    readOpenListings(store, tokenDataIds, { own: rows.map((row) => ({ ...row, holder: row.walletAddress })) }),
    readFrozenTokens(store, tokenDataIds),
    readOthersFloors(
      store,
      [...counts.keys()].filter((id) => id !== ''),
      { ...usualFloorNow(context), sellers: wallets },
    ),
    withCommissions(context),
  ])
  const [seller = ''] = wallets
  const facts: ExitFacts = {
    tokens: new Map(tokens.map((token) => [token.tokenDataId, token])),
    listings: Map.groupBy(listings, ({ tokenDataId }) => tokenDataId),
    ...{ holdings, frozen, floors },
    royaltyOf: bids.royaltyOf,
    fitsOf: bidsByToken(toSaleBids(seller, bids.offers, bids, marketplaces), bids),
  }
  const held = rows.flatMap((row) => toHeldItem(row, facts) ?? [])
  return { held: await withTraitFloors(context.traitSummaries, held), marketplaces }
}

/** Facts that are loaded for all items together, by token data id, wallet or collection. */
interface ExitFacts {
  readonly tokens: ReadonlyMap<string, TokenRow>
  readonly listings: ReadonlyMap<string, readonly ListingRow[]>
  readonly holdings: ReadonlyMap<string, Holdings>
  readonly frozen: ReadonlySet<string>
  readonly floors: ReadonlyMap<string, OthersFloor>
  readonly royaltyOf: (token: TokenRow) => Rate
  readonly fitsOf: (token: TokenRow) => FittingBids
}

/** Returns an item without its trait floor; null where its token is gone. */
function toHeldItem(
  { walletAddress, tokenDataId, propertyVersion }: ValuedToken,
  facts: ExitFacts,
): Omit<HeldItem, 'traitFloorOctas'> | null {
  const token = inEdition(facts.tokens.get(tokenDataId) ?? null, propertyVersion)
  if (token === null || token.isDeleted) return null
  const wallet = facts.holdings.get(walletAddress)
  const ownEditions = wallet?.held.get(tokenDataId)
  const amount = ownEditions?.get(propertyVersion) ?? 1n
  const own = (facts.listings.get(tokenDataId) ?? []).filter((listing) => isOwnListing(listing, walletAddress))
  const floor = facts.floors.get(token.collectionId)
  return {
    ...{ walletAddress, token, amount, editionsHeld: ownEditions?.size ?? 1 },
    costOctas: amount === 1n ? (wallet?.costs.get(`${tokenDataId} ${propertyVersion}`) ?? null) : null,
    isFrozen: facts.frozen.has(tokenDataId),
    royalty: facts.royaltyOf(token),
    fits: facts.fitsOf(token),
    ownListings: own.filter((listing) => listing.propertyVersion === propertyVersion),
    floorOctas: floor?.isSupported === true ? floor.octas : null,
    unsupportedFloorOctas: floor?.isSupported === false ? floor.octas : null,
  }
}

/** How much a wallet holds of each of its items, and what they cost. */
interface Holdings {
  readonly held: HeldEditions
  readonly costs: ReadonlyMap<string, bigint | null>
}

/** Loads the holdings of all wallets, by wallet. */
async function loadHoldings(
  { store }: ApiContext,
  tokens: readonly ValuedToken[],
): Promise<ReadonlyMap<string, Holdings>> {
  const asked = tokens.map(({ walletAddress, tokenDataId, propertyVersion }) => {
    return { holder: walletAddress, tokenDataId, propertyVersion }
  })
  const [editions, lots] = await Promise.all([readHeldEditions(store, asked), readHeldLots(store, asked)])
  const [editionsOf, lotsOf] = [Map.groupBy(editions, holderOf), Map.groupBy(lots, holderOf)]
  return new Map(
    [...new Set(asked.map(holderOf))].map((holder) => [
      holder,
      {
        held: toHeldEditions(editionsOf.get(holder) ?? []),
        costs: new Map(
          (lotsOf.get(holder) ?? []).map((lot) => [`${lot.tokenDataId} ${lot.propertyVersion}`, lot.costOctas]),
        ),
      },
    ]),
  )
}

function holderOf({ holder }: { readonly holder: string }): string {
  return holder
}
