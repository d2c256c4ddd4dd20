import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { event, STRING, struct, TOKENS } from '../define.ts'
import type { MoveContext, MoveModule } from '../move-module.ts'

const MODULE = '0x3::token_event_store'
const STORE = `${MODULE}::TokenEventStoreV1`

const IN_COLLECTION = { creator_addr: 'address', collection_name: STRING }
const OF_TOKEN = { creator: 'address', collection: STRING, token: STRING }
const change = (name: string, type: string) => ({ [`old_${name}`]: type, [`new_${name}`]: type })
const ROYALTY = (when: 'old' | 'new') => ({
  [`${when}_royalty_numerator`]: 'u64',
  [`${when}_royalty_denominator`]: 'u64',
  [`${when}_royalty_payee_addr`]: 'address',
})
const PROPERTY = '0x3::property_map::PropertyValue'
const PROPERTIES = {
  keys: `vector<${STRING}>`,
  old_values: `vector<0x1::option::Option<${PROPERTY}>>`,
  new_values: `vector<${PROPERTY}>`,
}

/** The events that this module adds to those of `0x3::token`. */
const EVENTS = {
  CollectionDescriptionMutate: { ...IN_COLLECTION, ...change('description', STRING) },
  CollectionUriMutate: { ...IN_COLLECTION, ...change('uri', STRING) },
  CollectionMaximumMutate: { ...IN_COLLECTION, ...change('maximum', 'u64') },
  OptInTransfer: { account_address: 'address', opt_in: 'bool' },
  UriMutation: { ...OF_TOKEN, ...change('uri', STRING) },
  DefaultPropertyMutate: { ...OF_TOKEN, ...PROPERTIES },
  DescriptionMutate: { ...OF_TOKEN, ...change('description', STRING) },
  RoyaltyMutate: { ...OF_TOKEN, ...ROYALTY('old'), ...ROYALTY('new') },
  MaximumMutate: { ...OF_TOKEN, ...change('maximum', 'u64') },
} as const

/** The handles of a store, in the order in which they take their numbers, with the events they are for. */
const HANDLES = {
  collection_uri_mutate_events: 'CollectionUriMutateEvent',
  collection_maximum_mutate_events: 'CollectionMaxiumMutateEvent',
  collection_description_mutate_events: 'CollectionDescriptionMutateEvent',
  opt_in_events: 'OptInTransferEvent',
  uri_mutate_events: 'UriMutationEvent',
  default_property_mutate_events: 'DefaultPropertyMutateEvent',
  description_mutate_events: 'DescriptionMutateEvent',
  royalty_mutate_events: 'RoyaltyMutateEvent',
  maximum_mutate_events: 'MaxiumMutateEvent',
} as const

/** Changes of v1 tokens and collections, as module events. @source 0x3::token_event_store */
export const tokenEventStore: MoveModule = {
  address: TOKENS,
  name: 'token_event_store',
  structs: [
    struct('TokenEventStoreV1', {
      ...Object.fromEntries(
        Object.entries(HANDLES).map(([field, type]) => [field, `0x1::event::EventHandle<${MODULE}::${type}>`]),
      ),
      extension: '0x1::option::Option<0x1::any::Any>',
    }),
    ...Object.entries(EVENTS).map(([name, fields]) => event(name, fields)),
  ],
  functions: [],
}

/** Announces a change; the account's event store, which older indexers look for, is made with the first one. */
export function announceMutation(
  context: MoveContext,
  account: Address,
  name: keyof typeof EVENTS,
  data: JsonObject,
): void {
  if (context.getResource(account, STORE) === null) {
    const handles = Object.keys(HANDLES).map((field) => [field, context.newEventHandle(account)] as const)
    context.putResource(account, STORE, { ...Object.fromEntries(handles), extension: { vec: [] } })
  }
  context.emit(`${MODULE}::${name}`, data)
}

/** @source 0x3::token_event_store::emit_token_opt_in_event */
export function announceOptIn(context: MoveContext, account: Address, isOptIn: boolean): void {
  const data = { account_address: toShortAddress(account), opt_in: isOptIn }
  announceMutation(context, account, 'OptInTransfer', data)
}
