import { refreshMetadata } from '@opal/contract/metadata'
import { readMetadataState } from '@opal/store/read/read-metadata-state'
import { askForMetadata } from '@opal/store/write/account/ask-for-metadata'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { presentMetadataState } from '../../present/present-metadata-state.ts'

export const refreshMetadataRoute = defineRoute(refreshMetadata, async ({ store }, { params }) => {
  await askForMetadata(store, params.id)
  const state = await readMetadataState(store, params.id)
  if (state === null) throw new TokenNotFoundError(params.id)
  return presentMetadataState(state)
})
