import { toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import { argumentsOf, COLLECTION, eventsOf, TokenV1Fixture } from '../../testing/token-v1-fixture.ts'
import { tokenIdJson } from './token-data.ts'
import { TOKEN_STORE } from './token-store.ts'

const EXECUTED = 'Executed successfully'
const YES = { type: 'bool', value: Uint8Array.of(1) }
let world: TokenV1Fixture

beforeEach(async () => {
  world = await TokenV1Fixture.create()
  return () => world[Symbol.asyncDispose]()
})

describe('creating', () => {
  test('a collection is an item of its creator, counted only when it is limited', () => {
    const created = world.createCollection(2n, [false, true, false])
    const creator = toShortAddress(addressOf(world.creator))
    const about = { description: 'What the tide left', maximum: '2', uri: 'ipfs://tide' }
    expect(eventsOf(created)).toEqual([
      ['0x3::token::CreateCollection', { collection_name: COLLECTION, creator, ...about }],
    ])
    const mutability_config = { description: false, maximum: false, uri: true }
    expect(world.collectionData()).toEqual({ ...about, mutability_config, name: COLLECTION, supply: '0' })
    world.createToken('Pool 1')
    expect(world.collectionData()?.supply).toBe('1')
    world.createCollection(0n, [false, false, false], 'Endless')
    world.chain.send(world.creator, '0x3::token::create_token_script', [
      'Endless',
      ...world.tokenArguments('x').slice(1),
    ])
    expect(world.collectionData('Endless')?.supply).toBe('0')
  })

  test('a name is taken once, and a full collection takes no more', () => {
    world.createCollection(1n)
    const again = [COLLECTION, '', '', 0n, [true, true, true]]
    expect(world.status(world.creator, 'token::create_collection_script', again)).toBe(
      'Move abort in 0x3::token: ECOLLECTION_ALREADY_EXISTS(0x80003): The collection already exists',
    )
    world.createToken('Pool 1')
    const more = (name: string) => world.status(world.creator, 'token::create_token_script', world.tokenArguments(name))
    expect(more('Pool 1')).toContain('ETOKEN_DATA_ALREADY_EXISTS(0x80009)')
    expect(more('Pool 2')).toContain('ECREATE_WOULD_EXCEED_COLLECTION_MAXIMUM(0x10004)')
  })

  test('what does not fit is refused as the framework refuses it', () => {
    const create = (change: (args: unknown[]) => void) => {
      const args = [...world.tokenArguments('Pool 1')]
      change(args)
      return world.status(world.creator, 'token::create_token_script', args)
    }
    expect(create(() => {})).toContain('ECOLLECTIONS_NOT_PUBLISHED(0x60001)')
    world.createCollection()
    expect(create((args) => args.splice(0, 1, 'No such'))).toContain('ECOLLECTION_NOT_PUBLISHED(0x60002)')
    expect(create((args) => args.splice(1, 1, 'é'.repeat(65)))).toContain('ENFT_NAME_TOO_LONG(0x1001a)')
    expect(create((args) => args.splice(5, 1, 'u'.repeat(513)))).toContain('EURI_TOO_LONG(0x1001b)')
    expect(create((args) => args.splice(8, 1, 101n))).toContain('EINVALID_ROYALTY_NUMERATOR_DENOMINATOR(0x10022)')
    expect(create((args) => args.splice(3, 1, 0n))).toContain('ETOKEN_CANNOT_HAVE_ZERO_AMOUNT(0x10021)')
    expect(create((args) => args.splice(9, 1, [true, true]))).toBe(
      'Execution failed in 0x3::token::create_token_mutability_config at code offset 10',
    )
    expect(create((args) => args.splice(10, 1, ['one key']))).toContain('EKEY_COUNT_NOT_MATCH_VALUE_COUNT(0x10004)')
  })

  test('minting goes up to the maximum, and is the creator’s alone', () => {
    world.createCollection()
    const token = world.createToken('Pool 1', { maximum: 3n })
    const mint = (by: typeof world.creator, amount: bigint) =>
      world.status(by, 'token::mint_script', [...argumentsOf(token).slice(0, 3), amount])
    expect(mint(world.creator, 2n)).toBe(EXECUTED)
    expect(world.balance(world.creator, token)).toBe(3n)
    expect(world.tokenData(token)?.supply).toBe('3')
    expect(mint(world.creator, 1n)).toContain('EMINT_WOULD_EXCEED_TOKEN_MAXIMUM(0x10007)')
    expect(mint(world.alice, 1n)).toContain('ENO_MINT_CAPABILITY(0x50013)')
  })

  test('a store has handles of its own, numbered on from the account’s', () => {
    world.createCollection()
    world.createToken('Pool 1')
    const store = world.chain.ledger.resource(addressOf(world.creator), TOKEN_STORE) as Record<string, JsonObject>
    const numbers = ['deposit', 'withdraw', 'burn', 'mutate_token_property'].map(
      (name) => (store[`${name}_events`] as { guid: { id: { creation_num: string } } }).guid.id.creation_num,
    )
    expect(numbers.map((number) => Number(number) - Number(numbers[0]))).toEqual([0, 1, 2, 3])
    expect(store.direct_transfer).toBe(false)
  })
})

describe('moving', () => {
  test('who opted in receives; who did not, or has no store, does not', () => {
    world.createCollection()
    const token = world.createToken('Pool 1', { balance: 5n })
    const args = [...argumentsOf(token), addressOf(world.alice), 2n]
    const transfer = () => world.status(world.creator, 'token::transfer_with_opt_in', args)
    expect(transfer()).toBe('Execution failed in 0x3::token::transfer at code offset 1')
    world.send(world.alice, 'token::opt_in_direct_transfer', [false])
    expect(transfer()).toContain('EUSER_NOT_OPT_IN_DIRECT_TRANSFER(0x50010)')
    const opted = world.send(world.alice, 'token::opt_in_direct_transfer', [true])
    const account_address = toShortAddress(addressOf(world.alice))
    expect(eventsOf(opted)).toEqual([['0x3::token_event_store::OptInTransfer', { account_address, opt_in: true }]])
    expect(transfer()).toBe(EXECUTED)
    expect([world.creator, world.alice].map((one) => world.balance(one, token))).toEqual([3n, 2n])
  })

  test('nobody sends what he does not hold, and nothing is not sent', () => {
    world.createCollection()
    const token = world.createToken('Pool 1')
    world.send(world.alice, 'token::opt_in_direct_transfer', [true])
    const transfer = (amount: bigint) =>
      world.status(world.creator, 'token::transfer_with_opt_in', [
        ...argumentsOf(token),
        addressOf(world.alice),
        amount,
      ])
    expect(transfer(2n)).toContain('EINSUFFICIENT_BALANCE(0x10005)')
    expect(transfer(0n)).toContain('EWITHDRAW_ZERO(0x10011)')
  })

  test('the last one leaves its place in the store, others stay', () => {
    world.createCollection()
    const token = world.createToken('Pool 1', { balance: 2n })
    world.send(world.alice, 'token::opt_in_direct_transfer', [true])
    const send = () =>
      world.send(world.creator, 'token::transfer_with_opt_in', [...argumentsOf(token), addressOf(world.alice), 1n])
    const deletions = (sent: ReturnType<typeof send>) =>
      (sent.info?.changes ?? []).flatMap(({ deleteTableItem }) => deleteTableItem?.data ?? [])
    expect(deletions(send())).toEqual([])
    expect(deletions(send())).toEqual([{ key: JSON.stringify(tokenIdJson(token)), keyType: '0x3::token::TokenId' }])
    expect(world.held(addressOf(world.creator), token)).toBeNull()
  })
})

describe('burning', () => {
  test('only where the creator allowed it', () => {
    world.createCollection()
    const token = world.createToken('Pool 1')
    const burn = [...argumentsOf(token), 1n]
    expect(world.status(world.creator, 'token::burn', burn)).toContain('EOWNER_CANNOT_BURN_TOKEN(0x5001e)')
    const byCreator = [addressOf(world.creator), COLLECTION, 'Pool 1', 0n, 1n]
    expect(world.status(world.creator, 'token::burn_by_creator', byCreator)).toContain(
      'ECREATOR_CANNOT_BURN_TOKEN(0x5001f)',
    )
    expect(world.status(world.creator, 'token::burn', [...argumentsOf(token), 0n])).toContain(
      'ENO_BURN_TOKEN_WITH_ZERO_AMOUNT(0x1001d)',
    )
  })

  test('the last of a limited token takes its data along, and the last token its collection', () => {
    world.createCollection(5n)
    const properties = { TOKEN_BURNABLE_BY_OWNER: YES, TOKEN_BURNABLE_BY_CREATOR: YES }
    const first = world.createToken('Pool 1', { balance: 2n, maximum: 2n, properties })
    const second = world.createToken('Pool 2', { maximum: 1n, properties })
    const burnt = world.send(world.creator, 'token::burn', [...argumentsOf(first), 1n])
    expect(eventsOf(burnt).map(([type]) => type)).toEqual(['0x3::token::TokenWithdraw', '0x3::token::Burn'])
    expect(world.tokenData(first)?.supply).toBe('1')
    world.send(world.creator, 'token::burn', [...argumentsOf(first), 1n])
    expect([world.tokenData(first), world.collectionData()?.supply]).toEqual([null, '1'])
    const args = [addressOf(world.creator), COLLECTION, 'Pool 2', 0n, 1n]
    expect(world.status(world.creator, 'token::burn_by_creator', args)).toBe(EXECUTED)
    expect([world.tokenData(second), world.collectionData()]).toEqual([null, null])
  })
})

describe('properties of one token', () => {
  const STRENGTH = [['strength'], [Uint8Array.of(9)], ['u8']] as const

  test('a change gives it a version, and what it had', () => {
    world.createCollection()
    const colour = { type: '0x1::string::String', value: Uint8Array.of(4, ...Buffer.from('blue')) }
    const token = world.createToken('Pool 1', { balance: 2n, properties: { colour } })
    const args = [addressOf(world.creator), ...argumentsOf(token), 1n, ...STRENGTH]
    const mutated = world.send(world.creator, 'token::mutate_token_properties', args)
    expect(eventsOf(mutated).map(([type]) => type)).toEqual([
      '0x3::token::TokenWithdraw',
      '0x3::token::TokenDeposit',
      '0x3::token::MutatePropertyMap',
    ])
    const changed = world.token('Pool 1', 1n)
    expect([world.balance(world.creator, token), world.balance(world.creator, changed)]).toEqual([1n, 1n])
    expect(world.held(addressOf(world.creator), changed)?.token_properties).toEqual({
      map: {
        data: [
          { key: 'colour', value: { type: '0x1::string::String', value: '0x04626c7565' } },
          { key: 'strength', value: { type: 'u8', value: '0x09' } },
        ],
      },
    })
    expect(world.tokenData(token)?.largest_property_version).toBe('1')
  })

  test('one with a version keeps it', () => {
    world.createCollection()
    world.createToken('Pool 1')
    const mutate = (version: bigint, columns: readonly (readonly (string | Uint8Array)[])[]) => {
      const args = [addressOf(world.creator), ...argumentsOf(world.token('Pool 1', version)), 1n, ...columns]
      return world.status(world.creator, 'token::mutate_token_properties', args)
    }
    expect(mutate(0n, STRENGTH)).toBe(EXECUTED)
    expect(mutate(1n, [['strength'], [Uint8Array.of(8)], ['u8']])).toBe(EXECUTED)
    expect(world.balance(world.creator, world.token('Pool 1', 2n))).toBe(0n)
    expect(mutate(2n, STRENGTH)).toContain('ENO_TOKEN_IN_TOKEN_STORE(0x6000f)')
    expect(mutate(1n, [['TOKEN_BURNABLE_BY_OWNER'], [Uint8Array.of(1)], ['bool']])).toContain(
      'EPROPERTY_RESERVED_BY_STANDARD(0x50028)',
    )
  })

  test('they are fixed where the creator fixed them, unless the token says otherwise', () => {
    world.createCollection()
    const flags = [true, true, true, true, false]
    const mutate = (name: string) => {
      const args = [addressOf(world.creator), ...argumentsOf(world.token(name)), 1n, ...STRENGTH]
      return world.status(world.creator, 'token::mutate_token_properties', args)
    }
    world.createToken('Fixed', { flags })
    expect(mutate('Fixed')).toContain('EFIELD_NOT_MUTABLE(0x5000d)')
    world.createToken('Open', { flags, properties: { TOKEN_PROPERTY_MUTATBLE: YES } })
    expect(mutate('Open')).toBe(EXECUTED)
    const foreign = [addressOf(world.creator), ...argumentsOf(world.token('Open')), 1n, ...STRENGTH]
    expect(world.status(world.alice, 'token::mutate_token_properties', foreign)).toContain(
      'ENO_MUTATE_CAPABILITY(0x6000e)',
    )
  })
})
