import * as z from 'zod'

const uri = z.string().min(1).max(2048)

/** A token's metadata and the image it is said to name. */
export const namedImage = z.strictObject({ tokenUri: uri, imageUri: uri })

export const tokenImage = z.object({ tokenUri: z.string(), imageUri: z.string() })

/** Metadata that the API's tests know. */
export const EXAMPLE_IMAGE = { tokenUri: 'ipfs://cid/0.json', imageUri: 'ipfs://cid/0.svg' } as const
