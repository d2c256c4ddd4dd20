import type { MoveContext, MoveModule, MoveValue } from '@opal/dev-chain/modules/move-module'
import { type Address, parseAddress } from '@opal/domain/address'

/** Address of the demo's own module on localnet. */
export const DROP_ADDRESS = parseAddress(`0xd20b${'0'.repeat(59)}1`)
const STRINGS = 'vector<0x1::string::String>'
const NESTED_STRINGS = `vector<${STRINGS}>`
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
  structs: [{ name: 'Closed', abilities: ['key'], typeParameters: 0, fields: [{ name: 'at_seconds', type: 'u64' }] }],
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
    const [traits, traitValues] = [keys[index] ?? [], values[index] ?? []]
    const types = traits.map(() => '0x1::string::String')
    const encoded: MoveValue = traitValues.map(bcsString)
    const minted = context.call(
      '0x4::aptos_token::mint_token_object',
      [],
      [collection, description, name, uris[index] ?? '', traits, types, encoded],
    )
    const { inner } = minted[0] as { readonly inner: string }
    context.transferObject(context.sender, parseAddress(inner), recipients[index] ?? context.sender)
  })
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
