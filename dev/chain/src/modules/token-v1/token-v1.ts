import type { Address } from '@opal/domain/address'
import { asExecution, entry, STRING, TOKENS } from '../define.ts'
import {
  MoveAbort,
  type MoveContext,
  type MoveFunction,
  type MoveModule,
  type MoveValue,
  type TokenIdV1,
} from '../move-module.ts'
import { createCollection } from './collections-v1.ts'
import { burnTokens, mintToken } from './mint-and-burn.ts'
import { mutateOneToken } from './mutate-one-token.ts'
import { READ_FUNCTIONS } from './read-functions.ts'
import { tokenAbort } from './token-aborts.ts'
import { propertyArguments, TOKEN_ID_PARAMETERS, tokenIdArgument } from './token-arguments.ts'
import { assertNames, createTokenData } from './token-datas.ts'
import { announceOptIn } from './token-event-store.ts'
import { assertOptedIn, directDeposit, initializeTokenStore, TOKEN_STORE } from './token-store.ts'
import { TOKEN_STRUCTS } from './token-structs.ts'
import { WRITE_FUNCTIONS } from './write-functions.ts'

const PROPERTY_COLUMNS = [`vector<${STRING}>`, 'vector<vector<u8>>', `vector<${STRING}>`]
const NEW_COLLECTION = ['&signer', STRING, STRING, STRING, 'u64', 'vector<bool>']
const NEW_TOKEN = [
  '&signer',
  STRING,
  STRING,
  STRING,
  'u64',
  'u64',
  STRING,
  'address',
  'u64',
  'u64',
  'vector<bool>',
  ...PROPERTY_COLUMNS,
]

/** Entry functions. */
const SCRIPTS: readonly MoveFunction[] = [
  entry('create_collection_script', NEW_COLLECTION, (context, _types, args) => {
    const [name, description, uri, maximum, mutability] = args as readonly [string, string, string, bigint, boolean[]]
    createCollection(context, context.sender, { name, description, uri, maximum, mutability })
  }),
  entry('create_token_script', NEW_TOKEN, createToken),
  entry('mint_script', ['&signer', 'address', STRING, STRING, 'u64'], (context, _types, args) => {
    const [creator, collection, name, amount] = args as readonly [Address, string, string, bigint]
    const token = { creator, collection, name }
    assertNames(token)
    mintToken(context, context.sender, token, amount)
  }),
  entry(
    'mutate_token_properties',
    ['&signer', 'address', ...TOKEN_ID_PARAMETERS, 'u64', ...PROPERTY_COLUMNS],
    mutateTokenProperties,
  ),
  entry('opt_in_direct_transfer', ['&signer', 'bool'], (context, _types, args) => {
    const { sender } = context
    initializeTokenStore(context, sender)
    const direct_transfer = args[0] as boolean
    context.putResource(sender, TOKEN_STORE, { ...context.getResource(sender, TOKEN_STORE), direct_transfer })
    announceOptIn(context, sender, direct_transfer)
  }),
  entry('transfer_with_opt_in', ['&signer', ...TOKEN_ID_PARAMETERS, 'address', 'u64'], (context, _types, args) => {
    const token = readToken(args, 0)
    const [to, amount] = args.slice(4) as [Address, bigint]
    assertOptedIn(context, to, 'transfer')
    directDeposit(context, to, context.withdrawToken(context.sender, token, amount))
  }),
  entry('direct_transfer_script', ['&signer', '&signer', ...TOKEN_ID_PARAMETERS, 'u64'], (context, _types, args) => {
    const token = readToken(args, 0)
    const receiver = asExecution(context).secondSigner
    context.depositToken(receiver, context.withdrawToken(context.sender, token, args[4] as bigint))
  }),
  entry('burn', ['&signer', ...TOKEN_ID_PARAMETERS, 'u64'], (context, _types, args) => {
    burnTokens(context, 'owner', context.sender, { token: readToken(args, 0), amount: args[4] as bigint })
  }),
  entry('burn_by_creator', ['&signer', 'address', STRING, STRING, 'u64', 'u64'], (context, _types, args) => {
    const [owner, collection, name, propertyVersion, amount] = args as readonly [
      Address,
      string,
      string,
      bigint,
      bigint,
    ]
    const token = { creator: context.sender, collection, name, propertyVersion }
    assertNames(token)
    burnTokens(context, 'creator', owner, { token, amount })
  }),
  entry('initialize_token_script', ['&signer'], () => {
    throw new MoveAbort('0x3::token', 0n, 'EALREADY_HAS_BALANCE', 'The token has balance and cannot be initialized')
  }),
]

/**
 * Returns a token by its four arguments, checked as the framework checks names first.
 * @source 0x3::token::create_token_id_raw
 */
function readToken(args: readonly MoveValue[], from: number): TokenIdV1 {
  const token = tokenIdArgument(args, from)
  assertNames(token)
  return token
}

/** A new token of the sender's collection, some of it minted immediately. */
function createToken(context: MoveContext, _types: readonly string[], args: readonly MoveValue[]): void {
  const [collection, name, description] = args as readonly [string, string, string]
  const [balance, maximum, uri] = args.slice(3) as [bigint, bigint, string]
  const [payee, denominator, numerator, mutability] = args.slice(6) as unknown as [Address, bigint, bigint, boolean[]]
  const token = { creator: context.sender, collection, name }
  const royalty = { numerator, denominator, payee }
  const properties = propertyArguments(args, 10)
  createTokenData(context, { token, description, maximum, uri, royalty, mutability, properties })
  mintToken(context, context.sender, token, balance)
}

/** Gives as many tokens as asked properties of their own. */
function mutateTokenProperties(context: MoveContext, _types: readonly string[], args: readonly MoveValue[]): void {
  const owner = args[0] as Address
  if (context.sender !== args[1]) throw tokenAbort('not-found', 'ENO_MUTATE_CAPABILITY')
  const token = readToken(args, 1)
  const properties = propertyArguments(args, 6)
  for (let left = args[5] as bigint; left > 0n; left -= 1n) {
    mutateOneToken(context, context.sender, owner, token, properties)
  }
}

/** Tokens of the first standard, held in stores on accounts. @source 0x3::token */
export const tokenV1: MoveModule = {
  address: TOKENS,
  name: 'token',
  structs: TOKEN_STRUCTS,
  functions: [...SCRIPTS, ...READ_FUNCTIONS, ...WRITE_FUNCTIONS],
}
