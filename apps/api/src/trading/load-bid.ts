import { type CollectionRow, readCollections } from '@opal/store/queries/collections/read-collections'
import { readOwnListings } from '@opal/store/queries/orders/listings'
import { readUsualFloor } from '@opal/store/queries/orders/usual-floor'
import { readEditionHolder } from '@opal/store/queries/portfolio/held-editions'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { CollectionNotFoundError, TokenNotFoundError } from '../errors.ts'
import { usualFloorNow } from '../usual-floor-now.ts'

type Context = Pick<ApiContext, 'store' | 'nowMicros' | 'tradeGate'>

/** Loads a collection that is traded. @throws CollectionNotFoundError */
export async function loadCollection(
  { store, nowMicros }: Pick<Context, 'store' | 'nowMicros'>,
  collectionId: string,
): Promise<CollectionRow> {
  const [row] = await readCollections(store.preparedPool, [collectionId], { nowMicros: nowMicros(), wallet: null })
  if (row === undefined) throw new CollectionNotFoundError(collectionId)
  return row
}

/**
 * Loads what a bid on a collection depends on: its usual floor is null without one, or where it bounds no bid.
 * @throws CollectionNotFoundError
 */
export function loadCollectionBid(
  context: Context,
  { collectionId, isBounded = true }: { readonly collectionId: string; readonly isBounded?: boolean },
): Promise<{ readonly row: CollectionRow; readonly floorOctas: bigint | null }> {
  return context.tradeGate(async () => {
    const row = await loadCollection(context, collectionId)
    return { row, floorOctas: isBounded ? await floorOf(context, row.collectionId) : null }
  })
}

/** A token that is bid on, as the request names it. */
interface WantedToken {
  /** The bidder. */
  readonly walletAddress: string
  readonly tokenDataId: string
  readonly propertyVersion?: string | undefined
  readonly aboveFloor: boolean
}

/** Facts that decide about a bid on a token. */
interface TokenBidFacts {
  /** In the edition that is bid on. */
  readonly token: TokenRow
  readonly floorOctas: bigint | null
  /** Octas at which anybody can buy the edition of the bidder; null where the bidder has none for sale. */
  readonly ownAskOctas: bigint | null
}

/** Loads what a bid on a token depends on. @throws TokenNotFoundError */
export function loadTokenBid(
  context: Context,
  { walletAddress, tokenDataId, propertyVersion, aboveFloor }: WantedToken,
): Promise<TokenBidFacts> {
  return context.tradeGate(async () => {
    const [row] = await readTokens(context.store, [tokenDataId], context.nowMicros())
    const token = row === undefined ? null : await findEdition(context, row, propertyVersion)
    if (token === null) throw new TokenNotFoundError(tokenDataId)
    const [floorOctas, ownAskOctas] = await Promise.all([
      aboveFloor ? null : floorOf(context, token.collectionId),
      // A v2 token exists once: only its holder can have it for sale, and their own bid is refused already.
      token.tokenStandard === 'v1' ? readOwnAsk(context, token, walletAddress) : null,
    ])
    return { token, floorOctas, ownAskOctas }
  })
}

/** Reads the lowest price in octas at which anybody can buy a token's edition of a wallet; null without one. */
async function readOwnAsk(
  { store }: Pick<Context, 'store'>,
  { tokenDataId, propertyVersion }: TokenRow,
  holder: string,
): Promise<bigint | null> {
  const listings = await readOwnListings(store, [{ holder, tokenDataId, propertyVersion }])
  return listings.find(({ validity }) => validity === 'valid')?.priceOctas ?? null
}

function floorOf(context: Pick<Context, 'store' | 'nowMicros'>, collectionId: string): Promise<bigint | null> {
  return readUsualFloor(context.store, collectionId, usualFloorNow(context))
}

/** Returns a token in the edition that is bid on, with its holder; null without one. */
async function findEdition(
  { store }: Pick<Context, 'store'>,
  token: TokenRow,
  named: string | undefined,
): Promise<TokenRow | null> {
  const propertyVersion = named === undefined ? token.propertyVersion : BigInt(named)
  if (propertyVersion === token.propertyVersion) return token
  const holder = await readEditionHolder(store, token.tokenDataId, propertyVersion)
  return holder === null ? null : { ...token, propertyVersion, holder }
}
