import { getToken } from '@opal/contract/endpoints/get-token'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { PreparedJson } from '../../kept/prepared-json.ts'

export const getTokenRoute = defineRoute(getToken, async ({ tokenCards }, { params }) => {
  const detail = await tokenCards.detail(params.id)
  if (detail === null) throw new TokenNotFoundError(params.id)
  return new PreparedJson(detail)
})
