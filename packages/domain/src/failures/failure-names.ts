/** Kinds of failure, as stable codes for programs. */
export type FailureKind =
  | 'listing-gone'
  | 'offer-gone'
  | 'nothing-to-claim'
  | 'order-expired'
  | 'price-changed'
  | 'insufficient-balance'
  | 'not-yours'
  | 'token-locked'
  | 'marketplace-refused'
  | 'network-busy'
  | 'contract-error'

/**
 * A failure in words: what happened and what to do. The caller adds the cost, as only it knows whether the
 * transaction was sent.
 */
export interface FailureLabel {
  readonly kind: FailureKind
  readonly sentence: string
}

const gone: FailureLabel = { kind: 'listing-gone', sentence: 'Token is already sold or delisted' }
const bidGone: FailureLabel = { kind: 'offer-gone', sentence: 'This bid was already accepted or canceled.' }
const bidExpired: FailureLabel = { kind: 'order-expired', sentence: 'This bid has expired. Look for another one.' }
const poor: FailureLabel = { kind: 'insufficient-balance', sentence: 'Not enough APT in your wallet.' }
const poorForGas: FailureLabel = { ...poor, sentence: 'Not enough APT in your wallet for the network fee.' }
const dearer: FailureLabel = {
  kind: 'price-changed',
  sentence: 'The price rose above what you agreed to, so it wasn’t bought. Check the new price.',
}
const poorer: FailureLabel = {
  kind: 'price-changed',
  sentence:
    'The sale would bring less than you agreed to: the bid, a fee or the royalty has changed. It wasn’t sold. Review the new amount.',
}
const notSeller: FailureLabel = { kind: 'not-yours', sentence: 'Only the wallet that listed this can do that.' }
const notBidder: FailureLabel = { kind: 'not-yours', sentence: 'Only the wallet that placed this bid can do that.' }
const notOwner: FailureLabel = { kind: 'not-yours', sentence: 'The token is not in the wallet that signed.' }
const wrongToken: FailureLabel = {
  kind: 'marketplace-refused',
  sentence: 'This bid is for another token or collection.',
}
const noClaim: FailureLabel = {
  kind: 'nothing-to-claim',
  sentence: 'There’s nothing to claim: it was already claimed or taken back, or wasn’t sent to your wallet.',
}
const frozen: FailureLabel = { kind: 'token-locked', sentence: 'The creator of this token doesn’t allow transfers.' }
const tokenGone: FailureLabel = { kind: 'marketplace-refused', sentence: 'This token no longer exists.' }
const collectionGone: FailureLabel = { kind: 'marketplace-refused', sentence: 'This collection does not exist.' }

/** The balance does not suffice. To be recognised by identity, as {@link MISSING} is. */
export const INSUFFICIENT_BALANCE = poor
/** A sale brings less than its seller agreed to. */
export const PROCEEDS_FELL = poorer

/**
 * The subject of a transaction: the thing that is missing when the chain reports a missing object or resource. `bid-with-listing` is a bid that a
 * token is sold into once it is delisted: nothing in such a sale takes APT but the check of what it has brought.
 */
export type FailureSubject =
  | 'listing'
  | 'bid'
  | 'bid-or-listing'
  | 'bid-with-listing'
  | 'claim'
  | 'token'
  | 'collection'

const bidOrListingGone: FailureLabel = {
  kind: 'offer-gone',
  sentence: 'The bid was taken or canceled already, or the token was sold or delisted.',
}

/**
 * Placeholder that is replaced by a label of {@link MISSING_FAILURES}: the framework has one abort for anything missing. A copy,
 * to be recognised by identity.
 */
export const MISSING: FailureLabel = { ...gone }

/** Labels of a missing subject, by subject. */
export const MISSING_FAILURES: Readonly<Record<FailureSubject, FailureLabel>> = {
  listing: gone,
  bid: bidGone,
  'bid-or-listing': bidOrListingGone,
  'bid-with-listing': bidOrListingGone,
  claim: noClaim,
  token: tokenGone,
  collection: collectionGone,
}
const busy = (sentence: string): FailureLabel => ({ kind: 'network-busy', sentence })
const refused = (sentence: string): FailureLabel => ({ kind: 'marketplace-refused', sentence })
const internal = (sentence: string): FailureLabel => ({ kind: 'contract-error', sentence })

/**
 * Error constants of the marketplaces, the aggregator and the framework's token and coin modules, as their modules call
 * them. One name means the same in every module that has it, unless {@link MODULE_FAILURES} says otherwise.
 */
