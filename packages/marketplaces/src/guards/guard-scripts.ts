import {
  APT_COIN_TYPE,
  type EntryFunctionPayload,
  type PayloadArgument,
  type ScriptPayload,
} from '@opal/domain/payload'
import { argumentBytes } from '../aggregator/argument-bytes.ts'
import { GUARD_BYTECODE } from './guard-bytecode.generated.ts'

export type GuardScriptName = keyof typeof GUARD_BYTECODE

/** A script that makes one call of a marketplace and aborts when the signer's APT balance changed for the worse. */
export interface GuardScript {
  readonly name: GuardScriptName
  /** The function called, `0x…::module::function`; scripts can call it only if it is public on chain. */
  readonly target: string
  /** Type arguments that the script calls it with. */
  readonly typeArguments: readonly string[]
  /** Move types of the script's arguments, signer and limit left out: those of the function. */
  readonly parameters: readonly string[]
  /** Is the last argument the most that the signer pays, or the least that they receive? In octas. */
  readonly limit: 'most' | 'least'
}

/** Abort codes of the scripts; nodes print them as `Move abort: code 0x…`. */
export const GUARD_ABORTS = { paidTooMuch: 0x30001n, receivedTooLittle: 0x30002n } as const

const STRING = '0x1::string::String'
const TOKEN = '0x1::object::Object<0x4::token::Token>'
const TOKEN_ID = ['address', STRING, STRING, 'u64'] as const
const TOKEN_ID_COLUMNS = TOKEN_ID.map((type) => `vector<${type}>`)

const OPAL = '0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9'
const MERCATO = '0xe11c12ec495f3989c35e1c6a0af414451223305b579291fc8f3d9d0575a23c26'
const TOPAZ = '0x2c7bccf7b31baf770fdbcc768d9e9cb3d87805e255355df5db32ac9a669010a2'
const BLUEMOVE_V1 = '0xd1fd99c1944b84d1670a2536417e997864ad12303d19eac725891691b04d614e'
const BLUEMOVE_V2 = '0xd520d8669b0a3de23119898dcdff3e0a27910db247663646ad18cf16e44c6f5'

const object = (type: string) => `0x1::object::Object<${type}>`

/** The scripts of `contracts/scripts`. */
export const GUARD_SCRIPTS: readonly GuardScript[] = [
  buys('opal_buy', `${OPAL}::coin_listing::purchase`, [object(`${OPAL}::listing::Listing`)]),
  buys('opal_buy_many', `${OPAL}::coin_listing::purchase_many`, [`vector<${object(`${OPAL}::listing::Listing`)}>`]),
  sells('opal_sell_to_token_offer', `${OPAL}::token_offer::sell_tokenv2`, [object(`${OPAL}::token_offer::TokenOffer`)]),
  sells('opal_sell_to_token_offer_v1', `${OPAL}::token_offer::sell_tokenv1_entry`, [
    object(`${OPAL}::token_offer::TokenOffer`),
    STRING,
    'u64',
  ]),
  sells('opal_sell_to_collection_offer', `${OPAL}::collection_offer::sell_tokenv2`, [
    object(`${OPAL}::collection_offer::CollectionOffer`),
    TOKEN,
  ]),
  sells('opal_sell_to_collection_offer_v1', `${OPAL}::collection_offer::sell_tokenv1_entry`, [
    object(`${OPAL}::collection_offer::CollectionOffer`),
    STRING,
    'u64',
  ]),
  buys('mercato_buy', `${MERCATO}::listings_v2::buy_token`, [object(`${MERCATO}::listings_v2::Listing`)], []),
  buys(
    'mercato_buy_many',
    `${MERCATO}::listings_v2::buy_tokens`,
    [`vector<${object(`${MERCATO}::listings_v2::Listing`)}>`],
    [],
  ),
  buys('mercato_buy_v1', `${MERCATO}::listings::buy_token`, TOKEN_ID, []),
  buys('mercato_buy_many_v1', `${MERCATO}::listings::buy_tokens`, TOKEN_ID_COLUMNS, []),
  sells(
    'mercato_sell_to_token_bid',
    `${MERCATO}::biddings_v2::accept_token_bid`,
    [object(`${MERCATO}::biddings_v2::TokenBid`)],
    [],
  ),
  sells('mercato_sell_to_token_bid_v1', `${MERCATO}::biddings::accept_token_bid`, ['u128', ...TOKEN_ID], []),
  sells(
    'mercato_sell_to_collection_bid',
    `${MERCATO}::biddings_v2::accept_collection_bid`,
    [object(`${MERCATO}::biddings_v2::CollectionBid`), TOKEN],
    [],
  ),
  sells('mercato_sell_to_collection_bid_v1', `${MERCATO}::biddings::accept_collection_bid`, ['u128', ...TOKEN_ID], []),
  sells('topaz_sell_to_token_bid_v1', `${TOPAZ}::bid_any::sell`, ['u64', 'u64', ...TOKEN_ID]),
  sells('topaz_sell_to_collection_bid_v1', `${TOPAZ}::collection_marketplace::fill`, ['u64', 'u64', ...TOKEN_ID]),
  buys('bluemove_buy', `${BLUEMOVE_V2}::coin_listing::purchase`, [object(`${BLUEMOVE_V2}::listing::Listing`), 'u64']),
  buys(
    'bluemove_buy_many',
    `${BLUEMOVE_V2}::coin_listing::batch_buy_token_v2`,
    [`vector<${object(`${BLUEMOVE_V2}::listing::Listing`)}>`, 'vector<u64>'],
    [`${BLUEMOVE_V2}::listing::Listing`, APT_COIN_TYPE],
  ),
  buys('bluemove_buy_many_v1', `${BLUEMOVE_V1}::marketplaceV2::batch_buy_script`, TOKEN_ID_COLUMNS, []),
  sells('bluemove_sell_to_token_offer', `${BLUEMOVE_V2}::token_offer::sell_instantly_token_v2`, [
    object(`${BLUEMOVE_V2}::token_offer::TokenOffer`),
    `0x1::option::Option<${object(`${BLUEMOVE_V2}::listing::Listing`)}>`,
  ]),
  sells('bluemove_sell_to_token_offer_v1', `${BLUEMOVE_V1}::marketplaceV2::accept_offer`, ['u64', ...TOKEN_ID], []),
  sells('bluemove_sell_to_collection_offer', `${BLUEMOVE_V2}::collection_offer::sell_tokenv2`, [
    object(`${BLUEMOVE_V2}::collection_offer::CollectionOffer`),
    TOKEN,
  ]),
  sells(
    'bluemove_sell_to_collection_offer_v1',
    `${BLUEMOVE_V1}::marketplaceV2::accept_offer_collection`,
    ['u64', ...TOKEN_ID],
    [],
  ),
]

