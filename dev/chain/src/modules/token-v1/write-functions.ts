import type { Address } from '@opal/domain/address'
import { callable, STRING } from '../define.ts'
import type { MoveContext, MoveFunction, MoveValue } from '../move-module.ts'
import { createCollection, mutateCollectionMaximum, mutateCollectionText } from './collections-v1.ts'
import { mintToken, mintTokenTo } from './mint-and-burn.ts'
import { mutateOneToken } from './mutate-one-token.ts'
import { mutateDescription, mutateMaximum, mutateProperties, mutateRoyalty, mutateUri } from './mutate-token-data.ts'
import { propertyArguments, royaltyArgument, tokenDataIdArgument, tokenIdStruct } from './token-arguments.ts'
import { TOKEN_ID, type TokenDataKey, tokenIdJson } from './token-data.ts'
import { assertOptedIn, directDeposit, initializeTokenStore } from './token-store.ts'

const DATA_ID = '0x3::token::TokenDataId'
const PROPERTY_COLUMNS = [`vector<${STRING}>`, 'vector<vector<u8>>', `vector<${STRING}>`]

/**
 * Functions for a creator's own contract, not callable from outside. The sender of the transaction signs them.
 * @source 0x3::token
 */
export const WRITE_FUNCTIONS: readonly MoveFunction[] = [
  callable('initialize_token_store', ['&signer'], [], (context) => initializeTokenStore(context, context.sender)),
  callable(
    'create_collection',
    ['&signer', STRING, STRING, STRING, 'u64', 'vector<bool>'],
    [],
    (context, _types, args) => {
      const [name, description, uri, maximum, mutability] = args as readonly [string, string, string, bigint, boolean[]]
      createCollection(context, context.sender, { name, description, uri, maximum, mutability })
    },
  ),
  callable('mint_token', ['&signer', DATA_ID, 'u64'], [TOKEN_ID], (context, _types, args) => {
    const token = tokenDataIdArgument(args[0])
    mintToken(context, context.sender, token, args[1] as bigint)
    return [tokenIdJson({ ...token, propertyVersion: 0n })]
  }),
  callable('mint_token_to', ['&signer', 'address', DATA_ID, 'u64'], [], (context, _types, args) => {
    const [receiver, , amount] = args as readonly [Address, MoveValue, bigint]
    mintTokenTo(context, context.sender, receiver, { token: tokenDataIdArgument(args[1]), amount })
  }),
  callable('transfer', ['&signer', TOKEN_ID, 'address', 'u64'], [], (context, _types, args) => {
    const [, to, amount] = args as readonly [MoveValue, Address, bigint]
    assertOptedIn(context, to, 'transfer')
    directDeposit(context, to, context.withdrawToken(context.sender, tokenIdStruct(args[0]), amount))
  }),
  callable('mutate_collection_description', ['&signer', STRING, STRING], [], collectionText('description')),
  callable('mutate_collection_uri', ['&signer', STRING, STRING], [], collectionText('uri')),
  callable('mutate_collection_maximum', ['&signer', STRING, 'u64'], [], (context, _types, args) => {
    mutateCollectionMaximum(context, context.sender, args[0] as string, args[1] as bigint)
  }),
  callable('mutate_tokendata_maximum', ['&signer', DATA_ID, 'u64'], [], tokenData(mutateMaximum)),
  callable('mutate_tokendata_uri', ['&signer', DATA_ID, STRING], [], tokenData(mutateUri)),
  callable('mutate_tokendata_description', ['&signer', DATA_ID, STRING], [], tokenData(mutateDescription)),
  callable('mutate_tokendata_royalty', ['&signer', DATA_ID, '0x3::token::Royalty'], [], (context, _types, args) => {
    mutateRoyalty(context, context.sender, tokenDataIdArgument(args[0]), royaltyArgument(args[1]))
  }),
  callable('mutate_tokendata_property', ['&signer', DATA_ID, ...PROPERTY_COLUMNS], [], (context, _types, args) => {
    mutateProperties(context, context.sender, tokenDataIdArgument(args[0]), propertyArguments(args, 1))
  }),
  callable(
    'mutate_one_token',
    ['&signer', 'address', TOKEN_ID, ...PROPERTY_COLUMNS],
    [TOKEN_ID],
    (context, _types, args) => {
      const token = tokenIdStruct(args[1])
      const properties = propertyArguments(args, 2)
      return [tokenIdJson(mutateOneToken(context, context.sender, args[0] as Address, token, properties))]
    },
  ),
]

type Run = MoveFunction['run']

function collectionText(field: 'description' | 'uri'): Run {
  return (context, _types, args) => {
    mutateCollectionText(context, context.sender, args[0] as string, { field, value: args[1] as string })
  }
}

function tokenData<Value extends MoveValue>(
  mutate: (context: MoveContext, signer: Address, token: TokenDataKey, value: Value) => void,
): Run {
  return (context, _types, args) => mutate(context, context.sender, tokenDataIdArgument(args[0]), args[1] as Value)
}
