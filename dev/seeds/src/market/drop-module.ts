import type { MoveContext, MoveModule, MoveValue } from '@opal/dev-chain/modules/move-module'
import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'

/** Address of the demo's own module on localnet. */
export const DROP_ADDRESS = parseAddress(`0xd20b${'0'.repeat(59)}1`)
const STRINGS = 'vector<0x1::string::String>'
const NESTED_STRINGS = `vector<${STRINGS}>`
/** At an artist's account: the tokens that were bought at their mint, in order. */
export const DROP_MINTED = `${DROP_ADDRESS}::drop::Minted`
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
    { name: 'Minted', abilities: ['key'], typeParameters: 0, fields: [{ name: 'tokens', type: 'vector<address>' }] },
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
      name: 'mint',
      isEntry: true,
      isView: false,
      visibility: 'public',
      typeParameters: [],
      // artist, price of each in octas, collection, description; then per token: name, uri, trait types, trait values
      parameters: [
        '&signer',
        'address',
        'u64',
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

type MintArguments = readonly [
  artist: Address,
  priceOctas: bigint,
  collection: string,
  description: string,
  names: readonly string[],
  uris: readonly string[],
  keys: readonly (readonly string[])[],
  values: readonly (readonly string[])[],
]

/** The sender pays the artist, and the module mints with the artist's signer, which it keeps. */
function mint(context: MoveContext, args: MintArguments): void {
  const [artist, priceOctas, collection, description, names, uris, keys, values] = args
  const minter = context.sender
  context.withdrawApt(minter, priceOctas * BigInt(names.length))
  context.depositApt(artist, priceOctas * BigInt(names.length))
  const tokens = names.map((name, index) => {
    const traits = { keys: keys[index] ?? [], values: values[index] ?? [] }
    const token = mintOne(context, artist, [collection, description, name, uris[index] ?? ''], traits)
    context.transferObject(artist, token, minter)
    return toShortAddress(token)
  })
  const before = context.getResource(artist, DROP_MINTED)?.tokens
  context.putResource(artist, DROP_MINTED, { tokens: [...(Array.isArray(before) ? before : []), ...tokens] })
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
