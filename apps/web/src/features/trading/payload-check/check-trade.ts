import { nameServiceOf } from '@opal/chain/names/name-service'
import { createNodeClient } from '@opal/chain/rest/node-client'
import { PayloadMismatchError, SimulationTooLargeError } from '@opal/chain/rest/node-errors'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import { MarketError } from '@opal/domain/errors'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { parseContracts } from '@opal/marketplaces/contracts/parse-contracts'
import type { PublicConfig } from '../../../app/public-config.ts'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { checkEffects, maxGasUnits } from './check-effects.ts'
import { checkPayload } from './check-payload.ts'
import { checkReceiver } from './check-receiver.ts'
import type { CheckedTrade, SignableTrade } from './payload-check-context.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { readPlacingFee } from './placing-fee.ts'

/** Configuration of the page's own contracts and node. */
export type CheckConfig = Pick<PublicConfig, 'network' | 'nodeUrl' | 'marketplaceContracts' | 'aggregatorAddress'>

/**
 * Checks the API's payload against the user's choice, by the page's own contracts and one simulation at its own node.
 * @returns why the wallet must not be asked, or what it is asked to sign, and for how much gas.
 */
export async function checkTrade(
  by: CheckConfig,
  draft: ChosenDraft,
  answer: TradeAnswer,
  walletAddress: string,
): Promise<CheckedTrade> {
  try {
    return { refusal: null, ...(await hold(by, draft, answer, parseAddress(walletAddress))) }
  } catch (error) {
    if (error instanceof PayloadRefusedError) return { refusal: error.message }
    if (error instanceof PayloadMismatchError) return { refusal: NOT_RUNNABLE }
    if (error instanceof SimulationTooLargeError) return { refusal: TOO_LARGE }
    if (error instanceof MarketError) return { refusal: NOT_CHECKED }
    throw error
  }
}

const NOT_CHECKED =
  'The network didn’t respond, so this couldn’t be checked. Your wallet was not asked, and nothing was moved. Try again.'

/** A failure that stays when tried again: a module of the items' creators writes more data with them than the page parses. */
const TOO_LARGE =
  'This couldn’t be checked: the items’ data is too large. Your wallet was not asked, and nothing was moved.'

/** Another: an order's name does not fit the call. */
const NOT_RUNNABLE = new PayloadRefusedError('something that the network can’t run').message

async function hold(
  { network, nodeUrl, marketplaceContracts, aggregatorAddress }: CheckConfig,
  draft: ChosenDraft,
  answer: TradeAnswer,
  signer: Address,
): Promise<SignableTrade> {
  const marketplaces = contractsOf(network, parseContracts(marketplaceContracts))
  const node = createNodeClient({ nodeUrl })
  const [placingFeeOctas] = await Promise.all([
    readPlacingFee(draft, node, marketplaces),
    checkReceiver(draft, nameServiceOf(network), node),
  ])
  const aggregator = aggregatorOn(network, aggregatorAddress ?? undefined)
  const place = { marketplaces, aggregator, canCompose: true, placingFeeOctas }
  const payload = await checkPayload(draft, answer, signer, place, (moduleId) => node.module(moduleId))
  const simulated = await node.simulate(signer, payload)
  checkEffects(draft, answer, signer, simulated, marketplaces)
  return { payload, maxGasAmount: maxGasUnits(simulated) }
}
