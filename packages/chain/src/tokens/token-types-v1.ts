/**
 * Types that v1 token rows are made of. v1 tokens live in tables, whose items name neither owner nor creator.
 * @source 0x3::token, 0x3::token_transfers
 */
export const TOKEN_STORE = '0x3::token::TokenStore'
export const COLLECTIONS = '0x3::token::Collections'
export const PENDING_CLAIMS = '0x3::token_transfers::PendingClaims'

export const TOKEN_ID = '0x3::token::TokenId'
export const TOKEN_OFFER_ID = '0x3::token_transfers::TokenOfferId'
export const TOKEN_V1 = '0x3::token::Token'
export const TOKEN_DATA = '0x3::token::TokenData'
export const COLLECTION_DATA = '0x3::token::CollectionData'

/** Events that name a collection's creator when the creator's resource is not written. */
export const CREATE_COLLECTION_TYPES: ReadonlySet<string> = new Set([
  '0x3::token::CreateCollectionEvent',
  '0x3::token::CreateCollection',
])

/** Name a new token of a collection: its `id`. */
export const NEW_TOKEN_TYPES: ReadonlySet<string> = new Set([
  '0x3::token::CreateTokenDataEvent',
  '0x3::token::TokenDataCreation',
])

/** Name a collection that its creator changed: `creator_addr` and `collection_name`. */
export const CHANGED_COLLECTION_TYPES: ReadonlySet<string> = new Set(
  [
    'CollectionDescriptionMutate',
    'CollectionDescriptionMutateEvent',
    'CollectionUriMutate',
    'CollectionUriMutateEvent',
    'CollectionMaximumMutate',
    'CollectionMaxiumMutateEvent',
  ].map((name) => `0x3::token_event_store::${name}`),
)

/** Events of wallets that turn direct transfers of tokens on or off; the wallet's token store says which. */
const OPT_IN_TYPES: ReadonlySet<string> = new Set([
  '0x3::token_event_store::OptInTransfer',
  '0x3::token_event_store::OptInTransferEvent',
])

export type TokenEventKindV1 = 'mint' | 'burn' | 'mutation' | 'deposit' | 'withdrawal' | 'offer' | 'claim' | 'cancel'

/**
 * Events that are activities: handle events, and the module events that replace them. Module events of the first release
 * (without account) came in addition to handle events and are left out.
 */
export const TOKEN_EVENT_KINDS_V1: ReadonlyMap<string, TokenEventKindV1> = new Map([
  ...kinds('0x3::token', 'mint', ['MintTokenEvent', 'Mint']),
  ...kinds('0x3::token', 'burn', ['BurnTokenEvent', 'Burn']),
  ...kinds('0x3::token', 'mutation', ['MutateTokenPropertyMapEvent', 'MutatePropertyMap']),
  ...kinds('0x3::token', 'deposit', ['DepositEvent', 'TokenDeposit']),
  ...kinds('0x3::token', 'withdrawal', ['WithdrawEvent', 'TokenWithdraw']),
  ...kinds('0x3::token_transfers', 'offer', ['TokenOfferEvent', 'Offer']),
  ...kinds('0x3::token_transfers', 'claim', ['TokenClaimEvent', 'Claim']),
  ...kinds('0x3::token_transfers', 'cancel', ['TokenCancelOfferEvent', 'CancelOffer']),
])

/** Types that make a transaction touch v1 tokens, for the skimmer; also the types that are stored. */
export const TOKEN_WANTED_TYPES_V1 = {
  eventTypes: [
    ...TOKEN_EVENT_KINDS_V1.keys(),
    ...CREATE_COLLECTION_TYPES,
    ...NEW_TOKEN_TYPES,
    ...CHANGED_COLLECTION_TYPES,
    ...OPT_IN_TYPES,
  ],
  resourceTypes: [TOKEN_STORE, COLLECTIONS, PENDING_CLAIMS],
  tableTypes: [TOKEN_ID, TOKEN_OFFER_ID, TOKEN_V1, TOKEN_DATA, COLLECTION_DATA],
} as const

function kinds(module: string, kind: TokenEventKindV1, names: readonly string[]) {
  return names.map((name) => [`${module}::${name}`, kind] as const)
}
