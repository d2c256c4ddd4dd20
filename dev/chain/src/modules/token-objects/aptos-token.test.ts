import type { Account } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { namedObjectAddress } from '@opal/domain/tokens/token-id'
import { beforeEach, expect, test } from 'vitest'
import type { CommittedTransaction } from '../../ledger/ledger.ts'
import { addressOf, createTestChain, type TestChain } from '../../ledger/testing/test-chain.ts'
import type { MoveValue } from '../move-module.ts'

const TOKEN = ['0x4::token::Token']
const STRING = '0x1::string::String'
let chain: TestChain
let creator: Account
let stranger: Account

beforeEach(async () => {
  chain = await createTestChain()
  creator = chain.funded(1_000_000_000n)
  stranger = chain.funded(1_000_000_000n)
  return () => chain[Symbol.asyncDispose]()
})

function create(name: string, allowed = true, maxSupply = 9n): void {
  const flags = Array.from({ length: 9 }, () => allowed)
  const created = call('create_collection', ['About', maxSupply, name, 'ipfs://c', ...flags, 5n, 100n], { types: [] })
  expect(created.info?.vmStatus).toBe('Executed successfully')
}

function mint(
  collection: string,
  keys: readonly string[] = [],
  types: readonly string[] = [],
  values: readonly Uint8Array[] = [],
): Address {
  return tokenIn(call('mint', [collection, 'About', 'Kite', 'ipfs://t', keys, types, values], { types: [] }))
}

function tokenIn(minted: CommittedTransaction): Address {
  const event = minted.user?.events?.find(({ typeStr }) => typeStr === '0x4::collection::Mint')
  if (event === undefined) throw new Error(minted.info?.vmStatus)
  return parseAddress((JSON.parse(event.data ?? '{}') as { token: string }).token)
}

function call(
  name: string,
  args: readonly MoveValue[],
  more: { by?: Account; types?: readonly string[] } = {},
): CommittedTransaction {
  return chain.send(more.by ?? creator, `0x4::aptos_token::${name}`, args, { typeArguments: more.types ?? TOKEN })
}

function status(
  name: string,
  args: readonly MoveValue[],
  more: { by?: Account; types?: readonly string[] } = {},
): string {
  return call(name, args, more).info?.vmStatus ?? ''
}

function view(id: string, object: Address): unknown {
  return chain.ledger.view(id, TOKEN, [object]).values[0]
}

type Properties = { readonly data: readonly { key: string; value: { type: number; value: string } }[] }

function properties(object: Address): unknown {
  const map = chain.ledger.resource(object, '0x4::property_map::PropertyMap')
  if (map === null) throw new Error('there is no property map')
  return (map.inner as unknown as Properties).data.map(({ key, value }) => [key, value.type, value.value])
}

test('creates a collection at the address that the SDK computes, with supply and royalty', () => {
  create('Kites')
  mint('Kites')
  const collection = namedObjectAddress(addressOf(creator), 'Kites')
  expect(chain.ledger.view('0x4::collection::count', ['0x4::collection::Collection'], [collection]).values).toEqual([
    { vec: ['1'] },
  ])
  const royalty = { denominator: '100', numerator: '5', payee_address: toShortAddress(addressOf(creator)) }
  expect(chain.ledger.resource(collection, '0x4::royalty::Royalty')).toEqual(royalty)
})

