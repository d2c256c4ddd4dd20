import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { PACKAGE_V1 } from '@opal/marketplaces/bluemove/contracts'
import type { MoveFunction, MoveModule, MoveValue } from '../../../modules/move-module.ts'
import {
  itemAt,
  TOKEN_ID_COLUMNS,
  TOKEN_ID_PARAMETERS,
  textArgument,
  tokenIdArgument,
  tokenIdColumns,
} from '../../../modules/token-v1/token-arguments.ts'
import { entry } from '../../aptos-example/move-function.ts'
import { addressArgument, u64Argument, u64ListArgument } from '../../aptos-example/move-values.ts'
import {
  acceptOfferCollectionV1,
  cancelOfferCollectionV1,
  claimOfferCollectionV1,
  offerCollectionV1,
} from './collection-offers.ts'
import { buyV1, changePriceV1, delistV1, listV1 } from './listings.ts'
import { HANDLES, openMarket, PREFIX, TABLES } from './market.ts'
import { marketStructs, OFFER_STRUCTS } from './structs.ts'
import { acceptOfferV1, cancelOfferV1, claimOfferV1, offerV1 } from './token-offers.ts'

const STRING = '0x1::string::String'
const [ADDRESSES, NAMES, NUMBERS] = ['vector<address>', `vector<${STRING}>`, 'vector<u64>']

/**
 * Returns the contract for v1 tokens.
 *
 * @NOTE No transaction of it is recorded. Calls are those that clients send and events those that decoders read; what is
 *   paid follows from an analytics model, and accepted offers are claimed as the names of the calls say. How offers are
 *   placed is inferred throughout, and therefore no payload of ours does it.
 */
export function modulesV1(contracts: MarketplaceContracts): readonly MoveModule[] {
  return [
    {
      address: PACKAGE_V1,
      name: 'marketplaceV2',
      genesis: openMarket,
      structs: marketStructs(tableFields(), handleFields()),
      functions: [...listingCalls(contracts), ...tokenOfferCalls(contracts), ...collectionOfferCalls(contracts)],
    },
    { address: PACKAGE_V1, name: 'offer_lib', structs: OFFER_STRUCTS, functions: [] },
  ]
}

function listingCalls({ commission }: MarketplaceContracts): readonly MoveFunction[] {
  return [
    entry('batch_list_script', [ADDRESSES, NAMES, NAMES, NUMBERS, NUMBERS], (context, _types, args) => {
      const prices = u64ListArgument(args, 3)
      columns(args, [0, 1, 2, 4]).forEach((token, row) => {
        listV1(context, token, itemAt(prices, row))
      })
    }),
    // Name before collection, as the only known client sends them.
    entry('change_price_token', [ADDRESSES, NAMES, NAMES, NUMBERS, NUMBERS], (context, _types, args) => {
      const prices = u64ListArgument(args, 3)
      columns(args, [0, 2, 1, 4]).forEach((token, row) => {
        changePriceV1(context, token, itemAt(prices, row))
      })
    }),
    entry('batch_delist_script', TOKEN_ID_COLUMNS, (context, _types, args) => {
      for (const token of tokenIdColumns(args, 0)) delistV1(context, token)
    }),
    entry('batch_buy_script', TOKEN_ID_COLUMNS, (context, _types, args) => {
      for (const token of tokenIdColumns(args, 0)) buyV1(context, commission, token)
    }),
  ]
}

function tokenOfferCalls({ commission }: MarketplaceContracts): readonly MoveFunction[] {
  return [
    entry('inittialize_offer', [...TOKEN_ID_PARAMETERS, 'u64', 'u64'], (context, _types, args) =>
      offerV1(context, tokenIdArgument(args, 0), u64Argument(args, 4), u64Argument(args, 5)),
    ),
    entry('cancel_offer_token', ['u64'], (context, _types, args) => cancelOfferV1(context, idOf(args))),
    entry('accept_offer', ['u64', ...TOKEN_ID_PARAMETERS], (context, _types, args) =>
      acceptOfferV1(context, commission, idOf(args), tokenIdArgument(args, 1)),
    ),
    entry('claim_offer_token', ['u64'], (context, _types, args) => claimOfferV1(context, idOf(args))),
  ]
}

function collectionOfferCalls({ commission }: MarketplaceContracts): readonly MoveFunction[] {
  return [
    entry('inittialize_offer_collection', ['address', STRING, 'u64', 'u64', 'u64'], (context, _types, args) =>
      offerCollectionV1(context, {
        collection: { creator: addressArgument(args, 0), collection: textArgument(args, 1) },
        priceOctas: u64Argument(args, 2),
        quantity: u64Argument(args, 3),
        durationSeconds: u64Argument(args, 4),
      }),
    ),
    entry('cancel_offer_collection', ['u64'], (context, _types, args) => cancelOfferCollectionV1(context, idOf(args))),
    entry('accept_offer_collection', ['u64', ...TOKEN_ID_PARAMETERS], (context, _types, args) =>
      acceptOfferCollectionV1(context, commission, idOf(args), tokenIdArgument(args, 1)),
    ),
    entry('claim_offer_collection_item', ['u64', STRING, 'u64'], (context, _types, args) => {
      const named = { name: textArgument(args, 1), propertyVersion: u64Argument(args, 2) }
      claimOfferCollectionV1(context, idOf(args), named)
    }),
  ]
}

/** Tokens from columns of which some stand elsewhere than a token's usual four. */
function columns(args: readonly MoveValue[], positions: readonly number[]) {
  return tokenIdColumns(
    positions.map((position) => args[position] ?? null),
    0,
  )
}

function idOf(args: readonly MoveValue[]): string {
  return String(u64Argument(args, 0))
}

function tableFields(): readonly (readonly [string, string])[] {
  return Object.entries(TABLES).map(([name, { keyType, valueType }]) => [
    name,
    `0x1::table::Table<${keyType}, ${valueType}>`,
  ])
}

function handleFields(): readonly (readonly [string, string])[] {
  return Object.entries(HANDLES).map(([name, event]) => [name, `0x1::event::EventHandle<${PREFIX}::${event}>`])
}
