import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { Rate } from '@opal/domain/prices/rates'
import type { MoveContext, MoveModule, TokenIdV1 } from '../../modules/move-module.ts'
import {
  COLLECTIONS,
  TOKEN_DATA,
  TOKEN_DATA_ID,
  tableHandle,
  tokenDataIdJson,
  tokenIdJson,
} from '../../modules/token-v1/token-data.ts'
import { initializeTokenStore, NO_PROPERTIES, TOKEN_STORE } from '../../modules/token-v1/token-store.ts'

/** Some of a v1 token for someone to hold. */
export interface HeldTokensV1 {
  readonly token: TokenIdV1
  readonly owner: Address
  readonly amount: bigint
}

/** Royalty of a v1 token, paid to its creator unless another payee is named. */
export interface RoyaltyV1 extends Rate {
  readonly payee?: Address
}

/** Publishes a v1 token with its royalty, and gives it to its owner. */
export function mintTokenV1(context: MoveContext, { token, owner, amount }: HeldTokensV1, royalty: RoyaltyV1): void {
  if (context.getResource(token.creator, COLLECTIONS) === null) {
    context.putResource(token.creator, COLLECTIONS, {
      collection_data: { handle: toShortAddress(context.newTable()) },
      token_data: { handle: toShortAddress(context.newTable()) },
    })
  }
  const collections = context.getResource(token.creator, COLLECTIONS) as Parameters<typeof tableHandle>[0]
  context.putTableItem(tableHandle(collections, 'token_data'), TOKEN_DATA_ID, TOKEN_DATA, tokenDataIdJson(token), {
    default_properties: NO_PROPERTIES,
    description: '',
    largest_property_version: token.propertyVersion.toString(),
    maximum: '0',
    mutability_config: { description: false, maximum: false, properties: false, royalty: false, uri: false },
    name: token.name,
    royalty: {
      payee_address: toShortAddress(royalty.payee ?? token.creator),
      royalty_points_denominator: royalty.denominator.toString(),
      royalty_points_numerator: royalty.numerator.toString(),
    },
    supply: '0',
    uri: '',
  })
  context.depositToken(owner, { amount: amount.toString(), id: tokenIdJson(token), token_properties: NO_PROPERTIES })
}

/** Allows transfers of tokens into the account's store. @source 0x3::token::opt_in_direct_transfer */
export function optInDirectTransfer(context: MoveContext, owner: Address): void {
  initializeTokenStore(context, owner)
  context.putResource(owner, TOKEN_STORE, { ...context.getResource(owner, TOKEN_STORE), direct_transfer: true })
}

/** As much of the chain's `0x3::token` as marketplaces call by name. */
export const TOKEN_MODULE_V1: MoveModule = {
  address: parseAddress('0x3'),
  name: 'token',
  structs: [],
  functions: [
    {
      name: 'opt_in_direct_transfer',
      isEntry: true,
      isView: false,
      visibility: 'public',
      typeParameters: [],
      parameters: ['&signer', 'bool'],
      returns: [],
      run: (context, _types, [optIn]) => {
        if (optIn !== true) throw new TypeError('Nobody opts out in a test.')
        optInDirectTransfer(context, context.sender)
        const data = { account_address: toShortAddress(context.sender), opt_in: true }
        context.emit('0x3::token_event_store::OptInTransfer', data)
      },
    },
  ],
}
