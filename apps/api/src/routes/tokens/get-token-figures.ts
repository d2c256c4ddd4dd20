import { getTokenFigures } from '@opal/contract/tokens'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { loadTokenFigures } from '../../load/load-token-figures.ts'

export const getTokenFiguresRoute = defineRoute(getTokenFigures, async (context, { params }) => {
  const figures = await loadTokenFigures(context, params.collectionId, params.tokenDataId)
  if (figures === null) throw new TokenNotFoundError(params.tokenDataId)
  return figures
})