test('rejects duplicate names, royalties above 100 percent and a supply of zero', () => {
  create('Kites')
  const flags = Array.from({ length: 9 }, () => true)
  const attempt = (name: string, supply: bigint, numerator: bigint, denominator: bigint): string =>
    status('create_collection', ['', supply, name, '', ...flags, numerator, denominator], { types: [] })
  expect(attempt('Kites', 9n, 1n, 2n)).toContain('0x1::object: EOBJECT_EXISTS(0x80001)')
  expect(attempt('A', 9n, 3n, 2n)).toContain('0x4::royalty: EROYALTY_EXCEEDS_MAXIMUM(0x20002)')
  expect(attempt('B', 9n, 0n, 0n)).toContain('0x4::royalty: EROYALTY_DENOMINATOR_IS_ZERO(0x20003)')
  expect(attempt('C', 0n, 0n, 1n)).toContain('0x4::collection: EMAX_SUPPLY_CANNOT_BE_ZERO(0x10006)')
  expect(attempt('D'.repeat(129), 9n, 0n, 1n)).toContain('0x4::collection: ECOLLECTION_NAME_TOO_LONG(0x20003)')
})

test('mints in a full collection only after a burn, and never reuses indexes', () => {
  create('Kites', true, 1n)
  const first = mint('Kites')
  const again = ['Kites', '', 'Kite', '', [], [], []]
  expect(status('mint', again, { types: [] })).toContain('0x4::collection: ECOLLECTION_SUPPLY_EXCEEDED(0x20002)')
  const burnt = call('burn', [first])
  const burn = burnt.user?.events?.find(({ typeStr }) => typeStr === '0x4::collection::Burn')
  expect(JSON.parse(burn?.data ?? '{}')).toMatchObject({
    index: '1',
    previous_owner: toShortAddress(addressOf(creator)),
  })
  expect(chain.ledger.resources(first).size).toBe(0)
  expect(burnt.info?.changes?.find((change) => change.deleteResource !== undefined)?.deleteResource?.typeStr).toBe(
    '0x1::object::ObjectGroup',
  )
  expect(view('0x4::token::index', mint('Kites'))).toBe('2')
})

test('allows only the creator to mint, change and burn', () => {
  create('Kites')
  const token = mint('Kites')
  expect(status('mint', ['Kites', '', 'Kite', '', [], [], []], { by: stranger, types: [] })).toContain(
    'ERESOURCE_DOES_NOT_EXIST',
  )
  for (const [name, args] of [
    ['set_name', [token, 'Mine']],
    ['burn', [token]],
    ['freeze_transfer', [token]],
    ['remove_property', [token, 'Wind']],
  ] as const) {
    expect(status(name, args, { by: stranger })).toContain('0x4::aptos_token: ENOT_CREATOR(0x50002)')
  }
})

test('changes name, description and uri, each with an event that has the old value', () => {
  create('Kites')
  const token = mint('Kites')
  for (const field of ['name', 'description', 'uri'] as const) {
    const before = view(`0x4::token::${field}`, token)
    const changed = call(`set_${field}`, [token, `new ${field}`])
    const event = changed.user?.events?.find(({ typeStr }) => typeStr === '0x4::token::MutationEvent')
    expect(JSON.parse(event?.data ?? '{}')).toEqual({
      mutated_field_name: field,
      new_value: `new ${field}`,
      old_value: before,
    })
    expect(view(`0x4::token::${field}`, token)).toBe(`new ${field}`)
  }
})

test('rejects changes that the collection forbids', () => {
  create('Stone', false)
  const token = mint('Stone')
  for (const [name, args, reason] of [
    ['set_name', [token, 'x'], 'EFIELD_NOT_MUTABLE(0x50003)'],
    ['burn', [token], 'ETOKEN_NOT_BURNABLE(0x50004)'],
    ['freeze_transfer', [token], 'EFIELD_NOT_MUTABLE(0x50003)'],
    ['add_property', [token, 'k', 'bool', Uint8Array.of(1)], 'EPROPERTIES_NOT_MUTABLE(0x50005)'],
  ] as const) {
    expect(status(name, args)).toContain(`0x4::aptos_token: ${reason}`)
  }
})

