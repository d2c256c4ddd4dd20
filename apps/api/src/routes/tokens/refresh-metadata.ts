import { refreshMetadata } from '@opal/contract/metadata'
import { askForMetadata } from '@opal/store/accounts/indexer-requests'
import { readMetadataState } from '@opal/store/queries/tokens/metadata'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { presentMetadataState } from '../../present/present-metadata-state.ts'

export const refreshMetadataRoute = defineRoute(refreshMetadata, async ({ store }, { params }) => {
  await askForMetadata(store, params.id)
  const state = await readMetadataState(store, params.id)
  if (state === null) throw new TokenNotFoundError(params.id)
  return presentMetadataState(state)
})
