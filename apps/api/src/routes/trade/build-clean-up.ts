import { buildCleanUp } from '@opal/contract/endpoints/build-clean-up'
import { defineRoute } from '../../http/route.ts'
import { answerCleanUp } from '../../hygiene/answer-clean-up.ts'

export const buildCleanUpRoute = defineRoute(buildCleanUp, async (context, { body }) => ({
  transactions: await answerCleanUp(context, body.walletAddress, body.orders),
}))
