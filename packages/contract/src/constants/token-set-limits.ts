/** Most tokens of a set that an offer names. */
export const MAX_SET_TOKENS = 10_000
