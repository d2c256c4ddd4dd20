import type { NodeClient } from '@opal/chain/rest/node-client'
import type { Json } from '@opal/domain/json'
import { toSeconds } from '@opal/domain/time'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { formatAptExact } from '../../../shared/format/apt.ts'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

/** A higher fee is in the way of an order this long before it is in force: a transaction may take as long as it lives. */
const LEAD_SECONDS = 300n

/**
 * Reads what our own marketplace takes for placing an order, from its fee schedule at the page's own node; 0n for calls that place
 * none there.
 * @returns octas.
 * @throws PayloadRefusedError for an answer that is no amount, and while a higher fee could be in force before the order is placed.
 * @source contracts/marketplace fee_schedule::listing_fee, announced_listing_fee
 */
export async function readPlacingFee(
  draft: ChosenDraft,
  node: Pick<NodeClient, 'view' | 'ledgerInfo'>,
  marketplaces: readonly DeployedMarketplace[],
): Promise<bigint> {
  const { adapter, contracts } = marketplaces.find((deployed) => deployed.adapter.isNative) ?? {}
  if (adapter === undefined || contracts === undefined || contracts.feeScheduleAddress === null) return 0n
  if (!placesOn(draft, adapter.id)) return 0n
  const { packageAddress, feeScheduleAddress, hasGuardedCalls } = contracts
  const [[fee], [announced, from], { timestampMicros }] = await Promise.all([
    node.view(`${packageAddress}::fee_schedule::listing_fee`, [], [feeScheduleAddress, '0']),
    // Only our own package announces fee increases.
    hasGuardedCalls === true
      ? node.view(`${packageAddress}::fee_schedule::announced_listing_fee`, [], [feeScheduleAddress])
      : ['0', '0'],
    node.ledgerInfo(),
  ])
  const [octas, raised, fromSeconds] = [toWhole(fee), toWhole(announced), toWhole(from)]
  if (raised > octas && fromSeconds <= laterSecond(timestampMicros) + LEAD_SECONDS)
    throw new PayloadRefusedError(
      `an order whose placing fee could be ${formatAptExact(raised)} before it’s placed. Try again in ${LEAD_SECONDS / 60n} minutes`,
    )
  return octas
}

/** Returns the present second, by the later of both clocks: a node that is behind knows an old time, and a device's clock may be. */
function laterSecond(ledgerMicros: bigint): bigint {
  const [ours, chains] = [BigInt(Math.floor(Date.now() / 1_000)), toSeconds(ledgerMicros)]
  return ours > chains ? ours : chains
}

/** Returns whether a call places orders on our own marketplace. */
function placesOn(draft: ChosenDraft, own: string): boolean {
  switch (draft.call) {
    case 'list':
      return draft.body.items.some(({ marketplace = own }) => marketplace === own)
    case 'token-bid':
    case 'collection-bid':
      return (draft.body.marketplace ?? own) === own
    default:
      return draft.call === 'relist' || draft.call === 'pool-bid'
  }
}

/** @throws PayloadRefusedError */
function toWhole(value: Json | undefined): bigint {
  if (typeof value !== 'string' || !/^\d+$/.test(value)) throw new PayloadRefusedError('an order for an unknown fee')
  return BigInt(value)
}
