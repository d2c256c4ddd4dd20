/** Number up to which the matching tokens of a collection are counted; one more says that there are more. */
export const MAX_COUNTED_TOKENS = 10_000
