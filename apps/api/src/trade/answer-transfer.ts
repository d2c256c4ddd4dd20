import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { transferPayload } from '@opal/domain/transfer-payloads'
import type { ApiContext } from '../context.ts'
import { answerPrepared } from './answer-trade.ts'
import { loadTrade } from './load-trade.ts'
import { planTransfer, type TransferItem } from './plan-transfer.ts'
import { preparingCalls } from './prepare-calls.ts'
import { toTokenRef } from './refs.ts'

/** Gives tokens away, in one transaction; it costs gas only. */
export async function answerTransfer(
  context: ApiContext,
  wallet: Address,
  asked: readonly TransferItem[],
): Promise<TradeAnswer> {
  const items = planTransfer(wallet, asked, await loadTrade(context, asked, wallet))
  const receivers = new Map(asked.map((item) => [item.tokenDataId, item.toAddress]))
  const prepare = preparingCalls(context, ({ token, tokenDataId }) => {
    const ref = token === null ? null : toTokenRef(token)
    const to = tokenDataId === null ? undefined : receivers.get(tokenDataId)
    if (ref === null || to === undefined) throw new TypeError('A planned transfer has a token and a receiver.')
    return transferPayload(ref, to)
  })
  return answerPrepared(context, { wallet, items, moves: 'only-gas' }, prepare)
}
