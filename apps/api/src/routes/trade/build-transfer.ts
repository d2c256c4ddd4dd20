import { buildTransfer } from '@opal/contract/trading/moving'
import { defineRoute } from '../../http/route.ts'
import { answerTransfer } from '../../trade/answer-transfer.ts'

export const buildTransferRoute = defineRoute(buildTransfer, (context, { body }) =>
  answerTransfer(context, body.walletAddress, [body]),
)
