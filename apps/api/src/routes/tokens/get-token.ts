import { getToken } from '@opal/contract/tokens'
import { TokenNotFoundError } from '../../errors.ts'
import { PreparedJson } from '../../http/prepared-json.ts'
import { defineRoute } from '../../http/route.ts'
import { loadTokenDetail } from '../../load/load-token-detail.ts'

export const getTokenRoute = defineRoute(getToken, async (context, { params }) => {
  const detail = await loadTokenDetail(context, params.id)
  if (detail === null) throw new TokenNotFoundError(params.id)
  return new PreparedJson(detail)
})
