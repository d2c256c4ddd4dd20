import { signerGain } from '@opal/chain/fungible/signer-gain'
import type { SimulationResult } from '@opal/chain/rest/simulation'
import type { TradeAnswer } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import { explainStatus } from '@opal/domain/failures/explain-status'
import type { MarketEvent } from '@opal/domain/market-event'
import { decodeMarketEvents } from '@opal/marketplaces/decode-market-events'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { ChosenDraft } from '../trade-draft.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { shownGain, tradedItems } from './wanted-trade.ts'

/** Calls whose orders are for the tokens that were chosen: the simulation says for which they are. */
const NAMED_BY_ORDER: ReadonlySet<ChosenDraft['call']> = new Set([
  'buy',
  'sweep',
  'update-price',
  'relist',
  'delist',
  'accept-bid',
])

/**
 * Holds what a simulation of this page's own node does against what is shown: it succeeds, costs the signer no more and
 * brings no less, and the orders it fills or changes are for the tokens that were chosen.
 * @throws PayloadRefusedError
 */
export function checkEffects(
  draft: ChosenDraft,
  answer: TradeAnswer,
  signer: Address,
  simulated: SimulationResult,
  marketplaces: readonly DeployedMarketplace[],
): void {
  const { success, vmStatus, transaction } = simulated
  if (!success) {
    const known = explainStatus(vmStatus)?.sentence ?? 'The network would refuse it.'
    throw new PayloadRefusedError(`something that fails now: ${known.replace(/\.$/, '')}`)
  }
  const gain = signerGain(transaction, signer)
  if (gain !== null && gain < shownGain(answer))
    throw new PayloadRefusedError('something that costs you more than is shown')
  if (!NAMED_BY_ORDER.has(draft.call)) return
  const { events } = decodeMarketEvents(transaction, marketplaces)
  for (const { tokenDataId } of tradedItems(answer)) {
    const own = events.filter((event) => tokenIdOf(event) === tokenDataId)
    if (own.length === 0) throw new PayloadRefusedError('an order for another token')
    const isBought = draft.call === 'buy' || draft.call === 'sweep'
    if (isBought && !own.some((event) => event.kind === 'listing-filled' && event.buyer === signer))
      throw new PayloadRefusedError('a purchase for another wallet')
    const isElsewhere = ({ collection: { collectionId } }: MarketEvent) =>
      draft.call === 'sweep' && collectionId !== null && collectionId !== draft.body.collectionId
    if (own.some(isElsewhere)) throw new PayloadRefusedError('a token of another collection')
  }
}

function tokenIdOf(event: MarketEvent): string | null {
  return 'token' in event ? (event.token?.tokenDataId ?? null) : null
}