function buys(
  name: GuardScriptName,
  target: string,
  parameters: readonly string[],
  typeArguments: readonly string[] = [APT_COIN_TYPE],
): GuardScript {
  return { name, target, typeArguments, parameters, limit: 'most' }
}

function sells(
  name: GuardScriptName,
  target: string,
  parameters: readonly string[],
  typeArguments: readonly string[] = [APT_COIN_TYPE],
): GuardScript {
  return { ...buys(name, target, parameters, typeArguments), limit: 'least' }
}

/** Serializes a guard script with its arguments. @throws TypeError when an argument does not fit its type. */
export function serializeGuardScript(
  script: GuardScript,
  functionArguments: EntryFunctionPayload['functionArguments'],
  limitOctas: bigint,
): ScriptPayload {
  const { name, parameters } = script
  if (functionArguments.length !== parameters.length)
    throw new TypeError(`${name} takes ${parameters.length} arguments.`)
  const bytecode = fromHex(GUARD_BYTECODE[name])
  const args = [...functionArguments, String(limitOctas)]
  const types = [...parameters, 'u64']
  const bytes = [
    ...uleb(bytecode.length),
    ...bytecode,
    0, // no type arguments
    ...uleb(args.length),
    ...types.flatMap((type, at) => serializeArgument(type, args[at])),
  ]
  return { type: 'script', bytes: `0x${toHex(bytes)}` }
}

/**
 * Finds which guard script a payload is and what its limit is. Null for any other script.
 * The call's own arguments are those of the payload that {@link serializeGuardScript} makes: compare the bytes.
 */
export function readGuardScript({ bytes }: ScriptPayload): { script: GuardScript; limitOctas: bigint } | null {
  const digits = bytes.slice(2)
  const script = GUARD_SCRIPTS.find(({ name, parameters }) => {
    const bytecode = GUARD_BYTECODE[name]
    const head = `${toHex(uleb(bytecode.length / 2))}${bytecode}00${toHex(uleb(parameters.length + 1))}`
    return digits.startsWith(head)
  })
  if (script === undefined) return null
  const limit = /01([0-9a-f]{16})$/.exec(digits)?.[1]
  if (limit === undefined) return null
  const limitOctas = fromHex(limit).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
  return { script, limitOctas }
}

/** Variants of `TransactionArgument`: what wallets can show has one of its own. @source move-core-types transaction_argument */
function serializeArgument(type: string, value: PayloadArgument | undefined): readonly number[] {
  const bytes = argumentBytes(type, value)
  if (type === 'u64') return [1, ...bytes]
  if (type === 'u128') return [2, ...bytes]
  if (type === 'address' || type.startsWith('0x1::object::Object<')) return [3, ...bytes]
  return [9, ...uleb(bytes.length), ...bytes]
}

function uleb(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...uleb(value >>> 7)]
}

function toHex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(digits: string): readonly number[] {
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}