export const NAMED_FAILURES: Readonly<Record<string, FailureLabel>> = {
  // Listings
  ENO_LISTING: gone,
  ENOT_OPEN: gone,
  EWRONG_PRICE: dearer,
  EPRICE_MISMATCH: dearer,
  EOTHER_PRICE: dearer,
  EPRICE_ROSE: dearer,
  EPAID_TOO_MUCH: dearer,
  EPROCEEDS_FELL: poorer,
  ERECEIVED_TOO_LITTLE: poorer,
  EPRICE_IS_ZERO: refused('A listing needs a price above zero.'),
  EREPRICED_TWICE: refused('The same listing has two new prices. Choose one.'),
  ELEAST_IS_TOO_HIGH: refused(
    'At this price you’d receive less than your minimum. Raise the price or lower the minimum.',
  ),
  EBRINGS_TOO_LITTLE: refused('Royalty or fee changed, and you’d receive less than shown. Review the new amount.'),
  ERESERVED: refused('This listing is reserved for another wallet.'),
  EPROCEEDS_TOO_LOW: refused(
    'The sale would bring the seller less than their minimum, so this listing can’t be bought.',
  ),
  ENO_SUCH_LISTING: gone,
  ENOT_BESIDE_TOKEN: refused('This item wasn’t sent to the listing, so it can’t be recovered from there.'),
  ENOT_FOR_SALE: gone,
  EBID_TOO_LOW: refused('You’ve been outbid in this auction. Bid more to take the lead.'),
  EAUCTION_NOT_ENDED: refused('This auction hasn’t ended yet. Try again once it has.'),
  EAUCTION_ENDED: refused('This auction has already ended.'),
  ELISTING_NOT_STARTED: refused('This listing has not started yet. Try again later.'),
  ENOT_CREATOR: refused('Only the contract that made this listing can do that.'),
  EALREADY_LISTED: refused('This item is already listed. Edit its price or delist it first.'),
  ENOT_SELLER: notSeller,
  EONE_AT_A_TIME: refused('This marketplace takes one item at a time.'),
  // Bids
  ENO_TOKEN_OFFER: bidGone,
  ENO_COLLECTION_OFFER: bidGone,
  ENO_COIN_OFFER: refused('This bid is no longer funded, so it can’t be accepted.'),
  ENO_BID: bidGone,
  ENO_OFFER: bidGone,
  EEXPIRED: bidExpired,
  EINCORRECT_TERMS: refused('A bid needs a price and an amount above zero, and must expire in the future.'),
  ENOT_BUYER: notBidder,
  ENOT_OFFERER: notBidder,
  EINCORRECT_COLLECTION: wrongToken,
  EOTHER_COLLECTION: wrongToken,
  EWRONG_COLLECTION: wrongToken,
  EWRONG_TOKEN: wrongToken,
  ETOO_MANY_BIDS: refused('Too many bids for one transaction. Bid on fewer tokens.'),
  EINSUFFICIENT_FUNDS: poor,
  PROLOGUE_ECANT_PAY_GAS_DEPOSIT: poorForGas,
  // Bids that a pool pays
  ENO_POOL_OFFER: bidGone,
  ENOT_BIDDER: notBidder,
  EOTHER_STANDARD: wrongToken,
  ENOT_IN_SET: refused('This bid is for other items of the collection.'),
  EPROOF_TOO_LONG: refused('This bid is for other items of the collection.'),
  EMALFORMED_ROOT: refused('The items that this bid is for can’t be read. Place it again.'),
  ENO_POOL: refused('This wallet has no bid pool.'),
  EPOOL_TOO_SMALL: refused('The bid pool behind this bid no longer covers its price.'),
  EAMOUNT_IS_ZERO: refused('Enter an amount above zero.'),
  ETOO_MANY_OFFERS: refused('A bid pool backs up to 1,000 bids. Cancel some first.'),
  // Ownership
  ENOT_OWNER: notOwner,
  ENOT_TOKEN_OWNER: notOwner,
  ENOT_OBJECT_OWNER: notOwner,
  ENOT_STORE_OWNER: notOwner,
  ENO_TOKEN_IN_TOKEN_STORE: notOwner,
  ETOKEN_STORE_NOT_PUBLISHED: notOwner,
  ENO_UNGATED_TRANSFERS: frozen,
  EACCOUNT_DOES_NOT_ACCEPT_DIRECT_COIN_TRANSFERS: refused(
    'One of the wallets to be paid doesn’t accept direct transfers of this coin.',
  ),
  EUSER_NOT_OPT_IN_DIRECT_TRANSFER: refused(
    'The receiving wallet doesn’t accept direct transfers. Its owner has to claim the tokens.',
  ),
  // Claims
  ENO_CLAIM: noClaim,
  ETOKEN_OFFER_NOT_EXIST: noClaim,
  // Money
  EINSUFFICIENT_BALANCE: poor,
  EWITHDRAW_ZERO: internal('The contract tried to move an amount of zero.'),
  ECOIN_STORE_NOT_PUBLISHED: { ...poor, sentence: 'The wallet has never held APT. Send some to it first.' },
  EFROZEN: refused('One of the accounts involved is frozen.'),
  ESTORE_IS_FROZEN: refused('One of the accounts involved is frozen.'),
  // Marketplaces and the aggregator
  EUNKNOWN_MARKETPLACE: refused('The aggregator does not know this marketplace.'),
  EUNKNOWN_MARKET: refused('The listing is on a marketplace that the contract does not know.'),
  EUNSUPPORTED: refused('This marketplace doesn’t support that through the aggregator.'),
  ECAN_NOT_DELIST: refused('The aggregator can’t delist from this marketplace. Delist it there.'),
  EOTHER_FEE_SCHEDULE: refused('The fees of this bid differ from what you were shown. Review it again.'),
  EUNEQUAL_LENGTHS: internal('The order is malformed.'),
  EQUANTITY_NOT_ONE: internal('The order is malformed.'),
  EPAUSED: refused('The marketplace has paused this for now. Try again later, or use another marketplace.'),
  ENOT_PROPOSED: internal('The fees of this marketplace were not offered to the wallet that signed.'),
  ERESERVED_ADDRESS: internal('Fees of a marketplace cannot be sent to an address of the chain itself.'),
  ENO_FEE_SCHEDULE: refused('This marketplace has no fees set, so it can’t take trades right now.'),
  EDENOMINATOR_IS_ZERO: internal('The fees or royalty of this token are misconfigured.'),
  EEXCEEDS_MAXIMUM: internal('The fees or royalty of this token are misconfigured.'),
  EINVALID_ROYALTY_NUMERATOR_DENOMINATOR: internal('The royalty of this token is misconfigured.'),
  EROYALTY_DENOMINATOR_IS_ZERO: internal('The royalty of this token is misconfigured.'),
  EROYALTY_EXCEEDS_MAXIMUM: internal('The royalty of this token is misconfigured.'),
  ENOT_INITIALIZED: refused('Your wallet has never traded on this marketplace, so you have nothing there.'),
  // Tokens and objects
  EOBJECT_DOES_NOT_EXIST: MISSING,
  ERESOURCE_DOES_NOT_EXIST: MISSING,
  EOBJECT_EXISTS: internal('It’s already on chain.'),
  ECANNOT_DELETE: internal('This object can’t be removed.'),
  EMAXIMUM_NESTING: frozen,
  ETOKEN_DOES_NOT_EXIST: tokenGone,
  ETOKEN_DATA_NOT_PUBLISHED: tokenGone,
  ECOLLECTIONS_NOT_PUBLISHED: collectionGone,
  ECOLLECTION_NOT_PUBLISHED: collectionGone,
  ECOLLECTION_DOES_NOT_EXIST: collectionGone,
  EALREADY_HAS_BALANCE: internal('The token is already in the wallet.'),
  ETOKEN_CANNOT_HAVE_ZERO_AMOUNT: internal('The order is malformed.'),
  EDESTRUCTION_OF_NONZERO_TOKEN: internal('The contract would have burned a token.'),
  ECOLLECTION_ALREADY_EXISTS: internal('A collection with this name already exists.'),
  ETOKEN_DATA_ALREADY_EXISTS: internal('A token with this name already exists.'),
  ECOLLECTION_NAME_TOO_LONG: internal('The name of the collection is too long.'),
  ENFT_NAME_TOO_LONG: internal('The name of the token is too long.'),
  EURI_TOO_LONG: internal('The address of the metadata is too long.'),
  ECREATE_WOULD_EXCEED_COLLECTION_MAXIMUM: internal('The collection is full: no more tokens can be made.'),
  EMINT_WOULD_EXCEED_TOKEN_MAXIMUM: internal('No more of this token can be made.'),
  EINVALID_MAXIMUM: internal('The collection or token already exceeds its maximum supply.'),
  EFIELD_NOT_MUTABLE: internal('The creator has locked this, so it can’t be changed.'),
  ENO_MINT_CAPABILITY: internal('The wallet isn’t allowed to mint in this collection.'),
  ENO_MUTATE_CAPABILITY: internal('The wallet isn’t allowed to change tokens of this collection.'),
  ECREATOR_CANNOT_BURN_TOKEN: internal('The creator may not burn this token.'),
  EOWNER_CANNOT_BURN_TOKEN: internal('The holder may not burn this token.'),
  ENO_BURN_TOKEN_WITH_ZERO_AMOUNT: internal('There is no balance of this token to burn.'),
  EINVALID_TOKEN_MERGE: internal('Two different tokens can’t be merged.'),
  EPROPERTY_RESERVED_BY_STANDARD: internal('The token standard reserves this property.'),
  ETOKEN_PROPERTIES_COUNT_NOT_MATCH: internal('The token’s properties don’t match each other.'),
  EFUNGIBLE_STORE_AND_METADATA_MISMATCH: internal('The order is for another coin.'),
  EKEY_NOT_FOUND: MISSING,
  EKEY_ALREADY_EXISTS: internal('It’s already on chain.'),
  EINDEX_OUT_OF_BOUNDS: internal('The order is malformed.'),
  EOPTION_IS_SET: internal('The order is malformed.'),
  EOPTION_NOT_SET: internal('The order is malformed.'),
  ECOIN_INFO_NOT_PUBLISHED: internal('The order is for a coin that does not exist.'),
  ENO_CAPABILITIES: internal('The contract is missing a permission it needs.'),
}

