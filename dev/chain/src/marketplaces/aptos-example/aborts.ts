import { MoveAbort } from '../../modules/move-module.ts'
import { type Family, locationOf } from './family.ts'

/** Categories of `std::error`; an abort code is `category << 16 | reason`. @source 0x1::error */
const CATEGORY = {
  invalidArgument: 1n,
  outOfRange: 2n,
  invalidState: 3n,
  permissionDenied: 5n,
  notFound: 6n,
  resourceExhausted: 9n,
} as const

interface Reason {
  readonly category: keyof typeof CATEGORY
  readonly code: bigint
  /** The docstring of the module's error constant, which the node prints. */
  readonly text: string
}

/** The error constants of each module that its functions can raise. @source docs/reference/marketplace-contracts.md#aptos-example-aborts */
const REASONS = {
  coin_listing: {
    ENO_LISTING: { category: 'notFound', code: 1n, text: 'There exists no listing.' },
    ENOT_SELLER: { category: 'permissionDenied', code: 6n, text: 'The entity is not the seller.' },
    EUNEQUAL_LENGTHS: {
      category: 'invalidArgument',
      code: 7n,
      text: 'A batch names more or fewer prices than items.',
    },
    EPRICE_IS_ZERO: { category: 'invalidArgument', code: 8n, text: 'A listing needs a price.' },
    EREPRICED_TWICE: {
      category: 'invalidArgument',
      code: 9n,
      text: 'A batch changes the price of a listing twice.',
    },
    ELEAST_IS_TOO_HIGH: {
      category: 'invalidArgument',
      code: 10n,
      text: 'A price that these terms ask at some time brings the seller less than they accept.',
    },
    EBRINGS_TOO_LITTLE: {
      category: 'invalidState',
      code: 11n,
      text: 'Royalty and commission leave the seller less of the price than they agreed to.',
    },
  },
  listing_terms: {
    EINCORRECT_TERMS: {
      category: 'invalidArgument',
      code: 1n,
      text: 'A price above 0 is fixed or falls to a lower one by a time to come, and a listing expires in the future or never.',
    },
    EEXPIRED: { category: 'invalidState', code: 2n, text: 'The listing has expired.' },
    ERESERVED: { category: 'permissionDenied', code: 3n, text: 'The listing is reserved for another buyer.' },
    EPROCEEDS_TOO_LOW: { category: 'invalidState', code: 4n, text: 'The sale brings less than the seller accepts.' },
  },
  listing: {
    ENO_LISTING: { category: 'notFound', code: 1n, text: 'There exists no listing.' },
    ENOT_SELLER: { category: 'permissionDenied', code: 5n, text: 'The entity is not the seller.' },
    ENOT_BESIDE_TOKEN: {
      category: 'invalidArgument',
      code: 6n,
      text: 'That is not something sent to the listing in addition to its token.',
    },
  },
  token_offer: {
    ENO_TOKEN_OFFER: { category: 'notFound', code: 1n, text: 'No token offer defined.' },
    ENO_COIN_OFFER: { category: 'notFound', code: 2n, text: 'No coin offer defined.' },
    ENOT_TOKEN_OWNER: { category: 'permissionDenied', code: 3n, text: 'This is not the owner of the token.' },
    ENOT_OWNER: { category: 'permissionDenied', code: 4n, text: 'This is not the owner of the token offer.' },
    EEXPIRED: { category: 'invalidState', code: 6n, text: 'The token offer has expired.' },
    EINCORRECT_TERMS: {
      category: 'invalidArgument',
      code: 7n,
      text: 'An offer needs a price and an expiry to come.',
    },
  },
  collection_offer: {
    ENO_COLLECTION_OFFER: { category: 'notFound', code: 1n, text: 'No collection offer defined.' },
    ENO_COIN_OFFER: { category: 'notFound', code: 2n, text: 'No coin offer defined.' },
    ENO_TOKEN_OFFER: { category: 'notFound', code: 3n, text: 'No token offer defined.' },
    ENOT_OWNER: { category: 'permissionDenied', code: 4n, text: 'This is not the owner of the collection offer.' },
    EINCORRECT_COLLECTION: {
      category: 'invalidArgument',
      code: 5n,
      text: 'The offered token is not within the expected collection.',
    },
    EEXPIRED: { category: 'invalidState', code: 6n, text: 'The collection offer has expired.' },
    EINCORRECT_TERMS: {
      category: 'invalidArgument',
      code: 7n,
      text: 'An offer needs a price, an amount and an expiry to come.',
    },
  },
  token_set: {
    ENOT_IN_SET: {
      category: 'invalidArgument',
      code: 1n,
      text: 'The token is not in the set, or the proof is not its proof.',
    },
    EPROOF_TOO_LONG: {
      category: 'invalidArgument',
      code: 2n,
      text: 'The proof is longer than that of any set.',
    },
    EMALFORMED_ROOT: { category: 'invalidArgument', code: 3n, text: 'A root has 32 bytes.' },
  },
  bid_pool: {
    ENO_POOL: { category: 'notFound', code: 1n, text: 'The account has no pool in this coin.' },
    EPOOL_TOO_SMALL: { category: 'invalidState', code: 2n, text: 'The pool holds less than is taken.' },
    EAMOUNT_IS_ZERO: {
      category: 'invalidArgument',
      code: 3n,
      text: 'A deposit or a withdrawal needs an amount.',
    },
    ETOO_MANY_OFFERS: {
      category: 'resourceExhausted',
      code: 4n,
      text: 'The pool backs as many offers as it may.',
    },
  },
  pool_offer: {
    ENO_POOL_OFFER: { category: 'notFound', code: 1n, text: 'There is no such offer.' },
    EOTHER_STANDARD: {
      category: 'invalidArgument',
      code: 2n,
      text: 'The offer is for tokens of the other standard.',
    },
    ENOT_BIDDER: { category: 'permissionDenied', code: 3n, text: 'This is not the bidder.' },
    EINCORRECT_COLLECTION: {
      category: 'invalidArgument',
      code: 4n,
      text: 'The token is not of the wanted collection.',
    },
    EEXPIRED: { category: 'invalidState', code: 5n, text: 'The offer has expired.' },
    EINCORRECT_TERMS: {
      category: 'invalidArgument',
      code: 6n,
      text: 'An offer needs a price, an amount and an expiry to come.',
    },
  },
  fee_schedule: {
    ENO_FEE_SCHEDULE: { category: 'notFound', code: 1n, text: 'FeeSchedule does not exist.' },
    EDENOMINATOR_IS_ZERO: { category: 'outOfRange', code: 2n, text: 'The denominator in a fraction cannot be zero.' },
    EEXCEEDS_MAXIMUM: {
      category: 'invalidArgument',
      code: 3n,
      text: 'The value represented by a fraction cannot be greater than 1.',
    },
    ENOT_OWNER: {
      category: 'permissionDenied',
      code: 4n,
      text: 'The passed in signer is not the owner of the marketplace.',
    },
    EPAUSED: { category: 'invalidState', code: 5n, text: 'The marketplace takes no new orders at present.' },
    ENOT_PROPOSED: {
      category: 'permissionDenied',
      code: 6n,
      text: 'The fee schedule was not offered to this account.',
    },
    ERESERVED_ADDRESS: {
      category: 'invalidArgument',
      code: 7n,
      text: 'The chain reserves this address: fees cannot be received there.',
    },
  },
} as const satisfies Record<string, Record<string, Reason>>

