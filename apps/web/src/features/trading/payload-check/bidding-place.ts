import { marketplaceOf, nativeOf, type TradingPlace } from '@opal/marketplaces/aggregator/trading-place'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

type BidDraft = Extract<ChosenDraft, { call: 'token-bid' | 'collection-bid' }>

/**
 * Returns the marketplace on which a bid is placed.
 * @throws PayloadRefusedError for a bid that does not expire where the dialog said when it does, or the reverse.
 */
export function biddingPlace(
  { body, isEndless }: BidDraft,
  kind: 'place-token-offer' | 'place-collection-offer',
  place: TradingPlace,
): DeployedMarketplace {
  const deployed = marketplaceOf(place, body.marketplace ?? nativeOf(place).adapter.id, kind)
  if (deployed.adapter.bidsExpire === (isEndless === true))
    throw new PayloadRefusedError(isEndless ? 'a bid that expires' : 'a bid that doesn’t expire')
  return deployed
}
