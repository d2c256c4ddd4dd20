import { type Address, parseAddress, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import { MERCATO_CONTRACTS } from '@opal/marketplaces/mercato/contracts'
import { newObjectCore, OBJECT_CORE } from '../../../ledger/state/objects.ts'
import type { MoveContext, MoveModule } from '../../../modules/move-module.ts'
import { arrange, MemoryChain } from '../../testing/memory-chain.ts'

const PACKAGE = toShortAddress(MERCATO_CONTRACTS.mainnet?.packageAddress ?? ZERO_ADDRESS)
const TRANSFER = '0x1::object::TransferEvent'
const WITHDRAW = '0x1::coin::WithdrawEvent'

/** Event fields that name the order, by the end of the event's name. */
const ORDERS = {
  ListingEvent: { field: 'listing', type: `${PACKAGE}::listings_v2::Listing` },
  BuyEvent: { field: 'listing', type: `${PACKAGE}::listings_v2::Listing` },
  TokenBidEvent: { field: 'bid', type: `${PACKAGE}::biddings_v2::TokenBid` },
  CollectionBidEvent: { field: 'bid', type: `${PACKAGE}::biddings_v2::CollectionBid` },
} as const

/**
 * Returns the state as a recorded transaction must have found it, made of nothing but that transaction: what it
 * wrote, with owners and counters turned back, orders that it ended put up again, and money for what was
 * withdrawn.
 */
export function presupposedState(recorded: ChainTransaction, modules: readonly MoveModule[]): MemoryChain {
  const chain = new MemoryChain(modules)
  const context = chain.peek()
  const fresh = new Set(placedOrders(recorded).map(({ order }) => order))
  for (const change of recorded.changes) {
    if (change.kind !== 'write-resource' || !isJsonObject(change.data) || fresh.has(change.address)) continue
    if (isOfThisWorld(change.type, modules)) context.putResource(change.address, change.type, change.data)
  }
  for (const event of recorded.events.toReversed()) turnBack(context, recorded, event)
  for (const event of recorded.events) putUpAgain(chain, event)
  fund(chain, recorded.events)
  return chain
}

/** Returns orders that the transaction placed, in its order: their addresses are fresh. */
export function placedOrders({ events }: ChainTransaction): readonly { readonly order: Address }[] {
  return events.flatMap((event) => {
    const named = event.type.includes('::Insert') ? orderOf(event) : null
    return named === null ? [] : [{ order: named.order }]
  })
}

function isOfThisWorld(type: string, modules: readonly MoveModule[]): boolean {
  if (type === OBJECT_CORE || type.startsWith('0x4::')) return true
  return modules.some(({ address }) => type.startsWith(`${toShortAddress(address)}::`))
}

/** Undoes what an event says: going backwards, the first event of a handle has the last word. */
function turnBack(context: MoveContext, { changes }: ChainTransaction, event: ChainEvent): void {
  for (const change of changes) {
    if (change.kind !== 'write-resource' || change.address !== event.accountAddress) continue
    const resource = context.getResource(change.address, change.type)
    if (resource !== null) context.putResource(change.address, change.type, countedDown(resource, event))
  }
  if (event.type !== TRANSFER) return
  const object = parseAddress(text(event.data, 'object'))
  const core = context.getResource(object, OBJECT_CORE) ?? newObjectCore(object, object, true)
  context.putResource(object, OBJECT_CORE, { ...core, owner: text(event.data, 'from') })
}

/** The handle of an event counts as it did before the event. */
function countedDown(resource: JsonObject, { creationNumber, sequenceNumber }: ChainEvent): JsonObject {
  const fields = Object.entries(resource).map(([name, value]): [string, Json] =>
    isJsonObject(value) && jsonAt(value, 'guid.id.creation_num') === String(creationNumber)
      ? [name, { ...value, counter: String(sequenceNumber) }]
      : [name, value],
  )
  return Object.fromEntries(fields)
}

function putUpAgain(chain: MemoryChain, event: ChainEvent): void {
  const named = event.type.includes('::Insert') ? null : orderOf(event)
  if (named === null) return
  const { order, type } = named
  const owner = parseAddress(text(event.data, named.field === 'listing' ? 'seller' : 'bid_buyer'))
  const core = { ...newObjectCore(order, owner, true), allow_ungated_transfer: false }
  chain.peek().putResource(order, OBJECT_CORE, core)
  chain.peek().putResource(order, type, named.field === 'listing' ? listingOf(event.data) : bidOf(event.data))
}

function listingOf(data: Json): JsonObject {
  return { price: text(data, 'price'), seller: text(data, 'seller'), token: jsonAt(data, 'token') as Json }
}

/** A bid holds its price. Of an accepted bid on a collection the event tells the token, not the collection. */
function bidOf(data: Json): JsonObject {
  const wanted = jsonAt(data, 'collection') === undefined ? 'token' : 'collection'
  return {
    bid_buyer: text(data, 'bid_buyer'),
    coins: { value: text(data, 'price') },
    [wanted]: jsonAt(data, wanted) as Json,
  }
}

function orderOf({ type, data }: ChainEvent) {
  if (!type.startsWith(`${PACKAGE}::`)) return null
  const ending = Object.keys(ORDERS).find((name) => type.endsWith(name)) as keyof typeof ORDERS | undefined
  if (ending === undefined) return null
  const { field, type: orderType } = ORDERS[ending]
  return { field, type: orderType, order: parseAddress(text(data, `${field}.inner`)) }
}

/** Everyone had what they paid. */
function fund(chain: MemoryChain, events: readonly ChainEvent[]): void {
  const paid = events.filter(({ type }) => type === WITHDRAW)
  for (const { accountAddress: payer, data } of paid) {
    chain.fund(payer, chain.peek().balanceApt(payer) + BigInt(text(data, 'amount')))
  }
}

/** An object that the transaction read and did not write. */
export function presuppose(chain: MemoryChain, object: Address, type: string, resource: JsonObject = {}): void {
  arrange(chain, object, type, { ...chain.peek().getResource(object, type), ...resource })
}

function text(data: Json, path: string): string {
  return String(jsonAt(data, path))
}
