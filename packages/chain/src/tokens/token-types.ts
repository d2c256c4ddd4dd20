/** Framework types that token rows are made of. @source 0x1::object, 0x4::token, 0x4::collection, 0x4::aptos_token */
export const OBJECT_CORE = '0x1::object::ObjectCore'
export const UNTRANSFERABLE = '0x1::object::Untransferable'
export const TOKEN = '0x4::token::Token'
export const TOKEN_IDENTIFIERS = '0x4::token::TokenIdentifiers'
export const PROPERTY_MAP = '0x4::property_map::PropertyMap'
export const ROYALTY = '0x4::royalty::Royalty'
export const COLLECTION = '0x4::collection::Collection'
export const FIXED_SUPPLY = '0x4::collection::FixedSupply'
export const UNLIMITED_SUPPLY = '0x4::collection::UnlimitedSupply'
export const CONCURRENT_SUPPLY = '0x4::collection::ConcurrentSupply'
export const APTOS_COLLECTION = '0x4::aptos_token::AptosCollection'
export const FUNGIBLE_METADATA = '0x1::fungible_asset::Metadata'
export const FUNGIBLE_SUPPLY = '0x1::fungible_asset::Supply'
export const CONCURRENT_FUNGIBLE_SUPPLY = '0x1::fungible_asset::ConcurrentSupply'

/** Events come as handle events (`…Event`) and, since the migration, as module events. */
export const MINT_TYPES: ReadonlySet<string> = new Set(['0x4::collection::MintEvent', '0x4::collection::Mint'])
export const BURN_TYPES: ReadonlySet<string> = new Set(['0x4::collection::BurnEvent', '0x4::collection::Burn'])
export const MUTATION_TYPES: ReadonlySet<string> = new Set(['0x4::token::MutationEvent', '0x4::token::Mutation'])
export const TRANSFER_TYPES: ReadonlySet<string> = new Set(['0x1::object::TransferEvent', '0x1::object::Transfer'])

/**
 * Types that make a transaction touch tokens, for the skimmer. Object transfers alone count: they may move a
 * token.
 */
export const TOKEN_WANTED_TYPES = {
  eventTypes: [...MINT_TYPES, ...BURN_TYPES, ...MUTATION_TYPES, ...TRANSFER_TYPES],
  resourceTypes: [TOKEN, COLLECTION, ROYALTY],
} as const
