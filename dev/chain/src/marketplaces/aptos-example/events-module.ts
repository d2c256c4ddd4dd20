import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveModule, MoveStruct } from '../../modules/move-module.ts'
import { type Family, locationOf } from './family.ts'
import { TERMS_FIELDS } from './listing-terms.ts'
import { resource, value } from './move-function.ts'

/** Events in the order of their handles, which is the order of the handles' creation numbers. @source mainnet 2382251863 */
const HANDLES = {
  auction_bid_events: 'AuctionBidEvent',
  listing_placed_events: 'ListingPlacedEvent',
  listing_canceled_events: 'ListingCanceledEvent',
  listing_filled_events: 'ListingFilledEvent',
  collection_offer_placed_events: 'CollectionOfferPlacedEvent',
  collection_offer_canceled_events: 'CollectionOfferCanceledEvent',
  collection_offer_filled_events: 'CollectionOfferFilledEvent',
  token_offer_placed_events: 'TokenOfferPlacedEvent',
  token_offer_canceled_events: 'TokenOfferCanceledEvent',
  token_offer_filled_events: 'TokenOfferFilledEvent',
} as const

type Handle = keyof typeof HANDLES

/** Emits one of the family's events on its handle at the fee schedule. */
export function emitFamilyEvent(
  context: MoveContext,
  family: Family,
  feeSchedule: Address,
  handle: Handle,
  data: JsonObject,
): void {
  const eventType = `${locationOf(family, 'events')}::${HANDLES[handle]}`
  context.emitOnHandle(feeSchedule, family.types.events, handle, eventType, data)
}

/** Gives a fee schedule its event handles. @source events::init */
export function createEventHandles(context: MoveContext, family: Family, feeSchedule: Address): void {
  const handles = Object.keys(HANDLES).map((handle) => [handle, context.newObjectEventHandle(feeSchedule)])
  context.putResource(feeSchedule, family.types.events, Object.fromEntries(handles) as JsonObject)
}

/** Returns `W::events`: no functions a client can call, the shapes of all events. */
export function eventsModule(family: Family): MoveModule {
  const prefix = `${toShortAddress(family.packageAddress)}::events`
  return { address: family.packageAddress, name: 'events', functions: [], structs: eventStructs(prefix, family.isOwn) }
}

const OPTION_OF_COLLECTION = '0x1::option::Option<0x1::object::Object<0x4::collection::Collection>>'
const OPTION_OF_TOKEN = '0x1::option::Option<0x1::object::Object<0x4::token::Token>>'
const STRING = '0x1::string::String'

const METADATA_STRUCTS: readonly MoveStruct[] = [
  value('TokenMetadata', [
    ['creator_address', 'address'],
    ['collection_name', STRING],
    ['collection', OPTION_OF_COLLECTION],
    ['token_name', STRING],
    ['token', OPTION_OF_TOKEN],
    ['property_version', '0x1::option::Option<u64>'],
  ]),
  value('CollectionMetadata', [
    ['creator_address', 'address'],
    ['collection_name', STRING],
    ['collection', OPTION_OF_COLLECTION],
  ]),
]

function eventStructs(prefix: string, isOwn: boolean): readonly MoveStruct[] {
  const token = ['token_metadata', `${prefix}::TokenMetadata`] as const
  const collection = ['collection_metadata', `${prefix}::CollectionMetadata`] as const
  const listing = [
    ['type', STRING],
    ['listing', 'address'],
    ['seller', 'address'],
  ] as const
  const offer = (name: string) =>
    [
      [name, 'address'],
      ['purchaser', 'address'],
    ] as const
  const price = ['price', 'u64'] as const
  const fill = [['seller', 'address'], price, ['royalties', 'u64'], ['commission', 'u64'], token] as const
  const handles = Object.entries(HANDLES).map(
    ([handle, event]) => [handle, `0x1::event::EventHandle<${prefix}::${event}>`] as const,
  )
  return [
    resource('EventsV1', handles),
    ...METADATA_STRUCTS,
    value('AuctionBidEvent', [
      ['listing', 'address'],
      ['new_bidder', 'address'],
      ['new_bid', 'u64'],
      ['new_end_time', 'u64'],
      ['previous_bidder', '0x1::option::Option<address>'],
      ['previous_bid', '0x1::option::Option<u64>'],
      ['previous_end_time', 'u64'],
      token,
    ]),
    value('ListingPlacedEvent', [...listing, price, token, ...(isOwn ? TERMS_FIELDS : [])]),
    value('ListingCanceledEvent', [...listing, price, token]),
    value('ListingFilledEvent', [
      ...listing,
      ['purchaser', 'address'],
      price,
      ['commission', 'u64'],
      ['royalties', 'u64'],
      token,
    ]),
    value('TokenOfferPlacedEvent', [...offer('token_offer'), price, token]),
    value('TokenOfferCanceledEvent', [...offer('token_offer'), price, token]),
    value('TokenOfferFilledEvent', [...offer('token_offer'), ...fill]),
    value('CollectionOfferPlacedEvent', [...offer('collection_offer'), price, ['token_amount', 'u64'], collection]),
    value('CollectionOfferCanceledEvent', [
      ...offer('collection_offer'),
      price,
      ['remaining_token_amount', 'u64'],
      collection,
    ]),
    value('CollectionOfferFilledEvent', [...offer('collection_offer'), ...fill]),
  ]
}
