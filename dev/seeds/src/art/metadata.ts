import { cidOf } from './cid.ts'
import type { DrawnCollection } from './demo-collection.ts'
import { tokenName, traitsOf } from './token-art.ts'

/** The JSON behind a token's uri, in the form that marketplaces read. */
export interface TokenMetadata {
  readonly name: string
  readonly description: string
  readonly image: string
  readonly attributes: readonly { readonly trait_type: string; readonly value: string }[]
  readonly animation_url?: string
  /** Kind of the animation, where its address does not tell. */
  readonly properties?: { readonly category: 'video' }
}

/** `ipfs://<cid>/<n>.json`, as on chain. */
export function tokenUri(collection: DrawnCollection, n: number): string {
  return `ipfs://${cidOf(collection.slug)}/${n}.json`
}

/** `ipfs://<cid>/collection.json`. */
export function collectionUri(collection: DrawnCollection): string {
  return `ipfs://${cidOf(collection.slug)}/collection.json`
}

/** Returns the metadata at a token's address. */
export function tokenMetadata(collection: DrawnCollection, n: number): TokenMetadata {
  return {
    name: tokenName(collection, n),
    description: collection.description,
    image: `ipfs://${cidOf(collection.slug)}/${n}.svg`,
    attributes: Object.entries(traitsOf(collection, n)).map(([trait_type, value]) => ({ trait_type, value })),
    ...(isVideo(collection, n) && {
      animation_url: `ipfs://${cidOf(collection.slug)}/film-${n}`,
      properties: { category: 'video' },
    }),
  }
}

/** Returns whether token `n` is a video. */
export function isVideo({ videos = [] }: DrawnCollection, n: number): boolean {
  return videos.includes(n)
}

/** Returns the metadata at a collection's address. */
export function collectionMetadata(collection: DrawnCollection): Pick<TokenMetadata, 'name' | 'description' | 'image'> {
  return {
    name: collection.name,
    description: collection.description,
    image: `ipfs://${cidOf(collection.slug)}/collection.svg`,
  }
}
