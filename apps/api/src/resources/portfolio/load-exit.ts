import { compareOctas } from '@opal/domain/prices/octas'
import type { Rate } from '@opal/domain/prices/rates'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { type ListingRow, readOwnListings } from '@opal/store/queries/orders/listings'
import {
  type ExitToken,
  type OthersFloor,
  readExitTokens,
  readFrozenTokens,
  readOthersFloors,
} from '@opal/store/queries/portfolio/exit-facts'
import { readHeldCosts, readHeldEditions } from '@opal/store/queries/portfolio/held-editions'
import { findMostValuable, type MostValuable, type ValuedToken } from '@opal/store/queries/portfolio/most-valuable'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { ApiContext } from '../../context.ts'
import { bidTokensOf, distinctEditions, isOwnListing, loadBidFacts, offersOfPlan } from '../../trading/load-trade.ts'
import { type HeldEditions, inEdition, ofOlderTokens, toHeldEditions } from '../../trading/plan/editions.ts'
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
  readonly token: ExitToken
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
  const { store } = context
  const counts = new Map<string, number>()
  for (const { collectionId } of rows) counts.set(collectionId, (counts.get(collectionId) ?? 0) + 1)
  const tokenDataIds = [...new Set(rows.map(({ tokenDataId }) => tokenDataId))]
  const asked = { holders: wallets, editions: distinctEditions(rows), named: [], perCollection: offersOfPlan(counts) }
  const read = readExitTokens(store, tokenDataIds)
  const [tokens, bids, editions, costs, listings, frozen, floors, { marketplaces }] = await Promise.all([
    read,
    bidTokensOf(rows, read).then((of) => loadBidFacts(context, { ...asked, tokens: of })),
    read.then((found) => loadEditions(context, rows, found)),
    loadCosts(context, rows),
    readOwnListings(store, rows.map(toHolding)),
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
    editions,
    costs,
    frozen,
    floors,
    royaltyOf: bids.royaltyOf,
    fitsOf: bidsByToken(toSaleBids(seller, bids.offers, bids, marketplaces), bids),
  }
  const held = rows.flatMap((row) => toHeldItem(row, facts) ?? [])
  return { held: await withTraitFloors(context.traitSummaries, held), marketplaces }
}

/** Facts that are loaded for all items together, by token data id, wallet or collection. */
interface ExitFacts {
  readonly tokens: ReadonlyMap<string, ExitToken>
  readonly listings: ReadonlyMap<string, readonly ListingRow[]>
  readonly editions: ReadonlyMap<string, HeldEditions>
  readonly costs: ReadonlyMap<string, bigint | null>
  readonly frozen: ReadonlySet<string>
  readonly floors: ReadonlyMap<string, OthersFloor>
  readonly royaltyOf: (token: TokenHead) => Rate
  readonly fitsOf: (token: TokenHead) => FittingBids
}

/** Returns an item without its trait floor; null where its token is gone. */
function toHeldItem(
  { walletAddress, tokenDataId, propertyVersion, amount }: ValuedToken,
  facts: ExitFacts,
): Omit<HeldItem, 'traitFloorOctas'> | null {
  const token = inEdition(facts.tokens.get(tokenDataId) ?? null, propertyVersion)
  if (token === null || token.isDeleted) return null
  const own = (facts.listings.get(tokenDataId) ?? []).filter((listing) => isOwnListing(listing, walletAddress))
  const floor = facts.floors.get(token.collectionId)
  return {
    walletAddress,
    token,
    amount,
    editionsHeld: facts.editions.get(walletAddress)?.get(tokenDataId)?.size ?? 1,
    costOctas: amount === 1n ? (facts.costs.get(heldKey(walletAddress, tokenDataId, propertyVersion)) ?? null) : null,
    isFrozen: facts.frozen.has(tokenDataId),
    royalty: facts.royaltyOf(token),
    fits: facts.fitsOf(token),
    ownListings: own.filter((listing) => listing.propertyVersion === propertyVersion),
    floorOctas: floor?.isSupported === true ? floor.octas : null,
    unsupportedFloorOctas: floor?.isSupported === false ? floor.octas : null,
  }
}

/** Loads the editions that wallets hold of tokens of the older standard, by wallet. */
async function loadEditions(
  { store }: ApiContext,
  rows: readonly ValuedToken[],
  tokens: readonly ExitToken[],
): Promise<ReadonlyMap<string, HeldEditions>> {
  const held = await readHeldEditions(store, ofOlderTokens(rows, tokens).map(toHolding))
  const byHolder = Map.groupBy(held, ({ holder }) => holder)
  return new Map([...byHolder].map(([holder, editions]) => [holder, toHeldEditions(editions)]))
}

/** Loads what wallets paid for their items, by {@link heldKey}. */
async function loadCosts(
  { store }: ApiContext,
  rows: readonly ValuedToken[],
): Promise<ReadonlyMap<string, bigint | null>> {
  const costs = await readHeldCosts(store, rows.map(toHolding))
  return new Map(
    costs.map(({ holder, tokenDataId, propertyVersion, costOctas }) => [
      heldKey(holder, tokenDataId, propertyVersion),
      costOctas,
    ]),
  )
}

function heldKey(holder: string, tokenDataId: string, propertyVersion: bigint): string {
  return `${holder} ${tokenDataId} ${propertyVersion}`
}

function toHolding({ walletAddress, tokenDataId, propertyVersion }: ValuedToken) {
  return { holder: walletAddress, tokenDataId, propertyVersion }
}
