import { buildTransferMany } from '@opal/contract/trading/moving'
import { defineRoute } from '../../http/route.ts'
import { answerTransfer } from '../../trade/answer-transfer.ts'

export const buildTransferManyRoute = defineRoute(buildTransferMany, (context, { body }) => {
  const items = body.items.map(({ tokenDataId, toAddress = body.toAddress }) => ({ tokenDataId, toAddress }))
  return answerTransfer(context, body.walletAddress, items)
})
