import { type Address, toShortAddress } from '@opal/domain/address'
import type { MoveContext, MoveModule } from '../../modules/move-module.ts'
import { familyAbort } from '../aptos-example/aborts.ts'
import { type Family, locationOf, ofCoin } from '../aptos-example/family.ts'
import { coinEntry, resource, view } from '../aptos-example/move-function.ts'
import { addressArgument, u64Argument, u64At } from '../aptos-example/move-values.ts'
import { requireApt } from '../aptos-example/objects.ts'

/** Returns `W::bid_pool`: one deposit per bidder, at the bidder's own account. @source contracts/marketplace bid_pool */
export function bidPoolModule(family: Family): MoveModule {
  return {
    address: family.packageAddress,
    name: 'bid_pool',
    structs: [
      resource(
        'BidPool',
        [
          ['coins', '0x1::coin::Coin<T0>'],
          ['open_offers', 'u64'],
        ],
        1,
      ),
    ],
    functions: [
      coinEntry('deposit', ['u64'], (context, types, args) =>
        depositIntoPool(context, family, requireApt(types), u64Argument(args, 0)),
      ),
      coinEntry('withdraw', ['u64'], (context, types, args) =>
        withdrawFromPool(context, family, requireApt(types), u64Argument(args, 0)),
      ),
      coinEntry('withdraw_all', [], (context, types) => {
        const coin = requireApt(types)
        withdrawFromPool(context, family, coin, poolBalance(context, family, coin, context.sender))
      }),
      view(
        'balance',
        ['address'],
        ['u64'],
        (context, types, args) => [poolBalance(context, family, requireApt(types), addressArgument(args, 0))],
        [[]],
      ),
      view(
        'open_offers',
        ['address'],
        ['u64'],
        (context, types, args) => [poolAt(context, family, requireApt(types), addressArgument(args, 0)).openOffers],
        [[]],
      ),
    ],
  }
}

const MAX_OPEN_OFFERS = 1000n

/** Moves the sender's octas into their pool. @throws MoveAbort @source contracts/marketplace bid_pool::deposit */
export function depositIntoPool(context: MoveContext, family: Family, coin: string, octas: bigint): void {
  requireAmount(family, octas)
  context.withdrawApt(context.sender, octas)
  const pool = poolAt(context, family, coin, context.sender)
  putPool(context, family, coin, context.sender, { ...pool, octas: pool.octas + octas })
  announce(context, family, coin, 'PoolDeposited', octas)
}

/**
 * Takes the price of a sale out of a bidder's pool; the caller pays it out.
 * @throws MoveAbort where there is no pool, or too little in it.
 * @source contracts/marketplace bid_pool::take
 */
export function takeFromPool(context: MoveContext, family: Family, coin: string, bidder: Address, octas: bigint): void {
  if (context.getResource(bidder, poolType(family, coin)) === null) throw familyAbort(family, 'bid_pool', 'ENO_POOL')
  const pool = poolAt(context, family, coin, bidder)
  if (pool.octas < octas) throw familyAbort(family, 'bid_pool', 'EPOOL_TOO_SMALL')
  putPool(context, family, coin, bidder, { ...pool, octas: pool.octas - octas })
}

/**
 * Counts an offer that the sender places; opens a pool where there is none.
 * @throws MoveAbort when the pool backs as many as it may.
 * @source contracts/marketplace bid_pool::add_offer
 */
export function addOffer(context: MoveContext, family: Family, coin: string): void {
  const pool = poolAt(context, family, coin, context.sender)
  if (pool.openOffers >= MAX_OPEN_OFFERS) throw familyAbort(family, 'bid_pool', 'ETOO_MANY_OFFERS')
  putPool(context, family, coin, context.sender, { ...pool, openOffers: pool.openOffers + 1n })
}

/** Stops counting an offer that was filled or cancelled. @source contracts/marketplace bid_pool::remove_offer */
export function removeOffer(context: MoveContext, family: Family, coin: string, bidder: Address): void {
  const pool = poolAt(context, family, coin, bidder)
  putPool(context, family, coin, bidder, { ...pool, openOffers: pool.openOffers - 1n })
}

/** Returns what a bidder's pool holds, in octas; 0 where there is none. @source contracts/marketplace bid_pool::balance */
export function poolBalance(context: MoveContext, family: Family, coin: string, bidder: Address): bigint {
  return poolAt(context, family, coin, bidder).octas
}

interface Pool {
  readonly octas: bigint
  readonly openOffers: bigint
}

/** Reads a pool; an empty one where there is none. */
function poolAt(context: MoveContext, family: Family, coin: string, bidder: Address): Pool {
  const pool = context.getResource(bidder, poolType(family, coin))
  if (pool === null) return { octas: 0n, openOffers: 0n }
  return { octas: u64At(pool, 'coins.value'), openOffers: u64At(pool, 'open_offers') }
}

function withdrawFromPool(context: MoveContext, family: Family, coin: string, octas: bigint): void {
  requireAmount(family, octas)
  takeFromPool(context, family, coin, context.sender, octas)
  context.depositApt(context.sender, octas)
  announce(context, family, coin, 'PoolWithdrawn', octas)
}

function requireAmount(family: Family, octas: bigint): void {
  if (octas === 0n) throw familyAbort(family, 'bid_pool', 'EAMOUNT_IS_ZERO')
}

function putPool(context: MoveContext, family: Family, coin: string, bidder: Address, pool: Pool): void {
  const { octas, openOffers } = pool
  context.putResource(bidder, poolType(family, coin), {
    coins: { value: String(octas) },
    open_offers: String(openOffers),
  })
}

function poolType(family: Family, coin: string): string {
  return ofCoin(family.types.bidPool, coin)
}

function announce(context: MoveContext, family: Family, coin: string, name: string, octas: bigint): void {
  context.emit(`${locationOf(family, 'events')}::${name}`, {
    bidder: toShortAddress(context.sender),
    coin_type: coin,
    amount: String(octas),
    balance: String(poolBalance(context, family, coin, context.sender)),
  })
}