/** The same for modules that print bare codes or use a name in another sense: by `module 0xcode`. */
export const MODULE_FAILURES: Readonly<Record<string, FailureLabel>> = {
  'token_offer ENOT_OWNER': notBidder,
  'collection_offer ENOT_OWNER': notBidder,
  'fee_schedule ENOT_OWNER': internal('Only the marketplace itself can change its fees.'),
  'collection_offer ENO_TOKEN_OFFER': wrongToken,
  'listing_terms EEXPIRED': { kind: 'order-expired', sentence: 'This listing has expired.' },
  'listing_terms EINCORRECT_TERMS': refused(
    'A listing needs a price above zero and must expire in the future. A falling price must fall to a lower one, by a future time.',
  ),
  'coin 0x10006': poor,
  'coin 0x60005': { ...poor, sentence: 'The wallet has never held APT. Send some to it first.' },
  'coin 0x5000a': refused('One of the accounts involved is frozen.'),
  'fungible_asset 0x10004': poor,
  'fungible_asset 0x50003': refused('One of the accounts involved is frozen.'),
  'object 0x60002': MISSING,
  'object 0x60007': MISSING,
  'object 0x50003': frozen,
  'object 0x50004': notOwner,
  'token_transfers 0x1': noClaim,
  'table 0x6507': noClaim,
  'token 0x60005': notOwner,
  'token 0x5': notOwner,
}

