import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveModule, TokenIdV1 } from '../../modules/move-module.ts'
import {
  itemAt,
  TOKEN_ID_COLUMNS,
  TOKEN_ID_PARAMETERS,
  tokenIdArgument,
  tokenIdColumns,
} from '../../modules/token-v1/token-arguments.ts'
import { TOKEN_ID, tokenIdJson } from '../../modules/token-v1/token-data.ts'
import { TOKEN } from '../../modules/token-v1/token-store.ts'
import { coinEntry, resource, value } from '../aptos-example/move-function.ts'
import {
  addressArgument,
  addressListArgument,
  textAt,
  u64Argument,
  u64At,
  u64ListArgument,
} from '../aptos-example/move-values.ts'
import { requireApt } from '../aptos-example/objects.ts'
import { emitEvent } from './events-module.ts'
import { type Package, payOut, refusal, tableIn, takeNumber } from './package.ts'

const MODULE = 'marketplace_v2'
const STORE = `${MODULE}::Listings`

/**
 * Returns `marketplace_v2`: v1 tokens at a fixed price, held by the marketplace while they are up.
 * @NOTE The source is closed and no transaction is recorded: calls are those of third-party clients, a listing's row that
 *   of an old parser (docs/reference/marketplace-contracts.md#topaz-calls, docs/reference/marketplace-contracts.md#topaz-tables).
 *   `list_many`, `edit_listing::edit` and the calls that want a
 *   signature of the marketplace are left out: their arguments are not known.
 */
export function marketplaceModule(own: Package): MoveModule {
  return {
    address: own.contracts.packageAddress,
    name: MODULE,
    genesis: (context) => {
      const table = () => ({ handle: toShortAddress(context.newTable()) })
      context.putResource(own.contracts.packageAddress, `${own.prefix}::${STORE}`, {
        ids: table(),
        listings: table(),
        next_id: '0',
      })
    },
    structs: structs(own),
    functions: [
      coinEntry('list', ['u64', 'u64', ...TOKEN_ID_PARAMETERS], (context, types, args) => {
        requireApt(types)
        requireOne(own, u64Argument(args, 1))
        list(context, own, tokenIdArgument(args, 2), u64Argument(args, 0))
      }),
      coinEntry('delist', ['u64', ...TOKEN_ID_PARAMETERS], (context, types, args) => {
        requireApt(types)
        requireOne(own, u64Argument(args, 0))
        delist(context, own, tokenIdArgument(args, 1))
      }),
      coinEntry('buy', ['address', 'u64', 'u64', ...TOKEN_ID_PARAMETERS], (context, types, args) => {
        requireApt(types)
        requireOne(own, u64Argument(args, 2))
        buy(context, own, addressArgument(args, 0), tokenIdArgument(args, 3), u64Argument(args, 1))
      }),
      coinEntry(
        'buy_many',
        ['vector<address>', 'vector<u64>', 'vector<u64>', ...TOKEN_ID_COLUMNS],
        (context, types, args) => {
          requireApt(types)
          const [sellers, prices] = [addressListArgument(args, 0), u64ListArgument(args, 1)]
          const amounts = u64ListArgument(args, 2)
          tokenIdColumns(args, 3).forEach((token, row) => {
            requireOne(own, itemAt(amounts, row))
            buy(context, own, itemAt(sellers, row), token, itemAt(prices, row))
          })
        },
      ),
    ],
  }
}

function list(context: MoveContext, own: Package, token: TokenIdV1, price: bigint): void {
  const seller = context.sender
  const { ids, listings } = tablesOf(context, own)
  if (ids.get(keyOf(seller, token)) !== null) throw refusal(own, MODULE, 'EALREADY_LISTED')
  const held = context.withdrawToken(seller, token, 1n)
  const listing_id = takeNumber(context, own, STORE, 'next_id')
  const row = { amount: '1', price: String(price), seller: toShortAddress(seller), token_id: tokenIdJson(token) }
  listings.put(listing_id, { ...row, listing_id, locked_token: held })
  ids.put(keyOf(seller, token), { listing_id })
  emitEvent(context, own, 'ListEvent', { ...row, listing_id })
}

function delist(context: MoveContext, own: Package, token: TokenIdV1): void {
  const { row, held } = take(context, own, context.sender, token)
  context.depositToken(context.sender, held)
  emitEvent(context, own, 'DelistEvent', row)
}

function buy(context: MoveContext, own: Package, seller: Address, token: TokenIdV1, price: bigint): void {
  const { row, held } = take(context, own, seller, token)
  if (u64At(row, 'price') !== price) throw refusal(own, MODULE, 'EWRONG_PRICE')
  context.withdrawApt(context.sender, price)
  payOut(context, own, { token, seller, price })
  context.depositToken(context.sender, held)
  emitEvent(context, own, 'BuyEvent', { ...row, buyer: toShortAddress(context.sender) })
}

/** Ends a seller's listing of a token. @throws MoveAbort when it is sold, delisted or never was. */
function take(context: MoveContext, own: Package, seller: Address, token: TokenIdV1) {
  const { ids, listings } = tablesOf(context, own)
  const found = ids.get(keyOf(seller, token))
  if (found === null) throw refusal(own, MODULE, 'ENO_LISTING')
  const id = textAt(found, 'listing_id')
  const { locked_token, ...row } = listings.get(id) as JsonObject
  ids.remove(keyOf(seller, token))
  listings.remove(id)
  return { row, held: locked_token as JsonObject }
}

function keyOf(seller: Address, token: TokenIdV1): JsonObject {
  return { seller: toShortAddress(seller), token_id: tokenIdJson(token) }
}

/** Editions of one token are many, but everything here is made for single ones. */
function requireOne(own: Package, amount: bigint): void {
  if (amount !== 1n) throw refusal(own, MODULE, 'EONE_AT_A_TIME')
}

function tablesOf(context: MoveContext, own: Package) {
  const named = (struct: string) => `${own.prefix}::${MODULE}::${struct}`
  return {
    listings: tableIn(context, own, STORE, 'listings', { keyType: 'u64', valueType: named('Listing') }),
    ids: tableIn(context, own, STORE, 'ids', { keyType: named('ListingKey'), valueType: named('ListingId') }),
  }
}

function structs({ prefix }: Package) {
  const table = (key: string, item: string) => `0x1::table::Table<${key}, ${prefix}::${MODULE}::${item}>`
  return [
    value('Listing', [
      ['listing_id', 'u64'],
      ['token_id', TOKEN_ID],
      ['price', 'u64'],
      ['amount', 'u64'],
      ['seller', 'address'],
      ['locked_token', TOKEN],
    ]),
    value('ListingKey', [
      ['seller', 'address'],
      ['token_id', TOKEN_ID],
    ]),
    value('ListingId', [['listing_id', 'u64']]),
    resource('Listings', [
      ['next_id', 'u64'],
      ['listings', table('u64', 'Listing')],
      ['ids', table(`${prefix}::${MODULE}::ListingKey`, 'ListingId')],
    ]),
  ]
}
