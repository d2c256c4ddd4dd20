import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveModule } from '../../modules/move-module.ts'
import { TOKEN_ID } from '../../modules/token-v1/token-data.ts'
import { resource, value } from '../aptos-example/move-function.ts'
import type { Package } from './package.ts'

const STORE = 'events::EventStore'
const STRING = '0x1::string::String'
const TYPE_INFO = '0x1::type_info::TypeInfo'

type Fields = readonly (readonly [string, string])[]
const LISTING: Fields = [
  ['timestamp', 'u64'],
  ['listing_id', 'u64'],
  ['token_id', TOKEN_ID],
  ['price', 'u64'],
  ['amount', 'u64'],
  ['seller', 'address'],
]
const BID: Fields = [
  ['timestamp', 'u64'],
  ['bid_id', 'u64'],
  ['token_id', TOKEN_ID],
  ['deadline', 'u64'],
  ['price', 'u64'],
  ['coin_type', TYPE_INFO],
  ['amount', 'u64'],
  ['buyer', 'address'],
]
const COLLECTION_BID: Fields = [
  ['timestamp', 'u64'],
  ['bid_id', 'u64'],
  ['creator', 'address'],
  ['collection_name', STRING],
  ['buyer', 'address'],
  ['price', 'u64'],
  ['coin_type', TYPE_INFO],
  ['amount', 'u64'],
  ['deadline', 'u64'],
]
const FILL: Fields = [
  ['timestamp', 'u64'],
  ['bid_id', 'u64'],
  ['token_id', TOKEN_ID],
  ['price', 'u64'],
  ['buyer', 'address'],
  ['seller', 'address'],
]
const MOVED: Fields = [
  ['timestamp', 'u64'],
  ['token_id', TOKEN_ID],
  ['receiver', 'address'],
]

/** Events with their handles. @source fields: docs/reference/marketplace-contracts.md#topaz-events; the names of the handles and their home are ours */
const EVENTS = {
  ListEvent: ['list_events', LISTING],
  DelistEvent: ['delist_events', LISTING],
  BuyEvent: ['buy_events', [...LISTING, ['buyer', 'address']]],
  BidEvent: ['bid_events', BID],
  CancelBidEvent: ['cancel_bid_events', BID],
  SellEvent: ['sell_events', [...BID, ['seller', 'address']]],
  CollectionBidEvent: ['collection_bid_events', COLLECTION_BID],
  CancelCollectionBidEvent: ['cancel_collection_bid_events', COLLECTION_BID],
  FillCollectionBidEvent: ['fill_collection_bid_events', FILL],
  ClaimEvent: ['claim_events', MOVED],
} as const satisfies Record<string, readonly [string, Fields]>

/** Returns `events`: every event of the package, on handles of the package's account. */
export function eventsModule(own: Package): MoveModule {
  const { packageAddress } = own.contracts
  return {
    address: packageAddress,
    name: 'events',
    genesis: (context) => {
      const handles = Object.values(EVENTS).map(([handle]) => [handle, context.newEventHandle(packageAddress)] as const)
      context.putResource(packageAddress, `${own.prefix}::${STORE}`, Object.fromEntries(handles))
    },
    functions: [],
    structs: [
      ...Object.entries(EVENTS).map(([name, [, fields]]) => value(name, fields)),
      resource(
        'EventStore',
        Object.entries(EVENTS).map(([name, [handle]]) => [
          handle,
          `0x1::event::EventHandle<${own.prefix}::events::${name}>`,
        ]),
      ),
    ],
  }
}

/** Emits an event with the block's time. That the time is in microseconds is our reading. */
export function emitEvent(context: MoveContext, own: Package, name: keyof typeof EVENTS, data: JsonObject): void {
  const { packageAddress } = own.contracts
  const timed = { ...data, timestamp: String(context.nowMicros) }
  const [handle] = EVENTS[name]
  context.emitOnHandle(packageAddress, `${own.prefix}::${STORE}`, handle, `${own.prefix}::events::${name}`, timed)
}
