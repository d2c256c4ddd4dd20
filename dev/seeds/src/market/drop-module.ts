import { abortsOf } from '@opal/dev-chain/modules/aborts'
import type { MoveContext, MoveModule, MoveValue } from '@opal/dev-chain/modules/move-module'
import { tableHandle } from '@opal/dev-chain/modules/token-v1/token-data'
import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'

/** Address of the demo's own module on localnet. */
export const DROP_ADDRESS = parseAddress(`0xd20b${'0'.repeat(59)}1`)
const STRINGS = 'vector<0x1::string::String>'
const NESTED_STRINGS = `vector<${STRINGS}>`
/** At an artist's account: what a token costs at the mint, how many are left and were sold, and a table of these by order. */
export const DROP_SALE = `${DROP_ADDRESS}::drop::Sale`
/** Marks a finished demo market. */
export const DROP_CLOSED = `${DROP_ADDRESS}::drop::Closed`

/**
 * Module by which artists distribute a collection: many tokens minted and delivered in one transaction. Each token
 * is made by `0x4::aptos_token` and moved by `0x1::object`, so the chain emits the same events as for single
 * mints.
 */
export const dropModule: MoveModule = {
  address: DROP_ADDRESS,
  name: 'drop',
  structs: [
    { name: 'Closed', abilities: ['key'], typeParameters: 0, fields: [{ name: 'at_seconds', type: 'u64' }] },
    {
      name: 'Sale',
      abilities: ['key'],
      typeParameters: 0,
      fields: [
        { name: 'price_octas', type: 'u64' },
        { name: 'left', type: 'u64' },
        { name: 'sold', type: 'u64' },
        { name: 'tokens', type: '0x1::table::Table<u64, address>' },
      ],
    },
  ],
  functions: [
    {
      name: 'deliver',
      isEntry: true,
      isView: false,
      visibility: 'public',
      typeParameters: [],
      // collection, description; then per token: name, uri, trait types, trait values, recipient
      parameters: [
        '&signer',
        '0x1::string::String',
        '0x1::string::String',
        STRINGS,
        STRINGS,
        NESTED_STRINGS,
        NESTED_STRINGS,
        'vector<address>',
      ],
      returns: [],
      run: (context, _types, args) => deliver(context, args as DeliverArguments),
    },
    {
      name: 'open',
      isEntry: true,
      isView: false,
      visibility: 'public',
      typeParameters: [],
      // price of each in octas, how many are for sale
      parameters: ['&signer', 'u64', 'u64'],
      returns: [],
      run: (context, _types, args) => open(context, args as OpenArguments),
    },
    {
      name: 'mint',
      isEntry: true,
      isView: false,
      visibility: 'public',
      typeParameters: [],
      // artist, collection, description; then per token: name, uri, trait types, trait values
      parameters: [
        '&signer',
        'address',
        '0x1::string::String',
        '0x1::string::String',
        STRINGS,
        STRINGS,
        NESTED_STRINGS,
        NESTED_STRINGS,
      ],
      returns: [],
      run: (context, _types, args) => mint(context, args as MintArguments),
    },
    {
      name: 'close',
      isEntry: true,
      isView: false,
      visibility: 'public',
      typeParameters: [],
      parameters: ['&signer'],
      returns: [],
      run: (context) => context.putResource(DROP_ADDRESS, DROP_CLOSED, { at_seconds: String(context.nowSeconds) }),
    },
  ],
}

type DeliverArguments = readonly [
  collection: string,
  description: string,
  names: readonly string[],
  uris: readonly string[],
  keys: readonly (readonly string[])[],
  values: readonly (readonly string[])[],
  recipients: readonly Address[],
]

function deliver(context: MoveContext, args: DeliverArguments): void {
  const [collection, description, names, uris, keys, values, recipients] = args
  names.forEach((name, index) => {
    const traits = { keys: keys[index] ?? [], values: values[index] ?? [] }
    const token = mintOne(context, context.sender, [collection, description, name, uris[index] ?? ''], traits)
    context.transferObject(context.sender, token, recipients[index] ?? context.sender)
  })
}

type OpenArguments = readonly [priceOctas: bigint, most: bigint]

/** Opens the artist's sale of a number of tokens, for which the module stores their signer. */
function open(context: MoveContext, [priceOctas, most]: OpenArguments): void {
  const tokens = { handle: toShortAddress(context.newTable()) }
  const sale = { price_octas: String(priceOctas), left: String(most), sold: '0', tokens }
  context.putResource(context.sender, DROP_SALE, sale)
}

type MintArguments = readonly [
  artist: Address,
  collection: string,
  description: string,
  names: readonly string[],
  uris: readonly string[],
  keys: readonly (readonly string[])[],
  values: readonly (readonly string[])[],
]

const abort = abortsOf(`${toShortAddress(DROP_ADDRESS)}::drop`)

/** The sender pays the artist, and the module mints with the signer that the artist left it. */
function mint(context: MoveContext, args: MintArguments): void {
  const [artist, collection, description, names, uris, keys, values] = args
  const sale = context.getResource(artist, DROP_SALE)
  if (sale === null) throw abort('not-found', 1n, 'ENO_SALE', 'The artist sells nothing')
  const left = BigInt(String(sale.left))
  const sold = BigInt(String(sale.sold))
  const count = BigInt(names.length)
  if (left < count) throw abort('out-of-range', 2n, 'ESOLD_OUT', 'Fewer tokens are left')
  const cost = BigInt(String(sale.price_octas)) * count
  context.withdrawApt(context.sender, cost)
  context.depositApt(artist, cost)
  const handle = tableHandle(sale, 'tokens')
  names.forEach((name, index) => {
    const traits = { keys: keys[index] ?? [], values: values[index] ?? [] }
    const token = mintOne(context, artist, [collection, description, name, uris[index] ?? ''], traits)
    context.transferObject(artist, token, context.sender)
    context.putTableItem(handle, 'u64', 'address', String(sold + BigInt(index)), toShortAddress(token))
  })
  context.putResource(artist, DROP_SALE, { ...sale, left: String(left - count), sold: String(sold + count) })
}

function mintOne(
  context: MoveContext,
  artist: Address,
  [collection, description, name, uri]: readonly [string, string, string, string],
  { keys, values }: { readonly keys: readonly string[]; readonly values: readonly string[] },
): Address {
  const types = keys.map(() => '0x1::string::String')
  const encoded: MoveValue = values.map(bcsString)
  const args = [collection, description, name, uri, keys, types, encoded]
  const minted = context.callAs(artist, '0x4::aptos_token::mint_token_object', [], args)
  return parseAddress((minted[0] as { readonly inner: string }).inner)
}

/** @source BCS: ULEB128 length, then UTF-8 */
function bcsString(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const prefix: number[] = []
  let length = bytes.length
  while (length > 0x7f) {
    prefix.push((length & 0x7f) | 0x80)
    length >>= 7
  }
  return Uint8Array.from([...prefix, length, ...bytes])
}
