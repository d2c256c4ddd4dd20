import { decideFlag } from '@opal/contract/operator'
import { decideFlag as writeDecision } from '@opal/store/accounts/collection-flags'
import { FlagNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { loadPeople } from '../../load/load-people.ts'
import { presentFlag } from '../../present/present-flag.ts'

export const decideFlagRoute = defineRoute(decideFlag, async (context, { params, body }) => {
  const verdict = { status: body.status, decision: body.decision, nowMicros: context.nowMicros() }
  const flag = await writeDecision(context.store, BigInt(params.flagId), verdict)
  if (flag === null) throw new FlagNotFoundError(params.flagId)
  return presentFlag(flag, await loadPeople(context, [flag.wallet]))
})
