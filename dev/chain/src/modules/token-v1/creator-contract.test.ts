import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { Json } from '@opal/domain/json'
import { beforeEach, expect, test } from 'vitest'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import { COLLECTION, eventsOf, TokenV1Fixture } from '../../testing/token-v1-fixture.ts'
import { entry, STRING } from '../define.ts'
import type { MoveModule, MoveValue } from '../move-module.ts'

const HOME = parseAddress('0xc0ffee')
const EXECUTED = 'Executed successfully'

/** A creator's contract: calls what is public in 0x3::token but no script. */
const contract: MoveModule = {
  address: HOME,
  name: 'tides',
  structs: [],
  functions: [
    forward('mutate_tokendata_uri', [STRING]),
    forward('mutate_tokendata_description', [STRING]),
    forward('mutate_tokendata_maximum', ['u64']),
    entry('royalty', ['&signer', 'address', STRING, 'u64', 'u64'], (context, _types, args) => {
      const [creator, name, numerator, denominator] = args as readonly MoveValue[]
      const id = [creator, COLLECTION, name] as MoveValue
      context.call('0x3::token::mutate_tokendata_royalty', [], [id, [numerator, denominator, creator] as MoveValue])
    }),
    entry('property', ['&signer', 'address', STRING, STRING, 'u8'], (context, _types, args) => {
      const [creator, name, key, value] = args as readonly MoveValue[]
      const columns = [[key], [Uint8Array.of(value as number)], ['u8']] as readonly MoveValue[]
      context.call('0x3::token::mutate_tokendata_property', [], [[creator, COLLECTION, name] as MoveValue, ...columns])
    }),
    entry('mint_to', ['&signer', 'address', STRING, 'u64'], (context, _types, args) => {
      const [receiver, name, amount] = args as readonly MoveValue[]
      const id = [context.sender, COLLECTION, name] as MoveValue
      context.call('0x3::token::mint_token_to', [], [receiver, id, amount] as readonly MoveValue[])
    }),
    entry('collection', ['&signer', STRING, STRING, 'u64'], (context, _types, args) => {
      const [description, uri, maximum] = args as readonly MoveValue[]
      context.call('0x3::token::mutate_collection_description', [], [COLLECTION, description as MoveValue])
      context.call('0x3::token::mutate_collection_uri', [], [COLLECTION, uri as MoveValue])
      context.call('0x3::token::mutate_collection_maximum', [], [COLLECTION, maximum as MoveValue])
    }),
  ],
}

function forward(name: string, types: readonly string[]) {
  return entry(name, ['&signer', 'address', STRING, ...types], (context, _types, args) => {
    const [creator, token, ...rest] = args as readonly MoveValue[]
    context.call(`0x3::token::${name}`, [], [[creator, COLLECTION, token] as MoveValue, ...rest])
  })
}

let fixture: TokenV1Fixture
beforeEach(async () => {
  fixture = await TokenV1Fixture.create([contract])
  return () => fixture[Symbol.asyncDispose]()
})

function call(name: string, args: readonly MoveValue[], by = fixture.creator) {
  return fixture.chain.send(by, `${HOME}::tides::${name}`, args)
}

/** The one event of `0x3::token_event_store` that a change of a token leaves, and the data it says. */
function emittedBy(name: string, args: readonly MoveValue[]): Json {
  const sent = call(name, [addressOf(fixture.creator), 'Pool 1', ...args])
  expect(sent.info?.vmStatus).toBe(EXECUTED)
  return eventsOf(sent).map(([type, data]) => [type.replace('0x3::token_event_store::', ''), data]) as unknown as Json
}