test('stores properties with type and BCS value, the last of a mint first', () => {
  create('Kites')
  const token = mint(
    'Kites',
    ['Wind', 'Height'],
    [STRING, 'u64'],
    [Uint8Array.of(1, 87), Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0)],
  )
  expect(properties(token)).toEqual([
    ['Height', 4, '0x0900000000000000'],
    ['Wind', 9, '0x0157'],
  ])
  call('update_property', [token, 'Wind', 'bool', Uint8Array.of(0)])
  call('add_typed_property', [token, 'Tail', 7], { types: [...TOKEN, 'u8'] })
  call('update_typed_property', [token, 'Height', 'up'], { types: [...TOKEN, STRING] })
  expect(properties(token)).toEqual([
    ['Height', 9, '0x027570'],
    ['Wind', 0, '0x00'],
    ['Tail', 1, '0x07'],
  ])
  call('remove_property', [token, 'Wind'])
  expect(properties(token)).toEqual([
    ['Height', 9, '0x027570'],
    ['Tail', 1, '0x07'],
  ])
  expect(status('remove_property', [token, 'Wind'])).toContain('0x1::simple_map: EKEY_NOT_FOUND(0x10002)')
  expect(status('add_property', [token, 'Tail', 'u8', Uint8Array.of(1)])).toContain('EKEY_ALREADY_EXISTS')
  expect(status('add_property', [token, 'New', 'u64', Uint8Array.of(1)])).toContain('0x1::from_bcs')
  expect(status('add_property', [token, 'New', 'u65', Uint8Array.of(1)])).toContain('ETYPE_INVALID(0x10007)')
})

test('transfers unfrozen tokens only', () => {
  create('Kites')
  const token = mint('Kites')
  call('freeze_transfer', [token])
  const move = (): CommittedTransaction =>
    chain.send(creator, '0x1::object::transfer', [token, addressOf(stranger)], { typeArguments: TOKEN })
  expect(move().info?.vmStatus).toContain('0x1::object: ENO_UNGATED_TRANSFERS(0x50003)')
  call('unfreeze_transfer', [token])
  expect(move().info?.success).toBe(true)
  expect(view('0x1::object::owner', token)).toBe(toShortAddress(addressOf(stranger)))
  expect(move().info?.vmStatus).toContain('0x1::object: ENOT_OBJECT_OWNER(0x50004)')
})

test('never transfers a soul-bound token', () => {
  create('Kites')
  const token = tokenIn(
    call('mint_soul_bound', ['Kites', '', 'Kite', '', [], [], [], addressOf(stranger)], { types: [] }),
  )
  const moved = chain.send(stranger, '0x1::object::transfer_call', [token, addressOf(creator)])
  expect(moved.info?.vmStatus).toContain('ENO_UNGATED_TRANSFERS')
  expect(view('0x1::object::owner', token)).toBe(toShortAddress(addressOf(stranger)))
})

test('changes collection fields and royalties for the creator', () => {
  create('Kites')
  const collection = namedObjectAddress(addressOf(creator), 'Kites')
  const types = ['0x4::collection::Collection']
  call('set_collection_description', [collection, 'New'], { types })
  call('set_collection_uri', [collection, 'ipfs://new'], { types })
  call('set_collection_royalties_call', [collection, 1n, 10n, addressOf(stranger)], { types })
  expect(chain.ledger.resource(collection, '0x4::collection::Collection')).toMatchObject({
    description: 'New',
    uri: 'ipfs://new',
  })
  expect(view('0x4::token::royalty', mint('Kites'))).toEqual({
    vec: [{ denominator: '10', numerator: '1', payee_address: toShortAddress(addressOf(stranger)) }],
  })
  expect(status('set_collection_uri', [collection, 'x'], { by: stranger, types })).toContain('ENOT_CREATOR')
})

test('requires an Object argument to be an object of its type', () => {
  create('Kites')
  expect(status('burn', [parseAddress('0xdead')])).toContain('0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002)')
  const collection = namedObjectAddress(addressOf(creator), 'Kites')
  expect(status('burn', [collection])).toContain('0x1::object: ERESOURCE_DOES_NOT_EXIST(0x60007)')
})
