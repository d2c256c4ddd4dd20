/** Ids that the endpoints' examples use; the API's tests seed a store with them. */
export const EXAMPLE = {
  collectionId: `0x${'c0'.repeat(32)}`,
  tokenDataId: `0x${'70'.repeat(31)}01`,
  listedTokenDataId: `0x${'70'.repeat(31)}02`,
  owner: `0x${'a1'.repeat(32)}`,
  buyer: `0x${'b0'.repeat(32)}`,
  /** Signer of `EXAMPLE_SIGN_IN`. */
  signer: '0x884d1910e9fbe9d855c8966438ecf6d05e085595e3843f48c1d28014c6caea19',
} as const

/** A set of one token, which its root is the leaf of. */
export const EXAMPLE_SET = {
  root: '2e7fc46a3bd4a8f05819ceae614ec60392b898f56278953ad4e0cbc7fe2aae2c',
  tokens: [EXAMPLE.tokenDataId],
} as const

/** A filter by a trait of the example tokens, as it is in a query. */
export const EXAMPLE_ATTRIBUTES = JSON.stringify([{ trait_type: 'Fur', value: 'Brown' }])
