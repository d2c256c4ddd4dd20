import type { TradeAnswer, TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { transferPayload } from '@opal/domain/transfer-payloads'
import type { ApiContext } from '../context.ts'
import { answerPrepared } from './answer-trade.ts'
import { toTokenRef } from './intents.ts'
import { loadTrade, type TradeFacts } from './load-trade.ts'
import { preparingCalls } from './prepare-trade.ts'
import { BLANK_ITEM, type PlannedItem, REASONS, refuseDuplicates } from './trade-plan.ts'

/** A token as its owner asks to give it away. */
export interface TransferItem {
  readonly tokenDataId: Address
  readonly toAddress: Address
}

/** Says for every item whether the wallet can give it away now: what is listed has to be delisted first. Pure. */
export function planTransfer(
  wallet: Address,
  asked: readonly TransferItem[],
  facts: TradeFacts,
): readonly PlannedItem[] {
  const repeated = refuseDuplicates(asked)
  return asked.map((item): PlannedItem => {
    const token = facts.tokens.get(item.tokenDataId) ?? null
    const reason = repeated.has(item) ? REASONS.duplicate : transferRefusal(wallet, item, facts)
    return { ...BLANK_ITEM, tokenDataId: item.tokenDataId, collectionId: token?.collectionId ?? null, token, reason }
  })
}

function transferRefusal(
  wallet: Address,
  { tokenDataId, toAddress }: TransferItem,
  facts: TradeFacts,
): TradeReason | null {
  const token = facts.tokens.get(tokenDataId)
  if (token === undefined || toTokenRef(token) === null) return REASONS.unknownToken
  if (token.isDeleted || token.holder !== wallet) return REASONS.notYourToken
  if (toAddress === wallet) return REASONS.toYourself
  const listings = facts.listings.get(tokenDataId) ?? []
  return listings.some((listing) => listing.seller === wallet && listing.validity === 'valid')
    ? REASONS.listedToken
    : null
}

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
