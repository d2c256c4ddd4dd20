import { type Address, toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { APT_METADATA } from '../../ledger/state/apt-state.ts'
import { OBJECT_CORE } from '../../ledger/state/objects.ts'
import { MoveAbort, type MoveContext, type MoveFunction, type MoveModule } from '../../modules/move-module.ts'
import { familyAbort } from '../aptos-example/aborts.ts'
import { type Family, familyOf } from '../aptos-example/family.ts'
import { abandonListing } from '../aptos-example/listing-orders.ts'
import { coinEntry, entry } from '../aptos-example/move-function.ts'
import { addressArgument } from '../aptos-example/move-values.ts'
import { isOwner, OBJECT, objectOf, requireApt, requireObject } from '../aptos-example/objects.ts'
import { type OpenListing, openListing } from '../aptos-example/open-listing.ts'
import { termsCalls } from './terms-calls.ts'

/** Functions of our package that take an additional limit, by the family's function. @source contracts/marketplace */
const GUARDED = {
  coin_listing: { purchase: 'purchase_for_at_most', purchase_many: 'purchase_many_for_at_most' },
  marketplace_scripts: { purchase_many: 'purchase_many_for_at_most' },
  token_offer: { sell_tokenv2: 'sell_tokenv2_for_at_least', sell_tokenv1_entry: 'sell_tokenv1_for_at_least' },
  collection_offer: { sell_tokenv2: 'sell_tokenv2_for_at_least', sell_tokenv1_entry: 'sell_tokenv1_for_at_least' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Adds the functions of our own package to the family's modules: calls that check the signer's balance against what they agreed
 * to, and a way out of listings whose token is gone or frozen. @source contracts/marketplace
 */
export function withOwnCalls(contracts: MarketplaceContracts, modules: readonly MoveModule[]): readonly MoveModule[] {
  const location = `${toShortAddress(contracts.packageAddress)}::balance_guard`
  return modules.map((module) => {
    const names: Readonly<Record<string, string>> = GUARDED[module.name as keyof typeof GUARDED] ?? {}
    const added = module.functions.flatMap((plain) => {
      const name = names[plain.name]
      return name === undefined ? [] : [guarded(plain, name, location)]
    })
    const own = OWN[module.name]?.(familyOf(contracts)) ?? []
    return { ...module, functions: [...module.functions, ...added, ...own] }
  })
}

/** Functions that only our package has. */
const OWN: Readonly<Record<string, (family: Family) => readonly MoveFunction[]>> = {
  coin_listing: (family) => [abandon(family), ...termsCalls(family)],
  listing: reclaiming,
}

/** @source contracts/marketplace listing::reclaim_object, reclaim_fungible */
function reclaiming(family: Family): readonly MoveFunction[] {
  const listing = objectOf(family.types.listing)
  return [
    entry('reclaim_object', [listing, OBJECT], (context, _types, args) => {
      const open = openOwn(context, family, addressArgument(args, 0))
      const object = addressArgument(args, 1)
      requireObject(context, object, OBJECT_CORE)
      if (object === open.object || !isOwner(context, object, open.listing)) {
        throw familyAbort(family, 'listing', 'ENOT_BESIDE_TOKEN')
      }
      context.transferObject(open.listing, object, open.seller)
    }),
    {
      ...entry('reclaim_fungible', [listing, objectOf('T0')], (context, _types, args) => {
        const open = openOwn(context, family, addressArgument(args, 0))
        // The localnet moves no other asset.
        if (addressArgument(args, 1) !== APT_METADATA) return
        const octas = context.balanceApt(open.listing)
        context.withdrawApt(open.listing, octas)
        context.depositApt(open.seller, octas)
      }),
      typeParameters: [['key']],
    },
  ]
}

function openOwn(context: MoveContext, family: Family, listing: Address): OpenListing {
  const open = openListing(context, family, listing)
  if (open.seller !== context.sender) throw familyAbort(family, 'listing', 'ENOT_SELLER')
  return open
}

function abandon(family: Family): MoveFunction {
  return coinEntry('abandon', [objectOf(family.types.listing)], (context, types, args) =>
    abandonListing(context, family, requireApt(types), addressArgument(args, 0)),
  )
}

function guarded(plain: MoveFunction, name: string, location: string): MoveFunction {
  const hold = name.endsWith('_for_at_most') ? requirePaidAtMost : requireReceivedAtLeast
  return {
    ...plain,
    name,
    parameters: [...plain.parameters, 'u64'],
    run: (context, typeArguments, args) => {
      const before = context.balanceApt(context.sender)
      plain.run(context, typeArguments, args.slice(0, -1))
      hold(context, location, before, args.at(-1) as bigint)
    },
  }
}

/** @source contracts/marketplace balance_guard::require_paid_at_most */
function requirePaidAtMost(context: MoveContext, location: string, before: bigint, most: bigint): void {
  if (before - context.balanceApt(context.sender) <= most) return
  const text = 'The purchase costs more than the buyer agreed to.'
  throw new MoveAbort(location, 0x30001n, 'EPAID_TOO_MUCH', text)
}

/** @source contracts/marketplace balance_guard::require_received_at_least */
export function requireReceivedAtLeast(context: MoveContext, location: string, before: bigint, least: bigint): void {
  const gained = context.balanceApt(context.sender) - before
  if (gained >= 0n && gained >= least) return
  const text = 'The sale brings less than the seller agreed to.'
  throw new MoveAbort(location, 0x30002n, 'ERECEIVED_TOO_LITTLE', text)
}
