import { transferPayload } from '@opal/chain/tokens/transfer-payloads'
import { buildTransfer } from '@opal/contract/endpoints/build-transfer'
import type { TradeReason } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import { defineRoute } from '../../http/route.ts'
import { answerCall } from '../../trade/answer-call.ts'
import { loadTrade, type TradeFacts } from '../../trade/load-trade.ts'
import { REASONS } from '../../trade/reasons.ts'
import { toTokenRef } from '../../trade/refs.ts'

export const buildTransferRoute = defineRoute(buildTransfer, async (context, { body }) => {
  const { walletAddress: wallet, tokenDataId, toAddress } = body
  const facts = await loadTrade(context, [{ tokenDataId }])
  const token = facts.tokens.get(tokenDataId) ?? null
  const ref = token === null ? null : toTokenRef(token)
  return answerCall(context, {
    wallet,
    tokenDataId,
    token,
    payload: ref === null ? null : transferPayload(ref, toAddress),
    reason: ref === null ? REASONS.unknownToken : refusal(wallet, toAddress, tokenDataId, facts),
  })
})

function refusal(wallet: Address, to: Address, tokenDataId: Address, facts: TradeFacts): TradeReason | null {
  const token = facts.tokens.get(tokenDataId)
  if (token === undefined || token.isDeleted || token.holder !== wallet) return REASONS.notYourToken
  if (to === wallet) return REASONS.toYourself
  const listings = facts.listings.get(tokenDataId) ?? []
  return listings.some((listing) => listing.seller === wallet && listing.validity === 'valid')
    ? REASONS.listedToken
    : null
}