test('emits each change of the creator with the old value', () => {
  fixture.createCollection()
  const token = fixture.createToken('Pool 1', { maximum: 5n })
  const creator = toShortAddress(addressOf(fixture.creator))
  const named = { collection: COLLECTION, creator, token: 'Pool 1' }
  expect(emittedBy('mutate_tokendata_uri', ['ipfs://new'])).toEqual([
    ['UriMutation', { ...named, new_uri: 'ipfs://new', old_uri: 'ipfs://Pool 1' }],
  ])
  expect(emittedBy('mutate_tokendata_description', ['Dry'])).toEqual([
    ['DescriptionMutate', { ...named, new_description: 'Dry', old_description: 'Wet' }],
  ])
  expect(emittedBy('mutate_tokendata_maximum', [9n])).toEqual([
    ['MaximumMutate', { ...named, new_maximum: '9', old_maximum: '5' }],
  ])
  expect(emittedBy('royalty', [1n, 20n])).toEqual([
    [
      'RoyaltyMutate',
      {
        ...named,
        new_royalty_denominator: '20',
        new_royalty_numerator: '1',
        new_royalty_payee_addr: creator,
        old_royalty_denominator: '100',
        old_royalty_numerator: '5',
        old_royalty_payee_addr: creator,
      },
    ],
  ])
  expect(emittedBy('property', ['depth', 3])).toEqual([
    [
      'DefaultPropertyMutate',
      { ...named, keys: ['depth'], new_values: [{ type: 'u8', value: '0x03' }], old_values: [{ vec: [] }] },
    ],
  ])
  expect(fixture.tokenData(token)).toMatchObject({
    default_properties: { map: { data: [{ key: 'depth', value: { type: 'u8', value: '0x03' } }] } },
    description: 'Dry',
    maximum: '9',
    royalty: { payee_address: creator, royalty_points_denominator: '20', royalty_points_numerator: '1' },
    uri: 'ipfs://new',
  })
})

test('rejects changes of immutable fields and by others', () => {
  fixture.createCollection(5n, [false, false, false])
  fixture.createToken('Pool 1', { maximum: 5n, flags: [false, false, false, false, false] })
  const args = [addressOf(fixture.creator), 'Pool 1'] as const
  const status = (name: string, rest: readonly MoveValue[], by = fixture.creator) =>
    call(name, [...args, ...rest], by).info?.vmStatus
  for (const name of ['mutate_tokendata_uri', 'mutate_tokendata_description']) {
    expect(status(name, ['x'])).toContain('EFIELD_NOT_MUTABLE(0x5000d)')
    expect(status(name, ['x'], fixture.alice)).toContain('ENO_MUTATE_CAPABILITY(0x5000e)')
  }
  expect(status('mutate_tokendata_maximum', [9n])).toContain('EFIELD_NOT_MUTABLE(0x5000d)')
  expect(status('mutate_tokendata_maximum', [0n])).toContain('EINVALID_MAXIMUM(0x10024)')
  expect(status('royalty', [1n, 20n])).toContain('EFIELD_NOT_MUTABLE(0x5000d)')
  expect(status('royalty', [21n, 20n])).toContain('EINVALID_ROYALTY_NUMERATOR_DENOMINATOR(0x10022)')
  expect(status('property', ['depth', 3])).toContain('EFIELD_NOT_MUTABLE(0x5000d)')
  expect(call('collection', ['', '', 9n]).info?.vmStatus).toContain('EFIELD_NOT_MUTABLE(0x5000d)')
})

test('changes a collection by three functions, with an event each', () => {
  fixture.createCollection(5n)
  const changed = call('collection', ['Dry', 'ipfs://dry', 7n])
  expect(eventsOf(changed).map(([type]) => type)).toEqual([
    '0x3::token_event_store::CollectionDescriptionMutate',
    '0x3::token_event_store::CollectionUriMutate',
    '0x3::token_event_store::CollectionMaximumMutate',
  ])
  expect(fixture.collectionData()).toMatchObject({ description: 'Dry', maximum: '7', uri: 'ipfs://dry' })
})

test('mints to accounts that opted in', () => {
  fixture.createCollection()
  const token = fixture.createToken('Pool 1')
  const mint = () => call('mint_to', [addressOf(fixture.alice), 'Pool 1', 4n]).info?.vmStatus
  expect(mint()).toContain('ETOKEN_STORE_NOT_PUBLISHED(0x6000b)')
  fixture.send(fixture.alice, 'token::opt_in_direct_transfer', [true])
  expect(mint()).toBe(EXECUTED)
  expect(fixture.balance(fixture.alice, token)).toBe(4n)
})
