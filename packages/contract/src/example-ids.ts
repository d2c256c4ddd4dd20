/** Ids that the endpoints' examples use; the API's tests seed a store with them. */
export const EXAMPLE = {
  collectionId: `0x${'c0'.repeat(32)}`,
  tokenDataId: `0x${'70'.repeat(31)}01`,
  listedTokenDataId: `0x${'70'.repeat(31)}02`,
  owner: `0x${'a1'.repeat(32)}`,
  buyer: `0x${'b0'.repeat(32)}`,
} as const
