import { getMetadataState } from '@opal/contract/metadata'
import { readMetadataState } from '@opal/store/queries/tokens/metadata'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { presentMetadataState } from '../../present/present-metadata-state.ts'

export const getMetadataStateRoute = defineRoute(getMetadataState, async ({ store }, { params }) => {
  const state = await readMetadataState(store, params.id)
  if (state === null) throw new TokenNotFoundError(params.id)
  return presentMetadataState(state)
})
