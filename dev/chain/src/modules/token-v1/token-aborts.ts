import { MoveAbort } from '../move-module.ts'

/** Kinds of error that abort codes carry in their upper bytes. @source 0x1::error */
const CATEGORIES = {
  'invalid-argument': 1n,
  'invalid-state': 3n,
  'permission-denied': 5n,
  'not-found': 6n,
  'already-exists': 8n,
} as const

/** Error constants: code, and the text that the node prints. @source 0x3::token */
const REASONS = {
  ECOLLECTIONS_NOT_PUBLISHED: [1n, "There isn't any collection under this account"],
  ECOLLECTION_NOT_PUBLISHED: [2n, "Cannot find collection in creator's account"],
  ECOLLECTION_ALREADY_EXISTS: [3n, 'The collection already exists'],
  ECREATE_WOULD_EXCEED_COLLECTION_MAXIMUM: [4n, "Exceeds the collection's maximal number of token_data"],
  EINSUFFICIENT_BALANCE: [5n, 'Insufficient token balance'],
  EINVALID_TOKEN_MERGE: [6n, 'Cannot merge the two tokens with different token id'],
  EMINT_WOULD_EXCEED_TOKEN_MAXIMUM: [7n, 'Exceed the token data maximal allowed'],
  ETOKEN_DATA_ALREADY_EXISTS: [9n, 'TokenData already exists'],
  ETOKEN_DATA_NOT_PUBLISHED: [10n, 'TokenData not published'],
  ETOKEN_STORE_NOT_PUBLISHED: [11n, "TokenStore doesn't exist"],
  EFIELD_NOT_MUTABLE: [13n, 'The field is not mutable'],
  ENO_MUTATE_CAPABILITY: [14n, 'Not authorized to mutate'],
  ENO_TOKEN_IN_TOKEN_STORE: [15n, 'Token not in the token store'],
  EUSER_NOT_OPT_IN_DIRECT_TRANSFER: [16n, "User didn't opt-in direct transfer"],
  EWITHDRAW_ZERO: [17n, 'Cannot withdraw 0 token'],
  ENO_MINT_CAPABILITY: [19n, 'No mint capability'],
  ECOLLECTION_NAME_TOO_LONG: [25n, 'The collection name is too long'],
  ENFT_NAME_TOO_LONG: [26n, 'The NFT name is too long'],
  EURI_TOO_LONG: [27n, 'The URI is too long'],
  ENO_BURN_TOKEN_WITH_ZERO_AMOUNT: [29n, 'Cannot burn 0 Token'],
  EOWNER_CANNOT_BURN_TOKEN: [30n, 'Token is not burnable by owner'],
  ECREATOR_CANNOT_BURN_TOKEN: [31n, 'Token is not burnable by creator'],
  ETOKEN_CANNOT_HAVE_ZERO_AMOUNT: [33n, 'TOKEN with 0 amount is not allowed'],
  EINVALID_ROYALTY_NUMERATOR_DENOMINATOR: [34n, 'Royalty invalid if the numerator is larger than the denominator'],
  EINVALID_MAXIMUM: [36n, 'Collection or tokendata maximum must be larger than supply'],
  ETOKEN_PROPERTIES_COUNT_NOT_MATCH: [37n, "Token Properties count doesn't match"],
  EPROPERTY_RESERVED_BY_STANDARD: [40n, 'The property is reserved by token standard'],
} as const

/**
 * Returns an abort of `0x3::token`: the same reason has different categories, by the function that raises
 * it.
 */
export function tokenAbort(category: keyof typeof CATEGORIES, reason: keyof typeof REASONS): MoveAbort {
  const [code, text] = REASONS[reason]
  return new MoveAbort('0x3::token', (CATEGORIES[category] << 16n) | code, reason, text)
}
