import { aggregatorModule } from '@opal/dev-chain/marketplaces/aggregator/aggregator-module'
import { simulateMarketplaces } from '@opal/dev-chain/marketplaces/simulate-marketplaces'
import { MemoryChain } from '@opal/dev-chain/marketplaces/testing/memory-chain'
import { MoveAbort, MoveExecutionFailure } from '@opal/dev-chain/modules/move-module'
import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { ListingRef } from '@opal/domain/intent'
import { jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { collectionIdV1, type TokenRef } from '@opal/domain/tokens/token-id'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { routedId } from '@opal/marketplaces/aggregator/payloads'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import { START_OCTAS } from '../scenario.ts'
import { type Holder, isMove, isSale, type Story, type StoryEnd, type StoryOrder } from './story.ts'
import {
  CREATOR,
  deployedMarketplace,
  LOCAL_MARKETPLACES,
  NONE,
  nativeMarketplace,
  OLD_COLLECTION,
  tokenOf,
} from './story-marketplaces.ts'

const [SELLER, BUYER, STRANGER] = ['0x5e', '0xb0', '0x57'].map((text) => parseAddress(text)) as [
  Address,
  Address,
  Address,
]
const COLLECTION = parseAddress('0xc011ec')
/** Modules whose aborts both sides share. */
const SHARED = /^(aggregator|routes|order_lists|\w+_adapter|coin_listing|collection_offer|object|coin)$/

/** Plays a story on the localnet's modules. */
export function playStory({ orders, call }: Omit<Story, 'expect'>): StoryEnd {
  const chain = createChain(orders)
  const place = isSale(call) ? bid : list
  const placed = orders.map((order, at) => place(chain, order, tokenOf(order, at)))
  for (const [at, order] of orders.entries()) settle(chain, order, placed[at] as Placed)
  const people = { buyer: BUYER, seller: SELLER, treasury: nativeMarketplace().contracts.packageAddress }
  const before = Object.values(people).map((who) => chain.peek().balanceApt(who))
  const { done, abort } = attempt(chain, call, orders, placed)
  const gained = Object.entries(people).map(
    ([who, address], at) => [who, Number(chain.peek().balanceApt(address) - (before[at] ?? 0n))] as const,
  )
  return {
    abort,
    holders: orders.map((order, at) => holderOf(chain, tokenOf(order, at))),
    gained: Object.fromEntries(gained.filter(([, octas]) => octas !== 0)),
    tried: done === null ? [] : triedIn(done),
    placed: done !== null && isMove(call) ? placedIn(done) : [],
  }
}

/** An open order with its token. */
interface Placed {
  readonly token: TokenRef
  /** As the aggregator's calls know it. */
  readonly id: string
  /** Null for an offer. */
  readonly listing: ListingRef | null
}

function createChain(orders: readonly StoryOrder[]): MemoryChain {
  const aggregator = aggregatorOn('local') as Address
  const modules = simulateMarketplaces(LOCAL_MARKETPLACES)
  const chain = new MemoryChain([...modules, aggregatorModule(aggregator, LOCAL_MARKETPLACES)])
  for (const person of [CREATOR, SELLER, BUYER, STRANGER]) chain.fund(person, START_OCTAS)
  const collection = { address: COLLECTION, creator: CREATOR, royalty: null }
  const tokens = orders.map(tokenOf)
  chain.mint(
    collection,
    tokens.filter(({ standard }) => standard === 'v2').map(({ tokenDataId }) => [tokenDataId, SELLER]),
  )
  for (const token of tokens) {
    if (token.standard === 'v1') chain.mintV1(NONE, { token: nameOf(token), owner: SELLER, amount: 1n })
  }
  return chain
}

function nameOf({
  creatorAddress: creator,
  collectionName: collection,
  tokenName: name,
  propertyVersion,
}: Extract<TokenRef, { standard: 'v1' }>) {
  return { creator, collection, name, propertyVersion }
}

function list(chain: MemoryChain, { marketplace, price }: StoryOrder, token: TokenRef): Placed {
  const payload = buildPayload(deployedMarketplace(marketplace), { kind: 'list', token, priceOctas: BigInt(price) })
  const [placed] = decodeMarketEvents(chain.execute(SELLER, payload), LOCAL_MARKETPLACES).events
  if (placed?.kind !== 'listing-placed') throw new TypeError(`${marketplace} placed no listing.`)
  const listing = { listingId: placed.listingId, token, seller: SELLER, priceOctas: BigInt(price) }
  const { aggregatorSupport } = deployedMarketplace(marketplace).adapter
  return {
    token,
    listing,
    id: aggregatorSupport === undefined ? listing.listingId : routedId(aggregatorSupport, listing),
  }
}

/** Offers where the aggregator can name them; elsewhere the call names one that is none. */
function bid(chain: MemoryChain, { marketplace, price, standard }: StoryOrder, token: TokenRef): Placed {
  const deployed = deployedMarketplace(marketplace)
  if (deployed.adapter.aggregatorSupport?.sellsIntoCollectionOffers !== true) return { token, listing: null, id: '0x1' }
  const names = { creatorAddress: CREATOR, collectionName: OLD_COLLECTION }
  const collection =
    standard === 'v2'
      ? { standard, collectionId: COLLECTION }
      : { standard, collectionId: collectionIdV1(CREATOR, OLD_COLLECTION), ...names }
  const terms = { collection, priceOctas: BigInt(price), amount: 1n, expiresAtSeconds: 1_900_000_000n }
  const payload = buildPayload(deployed, { kind: 'place-collection-offer', ...terms })
  const [placed] = decodeMarketEvents(chain.execute(BUYER, payload), LOCAL_MARKETPLACES).events
  if (placed?.kind !== 'collection-offer-placed') throw new TypeError(`${marketplace} placed no offer.`)
  return { token, listing: null, id: placed.offerId }
}

function settle(
  chain: MemoryChain,
  { marketplace, fate, price, newPrice = 0 }: StoryOrder,
  { listing, id }: Placed,
): void {
  if (fate === 'cancelled') {
    const offer = { offerId: id, buyer: BUYER, priceOctas: BigInt(price) }
    chain.execute(BUYER, buildPayload(deployedMarketplace(marketplace), { kind: 'cancel-collection-offer', offer }))
  }
  if (listing === null) return
  if (fate === 'sold') chain.execute(STRANGER, buildPayload(deployedMarketplace(marketplace), { kind: 'buy', listing }))
  if (fate === 'repriced') {
    const priceOctas = BigInt(newPrice)
    chain.execute(SELLER, buildPayload(deployedMarketplace(marketplace), { kind: 'update-price', listing, priceOctas }))
  }
}

function attempt(
  chain: MemoryChain,
  call: Story['call'],
  orders: readonly StoryOrder[],
  placed: readonly Placed[],
): { readonly done: ChainTransaction | null; readonly abort: StoryEnd['abort'] } {
  const payload = {
    function: `${aggregatorOn('local') as Address}::aggregator::${call}`,
    typeArguments: [APT_COIN_TYPE],
    functionArguments: argumentsOf(call, orders, placed),
  } as const
  const sender = isMove(call) || isSale(call) ? SELLER : BUYER
  try {
    return { done: chain.execute(sender, payload), abort: null }
  } catch (error) {
    return { done: null, abort: abortOf(error) }
  }
}

function argumentsOf(call: Story['call'], orders: readonly StoryOrder[], placed: readonly Placed[]) {
  const all = (value: string) => orders.map(() => value)
  const tokens = placed.map(({ token }) => token)
  const [ids, marketplaces] = [placed.map(({ id }) => id), orders.map(({ marketplace }) => marketplace)]
  const names = tokens.map((token) => (token.standard === 'v1' ? token.tokenName : 'Opal #1'))
  const objects = tokens.map((token) => (token.standard === 'v1' ? '0x0' : token.tokenDataId))
  const named = orders.map((order) => String(order.named))
  const schedule = nativeMarketplace().contracts.feeScheduleAddress
  const moved = [ids, marketplaces, objects, CREATOR, OLD_COLLECTION, names, all('0'), schedule, named]
  switch (call) {
    case 'delist_and_list_many':
      return moved
    case 'delist_and_list_many_for_at_least':
      return [...moved, orders.map(({ proceeds = 0 }) => String(proceeds))]
    case 'instant_sell':
      return [ids, marketplaces, objects, all(OLD_COLLECTION), names, '1', all('0'), schedule, all('1')]
    case 'instant_sell_for_at_least': {
      const total = String(orders.reduce((sum, order) => sum + order.named, 0))
      return [ids, marketplaces, objects, all(OLD_COLLECTION), names, '1', all('0'), schedule, all('1'), named, total]
    }
    default:
      return [ids, marketplaces, CREATOR, OLD_COLLECTION, names, all('0'), named, '1']
  }
}

/** @throws whatever is no abort */
function abortOf(error: unknown): StoryEnd['abort'] {
  if (error instanceof MoveExecutionFailure) return 'elsewhere'
  if (!(error instanceof MoveAbort)) throw error
  const [address = '', module = ''] = error.location.split('::')
  const foreign = LOCAL_MARKETPLACES.some(
    ({ adapter, contracts }) => !adapter.isNative && contracts.packageAddress === parseAddress(address),
  )
  if (foreign || !SHARED.test(module)) return 'elsewhere'
  return { module, code: Number(error.abortCode) }
}

function holderOf(chain: MemoryChain, token: TokenRef): Holder {
  const holds = (who: Address) =>
    token.standard === 'v2'
      ? chain.peek().ownerOf(token.tokenDataId) === who
      : chain.peek().tokenBalance(who, nameOf(token)) === 1n
  if (holds(BUYER)) return 'buyer'
  if (holds(SELLER)) return 'seller'
  return holds(STRANGER) ? 'stranger' : 'escrow'
}

function triedIn({ events }: ChainTransaction): readonly (readonly [number, number])[] {
  return events
    .filter(({ type }) => type.endsWith('::aggregator::PurchaseTried'))
    .map(({ data }) => [Number(jsonAt(data, 'outcome')), Number(jsonAt(data, 'paid'))])
}

function placedIn(done: ChainTransaction): readonly number[] {
  const { events } = decodeMarketEvents(done, LOCAL_MARKETPLACES)
  return events.filter(({ kind }) => kind === 'listing-placed').map(({ priceOctas }) => Number(priceOctas))
}