type Reasons = typeof REASONS

/** Returns the abort that a module of the family raises for one of its error constants. */
export function familyAbort<Module extends keyof Reasons>(
  family: Family,
  module: Module,
  reason: keyof Reasons[Module] & string,
): MoveAbort {
  const { category, code, text } = (REASONS[module] as Record<string, Reason>)[reason] as Reason
  return new MoveAbort(locationOf(family, module), (CATEGORY[category] << 16n) | code, reason, text)
}

/** Returns the abort of `object::address_to_object` for an address without an object. @source 0x1::object */
export function objectDoesNotExist(): MoveAbort {
  return new MoveAbort('0x1::object', 0x60002n, 'EOBJECT_DOES_NOT_EXIST', 'An object does not exist at this address')
}

/** Returns the abort of `object::address_to_object<T>` for an object without a `T`. @source 0x1::object */
export function resourceDoesNotExist(): MoveAbort {
  return new MoveAbort(
    '0x1::object',
    0x60007n,
    'ERESOURCE_DOES_NOT_EXIST',
    'The resource is not stored at the specified address.',
  )
}

/** Returns the abort of `vector::borrow` past the end, as batch calls with too few items raise it. @source 0x1::vector */
export function indexOutOfBounds(): MoveAbort {
  return new MoveAbort('0x1::vector', 0x20000n, 'EINDEX_OUT_OF_BOUNDS', 'The index into the vector is out of bounds')
}

/** Returns the abort of `coin::withdraw` for a coin that the account never held. @source 0x1::coin */
export function coinStoreNotPublished(coinType: string): MoveAbort {
  return new MoveAbort(
    '0x1::coin',
    0x60005n,
    'ECOIN_STORE_NOT_PUBLISHED',
    `Account hasn't registered \`CoinStore\` for \`${coinType}\``,
  )
}

/** Returns the abort of `coin::extract` for more than the coin holds. @source 0x1::coin */
export function withdrawExcess(): MoveAbort {
  return new MoveAbort('0x1::coin', 0x10006n, 'EINSUFFICIENT_BALANCE', 'Not enough coins to complete transaction')
}
