/** Most tokens of a set that an offer names. */
export const MAX_SET_TOKENS = 10_000
/** Most siblings in the proof of a token. @source contracts/marketplace token_set::require_member */
export const MAX_PROOF_LENGTH = 32
