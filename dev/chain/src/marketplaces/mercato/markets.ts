import { type Address, parseAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { OWN_NAME } from '@opal/marketplaces/mercato/contracts'
import type { MoveContext, MoveModule, MoveValue, TokenIdV1 } from '../../modules/move-module.ts'
import { itemAt, textListArgument } from '../../modules/token-v1/token-arguments.ts'
import { entry } from '../aptos-example/move-function.ts'
import { addressListArgument, u64ListArgument } from '../aptos-example/move-values.ts'
import { buy, list, relist } from './listings-module.ts'
import { buyV1, listV1, repriceV1 } from './listings-v1-module.ts'
import { type Package, refusal } from './package.ts'

/** Another marketplace, from which the router moves listings. */
const ROUTED_FAMILY_NAME = 'Wapal'
/** Package of that marketplace. @source events of mainnet 2386809975 */
export const ROUTED_FAMILY_PACKAGE = parseAddress('0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9')

const VECTOR = (type: string) => `vector<${type}>`
const STRINGS = VECTOR('0x1::string::String')
const [NUMBERS, NONCES, ADDRESSES] = [VECTOR('u64'), VECTOR('u128'), VECTOR('address')]

/**
 * Returns `markets_v2`: many tokens of both standards in one call, ten columns of arguments.
 * @NOTE The router reaches more marketplaces than are simulated, and takes a fee of its own there: it buys from this marketplace only
 *   and moves listings from one other.
 */
export function marketsModule(own: Package): MoveModule {
  return {
    address: own.contracts.packageAddress,
    name: 'markets_v2',
    structs: [],
    functions: [
      entry(
        'list_tokens_v2',
        [NUMBERS, STRINGS, ADDRESSES, STRINGS, STRINGS, NUMBERS, NUMBERS, NONCES, ADDRESSES, ADDRESSES],
        (context, _types, args) => {
          for (const row of listRows(args)) listOne(context, own, row)
        },
      ),
      entry(
        'buy_tokens_v2',
        [NUMBERS, STRINGS, ADDRESSES, NUMBERS, ADDRESSES, STRINGS, STRINGS, NUMBERS, NONCES, ADDRESSES],
        (context, _types, args) => {
          for (const row of buyRows(args)) buyOne(context, own, row)
        },
      ),
    ],
  }
}

interface Row {
  readonly standard: bigint
  readonly market: string
  /** v1 only; of v2 tokens the names are not read. */
  readonly token: TokenIdV1
  /** Existing listing, `0x0` if none. */
  readonly listing: Address
}

type ListRow = Row & { readonly price: bigint; readonly object: Address }

/** @source mainnet 2386809975 */
function listRows(args: readonly MoveValue[]): readonly ListRow[] {
  const [prices, listings, objects] = [
    u64ListArgument(args, 6),
    addressListArgument(args, 8),
    addressListArgument(args, 9),
  ]
  return u64ListArgument(args, 0).map((standard, at) => ({
    standard,
    market: itemAt(textListArgument(args, 1), at),
    token: tokenAt(args, 2, at),
    price: itemAt(prices, at),
    listing: itemAt(listings, at),
    object: itemAt(objects, at),
  }))
}

/** @source mainnet 2382221134, docs/reference/marketplace-contracts.md#mercato-calls */
function buyRows(args: readonly MoveValue[]): readonly Row[] {
  return u64ListArgument(args, 0).map((standard, at) => ({
    standard,
    market: itemAt(textListArgument(args, 1), at),
    token: tokenAt(args, 4, at),
    listing: itemAt(addressListArgument(args, 9), at),
  }))
}

function tokenAt(args: readonly MoveValue[], from: number, row: number): TokenIdV1 {
  return {
    creator: itemAt(addressListArgument(args, from), row),
    collection: itemAt(textListArgument(args, from + 1), row),
    name: itemAt(textListArgument(args, from + 2), row),
    propertyVersion: itemAt(u64ListArgument(args, from + 3), row),
  }
}

function listOne(context: MoveContext, own: Package, row: ListRow): void {
  const isV1 = row.standard === 1n
  if (row.market === OWN_NAME) {
    if (isV1) repriceV1(context, own, row.token, row.price)
    else relist(context, own, row.listing, row.price)
    return
  }
  if (row.market === ROUTED_FAMILY_NAME) leaveOther(context, row.listing)
  else if (row.market !== '') throw unknownMarket(own)
  if (isV1) listV1(context, own, row.token, row.price)
  else list(context, own, row.object, row.price)
}

function buyOne(context: MoveContext, own: Package, { standard, market, token, listing }: Row): void {
  if (market !== OWN_NAME) throw unknownMarket(own)
  if (standard === 1n) buyV1(context, own, token)
  else buy(context, own, listing)
}

/** Takes the caller's listing on the other marketplace back. @source events of mainnet 2386809975 */
function leaveOther(context: MoveContext, listing: Address): void {
  context.call(`${ROUTED_FAMILY_PACKAGE}::coin_listing::end_fixed_price`, [APT_COIN_TYPE], [listing])
}

function unknownMarket(own: Package) {
  return refusal(own, 'markets_v2', 1n, 'EUNKNOWN_MARKET', 'The listing is on a marketplace that is not known here.')
}
