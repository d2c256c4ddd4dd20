import { createNodeClient } from '@opal/chain/rest/node-client'
import type { TradeAnswer } from '@opal/contract/shapes/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import { MarketError } from '@opal/domain/errors/base'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { parseContracts } from '@opal/marketplaces/parse-contracts'
import type { PublicConfig } from '../../../lib/public-config.ts'
import type { ChosenDraft } from '../trade-draft.ts'
import { checkEffects } from './check-effects.ts'
import { checkPayload } from './check-payload.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

/** Where the page's own contracts and node are. */
export type HeldBy = Pick<PublicConfig, 'network' | 'nodeUrl' | 'marketplaceContracts' | 'aggregatorAddress'>

/**
 * Holds what the API prepared against what the person chose, by the page's own contracts and one simulation of its own node.
 * @returns why the wallet must not be asked, in a sentence; null when it may be.
 */
export async function holdTrade(
  by: HeldBy,
  draft: ChosenDraft,
  answer: TradeAnswer,
  walletAddress: string,
): Promise<string | null> {
  try {
    await hold(by, draft, answer, parseAddress(walletAddress))
    return null
  } catch (error) {
    if (error instanceof PayloadRefusedError) return error.message
    if (error instanceof MarketError) return NOT_CHECKED
    throw error
  }
}

const NOT_CHECKED =
  'The network did not answer, so that this could not be checked. Your wallet was not asked, and nothing was moved. Try again.'

async function hold(
  { network, nodeUrl, marketplaceContracts, aggregatorAddress }: HeldBy,
  draft: ChosenDraft,
  answer: TradeAnswer,
  signer: Address,
): Promise<void> {
  const marketplaces = contractsOf(network, parseContracts(marketplaceContracts))
  const place = { marketplaces, aggregator: aggregatorOn(network, aggregatorAddress ?? undefined), canCompose: true }
  const node = createNodeClient({ nodeUrl })
  const payload = await checkPayload(draft, answer, signer, place, (moduleId) => node.module(moduleId))
  checkEffects(draft, answer, signer, await node.simulate(signer, payload), marketplaces)
}
