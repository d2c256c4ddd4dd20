import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { TradeFacts } from './load-trade.ts'
import { notOffered, REASONS, venueClosed } from './reasons.ts'
import { toTokenRef } from './refs.ts'
import { BLANK_ITEM, type PlannedItem, refuseDuplicates } from './trade-plan.ts'

/** An item as a seller asks for it; price in octas. */
export interface ListItem {
  readonly tokenDataId: Address
  readonly price: string
  readonly marketplace?: string | undefined
}

/** Says for every item whether the wallet can list it at its price, on the native marketplace unless another is named. Pure. */
export function planList(
  wallet: Address,
  asked: readonly ListItem[],
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = refuseDuplicates(asked)
  return asked.map((item): PlannedItem => {
    const token = facts.tokens.get(item.tokenDataId) ?? null
    const deployed =
      marketplaces.find(({ adapter }) =>
        item.marketplace === undefined ? adapter.isNative : adapter.id === item.marketplace,
      ) ?? null
    const reason = repeated.has(item) ? REASONS.duplicate : refusal(wallet, item, facts, deployed)
    const { tokenDataId } = item
    const found = { tokenDataId, collectionId: token?.collectionId ?? null, token, deployed }
    return { ...BLANK_ITEM, ...found, priceOctas: BigInt(item.price), reason }
  })
}

function refusal(
  wallet: Address,
  item: ListItem,
  facts: TradeFacts,
  deployed: DeployedMarketplace | null,
): TradeReason | null {
  const token = facts.tokens.get(item.tokenDataId)
  if (token === undefined || toTokenRef(token) === null) return REASONS.unknownToken
  if (token.isDeleted || token.holder !== wallet) return REASONS.notYourToken
  const listed = facts.listings.get(item.tokenDataId) ?? []
  if (listed.some((listing) => listing.seller === wallet && listing.validity !== 'seller-lost-token'))
    return REASONS.alreadyListed
  if (BigInt(item.price) < MIN_PRICE_OCTAS) return REASONS.priceTooLow
  if (deployed === null || deployed.contracts.status !== 'active')
    return venueClosed(deployed?.adapter.displayName ?? item.marketplace ?? 'The marketplace')
  return deployed.adapter.payload.list === undefined ? notOffered(deployed.adapter.displayName) : null
}
