import type { NodeClient } from '@opal/chain/rest/node-client'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

/** Calls that place orders. */
const PLACING: ReadonlySet<ChosenDraft['call']> = new Set(['list', 'relist', 'token-bid', 'collection-bid', 'pool-bid'])

/**
 * Reads what our own marketplace takes for placing an order, from its fee schedule at the page's own node; 0n for calls that place
 * none.
 * @returns octas. @throws PayloadRefusedError for an answer that is no amount. @source contracts/marketplace fee_schedule::listing_fee
 */
export async function readPlacingFee(
  { call }: ChosenDraft,
  node: Pick<NodeClient, 'view'>,
  marketplaces: readonly DeployedMarketplace[],
): Promise<bigint> {
  const contracts = marketplaces.find(({ adapter }) => adapter.isNative)?.contracts
  if (!PLACING.has(call) || contracts === undefined || contracts.feeScheduleAddress === null) return 0n
  const { packageAddress, feeScheduleAddress } = contracts
  const [fee] = await node.view(`${packageAddress}::fee_schedule::listing_fee`, [], [feeScheduleAddress, '0'])
  if (typeof fee !== 'string' || !/^\d+$/.test(fee)) throw new PayloadRefusedError('an order for an unknown fee')
  return BigInt(fee)
}