/** Failures other than aborts, by the node's status in upper case with underscores. */
export const STATUS_FAILURES: Readonly<Record<string, FailureLabel>> = {
  // Guard scripts abort by themselves, in no module.
  'MOVE_ABORT:_CODE_0X30001': dearer,
  'MOVE_ABORT:_CODE_0X30002': poorer,
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: poorForGas,
  SEQUENCE_NUMBER_TOO_OLD: busy('Another transaction from this wallet went first. Try again.'),
  SEQUENCE_NUMBER_TOO_NEW: busy('An earlier transaction from this wallet hasn’t arrived yet. Try again in a moment.'),
  TRANSACTION_EXPIRED: busy('The transaction expired before it could run. Try again.'),
  OUT_OF_GAS: busy('The transaction ran out of gas. Try with fewer items.'),
  EXECUTION_LIMIT_REACHED: busy('The transaction is too large for the network. Try with fewer items.'),
  EXCEEDED_MAX_TRANSACTION_SIZE: busy('The transaction is too large for the network. Try with fewer items.'),
  // A simulation's limit, and a wallet's at most, is what the balance can pay for.
  MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS: poorForGas,
  GAS_UNIT_PRICE_BELOW_MIN_BOUND: busy('The gas price is too low. Raise it in your wallet.'),
  INVALID_SIGNATURE: busy('The network rejected this wallet’s signature.'),
  INVALID_AUTH_KEY: busy('The network rejected this wallet’s key.'),
  FUNCTION_RESOLUTION_FAILURE: internal('The contract no longer has this function.'),
  LINKER_ERROR: internal('The contract is not on this network.'),
  MISSING_DATA: MISSING,
}
