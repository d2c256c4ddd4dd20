import {
  type MetadataState as Answer,
  getMetadataState,
  refreshMetadata,
  saveTokenImage,
  updateTokenImage,
} from '@opal/contract/tokens/metadata'
import { requestMetadata } from '@opal/store/accounts/indexer-requests'
import { type MetadataState, readMetadataImage, readMetadataState } from '@opal/store/queries/tokens/metadata'
import type { ApiContext } from '../../context.ts'
import { ImageNotNamedError, TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { toTextOrNull } from '../../wire-values.ts'

export const getMetadataStateRoute = defineRoute(getMetadataState, async ({ store }, { params }) => {
  const state = await readMetadataState(store, params.id)
  if (state === null) throw new TokenNotFoundError(params.id)
  return presentMetadataState(state)
})

export const refreshMetadataRoute = defineRoute(refreshMetadata, async ({ store }, { params }) => {
  await requestMetadata(store, params.id)
  const state = await readMetadataState(store, params.id)
  if (state === null) throw new TokenNotFoundError(params.id)
  return presentMetadataState(state)
})

export const saveTokenImageRoute = defineRoute(saveTokenImage, (context, { body }) => confirmTokenImage(context, body))

export const updateTokenImageRoute = defineRoute(updateTokenImage, (context, { body }) =>
  confirmTokenImage(context, body),
)

/** Presents the state of a token's metadata. */
function presentMetadataState({ fetchedAtMicros, ...state }: MetadataState): Answer {
  return { ...state, fetchedAtMicros: toTextOrNull(fetchedAtMicros) }
}

/**
 * Lets an image pass that the token's metadata names, as the indexer read it; nothing is written.
 * @throws ImageNotNamedError
 */
async function confirmTokenImage(
  { store }: ApiContext,
  named: { readonly tokenUri: string; readonly imageUri: string },
): Promise<{ tokenUri: string; imageUri: string }> {
  const image = await readMetadataImage(store, named.tokenUri)
  if (image !== named.imageUri) throw new ImageNotNamedError()
  return named
}
