import { buildCleanUp } from '@opal/contract/order-health'
import { defineRoute } from '../../http/route.ts'
import { answerCleanUp } from '../../hygiene/answer-clean-up.ts'

export const buildCleanUpRoute = defineRoute(buildCleanUp, async (context, { body }) => ({
  transactions: await answerCleanUp(context, body.walletAddress, body.orders),
}))
