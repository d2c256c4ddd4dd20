import { familyOf } from '@opal/dev-chain/marketplaces/aptos-example/family'
import { listingFee } from '@opal/dev-chain/marketplaces/aptos-example/fees'
import type { MemoryChain } from '@opal/dev-chain/marketplaces/testing/memory-chain'
import type { MoveResource } from '@opal/dev-chain/modules/move-module'
import { type Address, toShortAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { OPAL_CONTRACTS } from '@opal/marketplaces/opal/contracts'
import { PEOPLE, type Person, type ScenarioCall } from './scenario.ts'
import { addressOf, FIRST_SECOND } from './scenario-world.ts'

const POOL_TYPE = `${toShortAddress((OPAL_CONTRACTS.local as MarketplaceContracts).packageAddress)}::bid_pool::BidPool<${APT_COIN_TYPE}>`

/** Balances of the other coin by account, and pools. */
export interface OtherCoin {
  readonly balances: Map<Address, bigint>
  readonly pools: Map<Address, MoveResource>
}

/**
 * Plays a call, in the other coin where it says so. The simulation knows APT alone: it is given the balances of the other coin in their place, since
 * all money that a call moves is of one coin but for the placing fee, which is paid in APT before.
 */
export function playInCoin<Played>(
  chain: MemoryChain,
  contracts: MarketplaceContracts,
  other: OtherCoin,
  call: ScenarioCall,
  playCall: () => Played,
): Played {
  if (call.coin !== 'other') return playCall()
  const placing = payPlacingFee(chain, contracts, call)
  const apt = chain.swapBalances(other.balances)
  swapPools(chain, other.pools)
  let isDone = false
  try {
    const played = playCall()
    isDone = true
    return played
  } finally {
    swapPools(chain, other.pools)
    const left = chain.swapBalances(apt)
    if (left !== other.balances) {
      other.balances.clear()
      for (const [account, amount] of left) other.balances.set(account, amount)
    }
    placing.end(isDone)
  }
}

/** Pays in APT for the orders that a call makes. @returns what has to be done after it, until when placing costs nothing. */
function payPlacingFee(
  chain: MemoryChain,
  contracts: MarketplaceContracts,
  { by, makes = [], at }: ScenarioCall,
): { end(isDone: boolean): void } {
  chain.nowSeconds = BigInt(at ?? FIRST_SECOND)
  const family = familyOf(contracts)
  const { feeScheduleAddress: schedule, types } = family
  const payer = addressOf(by as Person)
  const due = listingFee(chain.peek(), family, schedule) * BigInt([makes].flat().length)
  chain.peek().withdrawApt(payer, due)
  chain.peek().depositApt(contracts.packageAddress, due)
  const fees = [types.fixedRateListingFee, types.raisedListingFee].flatMap((type) => {
    const fee = chain.peek().getResource(schedule, type)
    return fee === null ? [] : [{ type, fee }]
  })
  for (const { type } of fees) chain.peek().removeResource(schedule, type)
  return {
    end: (isDone) => {
      for (const { type, fee } of fees) chain.peek().putResource(schedule, type, fee)
      if (isDone) return
      chain.peek().withdrawApt(contracts.packageAddress, due)
      chain.peek().depositApt(payer, due)
    },
  }
}

/** Exchanges everyone's pool for the one that is put by. */
function swapPools(chain: MemoryChain, put: Map<Address, MoveResource>): void {
  const context = chain.peek()
  for (const account of PEOPLE.map(addressOf)) {
    const [present, next] = [context.getResource(account, POOL_TYPE), put.get(account)]
    if (present === null) put.delete(account)
    else put.set(account, present)
    if (next !== undefined) context.putResource(account, POOL_TYPE, next)
    else if (present !== null) context.removeResource(account, POOL_TYPE)
  }
}
