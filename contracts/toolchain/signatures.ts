/** Types of parameters, into which a scenario's arguments are converted. */
export type Parameter =
  | 'u64'
  /** Written as 0 or 1. */
  | 'bool'
  | 'fee-schedule'
  | 'collection'
  | 'token'
  | 'object'
  | 'listing'
  | 'token-offer'
  | 'collection-offer'
  | 'pool-offer'
  /** The root of a set, written as the list of its tokens; an empty list is no set. */
  | 'set'
  | 'set-v1'
  /** The proof of a token in a set, written as the token, followed by the set's tokens. */
  | 'proof'
  | 'proof-v1'
  /** A person, or `@nobody`. */
  | 'address'
  /** The four parts of a v1 token's id. */
  | 'token-v1'
  /** Name and property version of a v1 token. */
  | 'named-v1'
  | 'name-v1'
  /** Creator and name of the v1 collection. */
  | 'collection-v1'

export type Signature = readonly (Parameter | readonly [Parameter])[]

const TERMS: Signature = [['u64'], ['u64'], 'u64', 'u64', 'u64', 'address', ['u64']]
const BATCH: Signature = [['object'], 'fee-schedule', ['u64']]
const BATCH_V1: Signature = ['collection-v1', ['name-v1'], 'u64', 'fee-schedule', ['u64']]

/** Parameters of the entry functions that scenarios call, without the signer. */
export const SIGNATURES: Readonly<Record<string, Signature>> = {
  'world::set_royalty': ['u64', 'u64'],
  'world::send': ['address', 'address'],
  'world::lock': ['address'],
  'world::thaw': ['address'],
  'world::pull': ['address'],
  'world::burn': ['address'],
  'fee_schedule::set_percentage_rate_commission': ['fee-schedule', 'u64', 'u64'],
  'fee_schedule::set_paused': ['fee-schedule', 'bool'],
  'fee_schedule::set_fixed_rate_listing_fee': ['fee-schedule', 'u64'],
  'fee_schedule::propose_owner': ['fee-schedule', 'address'],
  'fee_schedule::accept_owner': ['fee-schedule'],
  'coin_listing::abandon': ['listing'],
  'coin_listing::init_fixed_price': ['object', 'fee-schedule', 'u64'],
  'coin_listing::init_fixed_price_for_tokenv1': ['token-v1', 'fee-schedule', 'u64'],
  'coin_listing::init_fixed_price_many': BATCH,
  'coin_listing::init_fixed_price_for_tokenv1_many': BATCH_V1,
  'coin_listing::init_with_terms_many': [['object'], 'fee-schedule', ...TERMS],
  'coin_listing::init_with_terms_for_tokenv1_many': ['collection-v1', ['name-v1'], 'u64', 'fee-schedule', ...TERMS],
  'coin_listing::init_with_terms_many_for_at_least': [['object'], 'fee-schedule', ...TERMS, ['u64']],
  'coin_listing::init_with_terms_for_tokenv1_many_for_at_least': [
    'collection-v1',
    ['name-v1'],
    'u64',
    'fee-schedule',
    ...TERMS,
    ['u64'],
  ],
  'coin_listing::update_terms_many': [['listing'], ...TERMS],
  'coin_listing::purchase': ['listing'],
  'coin_listing::purchase_many': [['listing']],
  'coin_listing::purchase_for_at_most': ['listing', 'u64'],
  'coin_listing::purchase_many_for_at_most': [['listing'], 'u64'],
  'coin_listing::end_fixed_price': ['listing'],
  'coin_listing::end_fixed_price_many': [['listing']],
  'coin_listing::update_fixed_price': ['listing', 'u64'],
  'coin_listing::update_fixed_price_many': [['listing'], ['u64']],
  'coin_listing::list_and_update_fixed_price_many': [...BATCH, ['u64'], ['listing'], ['u64']],
  'coin_listing::list_and_update_fixed_price_tokenv1_many': [...BATCH_V1, ['u64'], ['listing'], ['u64']],
  'marketplace_scripts::init_fixed_price_many': [['address'], 'fee-schedule', ['u64']],
  'marketplace_scripts::purchase_many': [['address']],
  'marketplace_scripts::purchase_many_for_at_most': [['address'], 'u64'],
  'marketplace_scripts::end_fixed_price_many': [['address']],
  'marketplace_scripts::update_fixed_price_many': [['address'], ['u64']],
  'marketplace_scripts::list_and_update_fixed_price_many': [
    ['address'],
    'fee-schedule',
    ['u64'],
    ['u64'],
    ['address'],
    ['u64'],
  ],
  'marketplace_scripts::list_and_update_fixed_price_tokenv1_many': [...BATCH_V1, ['u64'], ['address'], ['u64']],
  'token_offer::init_for_tokenv2_entry': ['token', 'fee-schedule', 'u64', 'u64'],
  'token_offer::init_for_tokenv1_entry': ['token-v1', 'fee-schedule', 'u64', 'u64'],
  'token_offer::cancel': ['token-offer'],
  'token_offer::sell_tokenv2': ['token-offer'],
  'token_offer::sell_tokenv1_entry': ['token-offer', 'named-v1'],
  'token_offer::sell_tokenv2_for_at_least': ['token-offer', 'u64'],
  'token_offer::sell_tokenv1_for_at_least': ['token-offer', 'named-v1', 'u64'],
  'collection_offer::init_for_tokenv2_entry': ['collection', 'fee-schedule', 'u64', 'u64', 'u64'],
  'collection_offer::init_for_tokenv1_entry': ['collection-v1', 'fee-schedule', 'u64', 'u64', 'u64'],
  'collection_offer::cancel': ['collection-offer'],
  'collection_offer::sell_tokenv2': ['collection-offer', 'token'],
  'collection_offer::sell_tokenv1_entry': ['collection-offer', 'named-v1'],
  'collection_offer::sell_tokenv2_for_at_least': ['collection-offer', 'token', 'u64'],
  'collection_offer::sell_tokenv1_for_at_least': ['collection-offer', 'named-v1', 'u64'],
  'bid_pool::deposit': ['u64'],
  'bid_pool::withdraw': ['u64'],
  'bid_pool::withdraw_all': [],
  'pool_offer::init_for_tokenv2': ['collection', 'set', 'fee-schedule', 'u64', 'u64', 'u64', 'u64'],
  'pool_offer::init_for_tokenv1': ['collection-v1', 'set-v1', 'fee-schedule', 'u64', 'u64', 'u64', 'u64'],
  'pool_offer::cancel': ['pool-offer'],
  'pool_offer::cancel_many': [['pool-offer']],
  'pool_offer::sell_tokenv2_for_at_least': ['pool-offer', 'token', 'proof', 'u64'],
  'pool_offer::sell_tokenv1_for_at_least': ['pool-offer', 'named-v1', 'proof-v1', 'u64'],
}
