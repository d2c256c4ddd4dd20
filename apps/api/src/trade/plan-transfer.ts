import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { TradeFacts } from './load-trade.ts'
import { REASONS } from './reasons.ts'
import { toTokenRef } from './refs.ts'
import { BLANK_ITEM, type PlannedItem, refuseDuplicates } from './trade-plan.ts'

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
    const reason = repeated.has(item) ? REASONS.duplicate : refusal(wallet, item, facts)
    return { ...BLANK_ITEM, tokenDataId: item.tokenDataId, collectionId: token?.collectionId ?? null, token, reason }
  })
}

function refusal(wallet: Address, { tokenDataId, toAddress }: TransferItem, facts: TradeFacts): TradeReason | null {
  const token = facts.tokens.get(tokenDataId)
  if (token === undefined || toTokenRef(token) === null) return REASONS.unknownToken
  if (token.isDeleted || token.holder !== wallet) return REASONS.notYourToken
  if (toAddress === wallet) return REASONS.toYourself
  const listings = facts.listings.get(tokenDataId) ?? []
  return listings.some((listing) => listing.seller === wallet && listing.validity === 'valid')
    ? REASONS.listedToken
    : null
}
