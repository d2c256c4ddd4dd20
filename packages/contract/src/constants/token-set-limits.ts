/** Most tokens of a set that an offer names. */
export const MAX_SET_TOKENS = 10_000
/** Most siblings in the proof of a token. @source contracts/marketplace token_set::require_member */
export const MAX_PROOF_LENGTH = 32
/** Most characters of the condition of a set, as JSON: each list of bids on sets has those of all its bids. */
export const MAX_CONDITION_LENGTH = 2_048
