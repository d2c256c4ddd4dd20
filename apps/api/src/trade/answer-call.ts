import type { TokenNames, TradeAnswer, TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { answerBuilt } from './answer-trade.ts'
import { NOTHING_BUILT } from './prepare-trade.ts'
import { BLANK_ITEM } from './trade-plan.ts'

/** Answers for a call of the framework that moves one token and no money but gas. @param reason why it cannot be made. */
export function answerCall(
  context: ApiContext,
  call: {
    readonly wallet: Address
    readonly tokenDataId: Address
    readonly token: TokenRow | null
    readonly payload: EntryFunctionPayload | null
    /** What the call names, where it is not what the token says. */
    readonly names?: TokenNames | null
    readonly reason: TradeReason | null
  },
): Promise<TradeAnswer> {
  const { tokenDataId, token, reason, payload, names = null } = call
  const item = { ...BLANK_ITEM, tokenDataId, collectionId: token?.collectionId ?? null, token, names, reason }
  const request = { wallet: call.wallet, items: [item], moves: 'only-gas' } as const
  return answerBuilt(context, request, { ...NOTHING_BUILT, payload: reason === null ? payload : null })
}
