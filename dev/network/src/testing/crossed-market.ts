import { listUserBids } from '@opal/contract/bids'
import { listMyTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { announceTokenSet } from '@opal/contract/token-sets'
import type { WirePayload } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { type CollectionRef, collectionIdV1, type TokenRef, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { type ApiFixture, createEmptyFixture, type Trader } from './api-fixture.ts'
import {
  bidCall,
  type Cell,
  COLLECTION_V1,
  collectionCall,
  listingCall,
  mintingCalls,
  setOf,
} from './crossed-orders.ts'
import { type IssuedCollection, issueV2Tokens } from './issue-tokens.ts'

/** A token of the seller's with the orders on it, as the index has them. */
export interface Piece {
  readonly cell: Cell
  readonly token: TokenRef
  readonly collection: CollectionRef
  /** Null where it is not listed. */
  readonly listing: { readonly marketplace: string; readonly listingId: string } | null
  readonly offer: { readonly marketplace: string; readonly offerId: string; readonly price: string }
}

/** People that no other scene knows, what the seller has, and the same once more: what a server could name instead. */
export interface CrossedScene {
  readonly seller: Trader
  readonly buyer: Trader
  readonly pieces: readonly Piece[]
  /** For an edition the other edition of the same token, else other tokens; with the same orders at the same prices. */
  readonly twins: readonly Piece[]
}

/** A market with a seller and a buyer for each scene. */
export interface CrossedMarket extends AsyncDisposable {
  readonly fixture: ApiFixture
  /** The collection of the newer standard. */
  readonly issued: IssuedCollection
  /** Someone to whom nothing is owed. */
  readonly stranger: Trader
  /** Mints a scene's tokens and places the orders on them. @param isListed false for tokens that are not listed yet */
  lay(cells: readonly Cell[], isListed: boolean): Promise<CrossedScene>
}

/** Most cells of a scene. */
export const MOST_CELLS = 3
/**
 * Tokens of the newer standard that are issued besides two for each scene: a fifth of the crossings use it, and scenes have two
 * cells on average, each of two tokens.
 */
const SPARE_TOKENS = 20

/** Starts a market. @param scenes that it has people and tokens for */
export async function createCrossedMarket(scenes: number): Promise<CrossedMarket> {
  await using stack = new AsyncDisposableStack()
  const fixture = stack.use(await createEmptyFixture(3 + 2 * scenes))
  const [artist, keeper, stranger, ...people] = fixture.traders
  if (!artist || !keeper || !stranger) throw new TypeError('too few people')
  await fixture.sendAll(artist, [wire(collectionCall())])
  const issued = await issueV2Tokens(fixture, artist, keeper, SPARE_TOKENS + scenes * 2)
  const supply = { fixture, artist, keeper, people: [...people], issued, tokens: [...issued.tokenDataIds], minted: 0 }
  const owned = stack.move()
  return {
    fixture,
    issued,
    stranger,
    lay: (cells, isListed) => laid(supply, cells, isListed),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Traders and tokens of the scenes. */
interface Supply extends Pick<CrossedMarket, 'fixture' | 'issued'> {
  readonly artist: Trader
  /** Holds the tokens of the newer standard. */
  readonly keeper: Trader
  readonly people: Trader[]
  readonly tokens: string[]
  minted: number
}

async function laid(supply: Supply, cells: readonly Cell[], isListed: boolean): Promise<CrossedScene> {
  const { fixture, artist, keeper, people } = supply
  const [seller, buyer] = [people.pop(), people.pop()]
  if (seller === undefined || buyer === undefined) throw new Error('too few people for so many scenes')
  const supplied = cells.map((cell) => ({ cell, ...supplyOf(supply, cell, seller) }))
  const optIn = {
    function: '0x3::token::opt_in_direct_transfer',
    typeArguments: [],
    functionArguments: [true],
  } as const
  await Promise.all([seller, buyer].map((person) => fixture.sendAll(person, [wire(optIn)])))
  await Promise.all([
    fixture.sendAll(artist, supplied.flatMap(({ byArtist }) => byArtist).map(wire)),
    fixture.sendAll(keeper, supplied.flatMap(({ byKeeper }) => byKeeper).map(wire)),
  ])
  const planned = supplied.flatMap(({ cell, refs }, nth) =>
    refs.map((token, at) => ({ ...plannedOrders(supply, cell, token, nth * 2 + at), isTwin: at > 0 })),
  )
  await placeOrders(supply, { seller, buyer, planned, isListed })
  const pieces = await piecesOf(fixture, { seller, buyer, planned })
  return {
    seller,
    buyer,
    pieces: pieces.filter((_, at) => planned[at]?.isTwin === false),
    twins: pieces.filter((_, at) => planned[at]?.isTwin === true),
  }
}

/** Returns a cell's token and its twin, and the calls that bring them to the seller. */
function supplyOf(supply: Supply, { holding }: Cell, seller: Trader) {
  const { artist, tokens } = supply
  if (holding === 'v2') {
    const refs = [tokens.pop(), tokens.pop()].map((id): TokenRef => {
      if (id === undefined) throw new Error('too few tokens for so many scenes')
      return { standard: 'v2', tokenDataId: parseAddress(id) }
    })
    return { refs, byArtist: [], byKeeper: refs.map(({ tokenDataId }) => handOver(tokenDataId, seller)) }
  }
  const nextName = () => {
    supply.minted += 1
    return `Key #${supply.minted}`
  }
  const name = nextName()
  const other = holding === 'v1-edition' ? name : nextName()
  const names = [...new Set([name, other])]
  const refs = [tokenV1(artist, name, holding === 'v1-edition' ? 1n : 0n), tokenV1(artist, other, 0n)]
  return { refs, byArtist: names.flatMap((one) => mintingCalls(artist, seller, one, holding)), byKeeper: [] }
}

function tokenV1({ address: creatorAddress }: Trader, tokenName: string, propertyVersion: bigint): TokenRef {
  const tokenDataId = tokenDataIdV1(creatorAddress, COLLECTION_V1, tokenName)
  const names = { creatorAddress, collectionName: COLLECTION_V1, tokenName }
  return { standard: 'v1', tokenDataId, ...names, propertyVersion }
}

function collectionOf({ artist, issued }: Supply, { standard }: TokenRef): CollectionRef {
  if (standard === 'v2') return { standard, collectionId: parseAddress(issued.collectionId) }
  const { address: creatorAddress } = artist
  const collectionId = collectionIdV1(creatorAddress, COLLECTION_V1)
  return { standard, collectionId, creatorAddress, collectionName: COLLECTION_V1 }
}

/** A token with the orders that are to be placed on it. */
interface PlannedOrders extends Pick<Piece, 'cell' | 'token' | 'collection'> {
  readonly bidOctas: bigint
}

/** @param nth makes the price of a scene's bid one of its own, by which it is found again */
function plannedOrders(supply: Supply, cell: Cell, token: TokenRef, nth: number): PlannedOrders {
  const bidOctas = (cell.price > 200_000n ? cell.price / 2n : 100_000n) + BigInt(nth)
  return { cell, token, collection: collectionOf(supply, token), bidOctas }
}

interface Placing extends Pick<CrossedScene, 'seller' | 'buyer'> {
  readonly planned: readonly PlannedOrders[]
}

async function placeOrders(
  { fixture }: Supply,
  { seller, buyer, planned, isListed }: Placing & { readonly isListed: boolean },
): Promise<void> {
  for (const { cell, token, collection } of planned) {
    if (cell.bid.on !== 'traits') continue
    const isLater = token.standard === 'v1' && token.propertyVersion > 0n
    const tokens = [isLater ? `${token.tokenDataId}/${token.propertyVersion}` : token.tokenDataId]
    await fixture.call(announceTokenSet, {
      body: { root: setOf(token), collectionId: collection.collectionId, tokens },
    })
  }
  const listings = planned.flatMap(({ cell: { listedOn, price }, token }) =>
    isListed && listedOn !== null ? [listingCall(listedOn, token, price)] : [],
  )
  const bids = planned.map(({ cell, token, collection, bidOctas: priceOctas }) =>
    bidCall({ place: cell.bid, token, collection, priceOctas }),
  )
  await Promise.all([fixture.sendAll(seller, listings.map(wire)), fixture.sendAll(buyer, bids.map(wire))])
}

/** Returns what was placed as the index has it, in the order of the plan. */
async function piecesOf(fixture: ApiFixture, { seller, buyer, planned }: Placing): Promise<readonly Piece[]> {
  const [held, { data: placed }] = await Promise.all([
    heldBy(fixture, seller),
    fixture.call(listUserBids, { params: { wallet: buyer.address }, query: { take: 100 } }),
  ])
  return planned.map(({ cell, token, collection, bidOctas }) => {
    const row = rowOf(held, token)
    const bid = placed.find(({ bidPrice }) => bidPrice === String(bidOctas))
    if (bid === undefined || row === undefined) throw new Error(`not indexed: ${JSON.stringify(cell.bid)}`)
    const [own] = row.ownListings
    const listing = own === undefined ? null : { marketplace: own.marketplace, listingId: own.listingId }
    const offer = { marketplace: bid.marketplace, offerId: bid.offerId, price: bid.bidPrice }
    return { cell, token, collection, listing, offer }
  })
}

/** Returns what someone holds, what is in escrow included. */
export async function heldBy({ call }: ApiFixture, { address }: Trader): Promise<readonly PortfolioToken[]> {
  return (await call(listMyTokens, { query: { walletAddress: address, limit: 100 } })).data
}

function rowOf(held: readonly PortfolioToken[], token: TokenRef): PortfolioToken | undefined {
  const version = token.standard === 'v1' ? String(token.propertyVersion) : '0'
  return held.find((row) => row.tokenDataId === token.tokenDataId && row.propertyVersion === version)
}

function handOver(tokenDataId: string, to: Trader): EntryFunctionPayload {
  return { function: '0x1::object::transfer_call', typeArguments: [], functionArguments: [tokenDataId, to.address] }
}

function wire(payload: EntryFunctionPayload | null): WirePayload {
  if (payload === null) throw new TypeError('the marketplace has no such call')
  return JSON.parse(JSON.stringify(payload)) as WirePayload
}
