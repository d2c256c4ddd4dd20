import { readMetadataImage } from '@opal/store/queries/tokens/metadata'
import type { ApiContext } from '../context.ts'
import { ImageNotNamedError } from '../errors.ts'

/**
 * Lets an image pass that the token's metadata names, as the indexer read it; nothing is written.
 * @throws ImageNotNamedError
 */
export async function confirmTokenImage(
  { store }: ApiContext,
  named: { readonly tokenUri: string; readonly imageUri: string },
): Promise<{ tokenUri: string; imageUri: string }> {
  const image = await readMetadataImage(store, named.tokenUri)
  if (image !== named.imageUri) throw new ImageNotNamedError()
  return named
}
