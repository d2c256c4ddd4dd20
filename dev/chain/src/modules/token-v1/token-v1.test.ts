import { toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import { argumentsOf, COLLECTION, eventsOf, TokenV1Fixture } from '../../testing/token-v1-fixture.ts'
import { tokenIdJson } from './token-data.ts'
import { TOKEN_STORE } from './token-store.ts'

const EXECUTED = 'Executed successfully'
const YES = { type: 'bool', value: Uint8Array.of(1) }
let fixture: TokenV1Fixture

beforeEach(async () => {
  fixture = await TokenV1Fixture.create()
  return () => fixture[Symbol.asyncDispose]()
})

describe('creating', () => {
  test('stores a collection with its creator, and counts limited ones only', () => {
    const created = fixture.createCollection(2n, [false, true, false])
    const creator = toShortAddress(addressOf(fixture.creator))
    const about = { description: 'What the tide left', maximum: '2', uri: 'ipfs://tide' }
    expect(eventsOf(created)).toEqual([
      ['0x3::token::CreateCollection', { collection_name: COLLECTION, creator, ...about }],
    ])
    const mutability_config = { description: false, maximum: false, uri: true }
    expect(fixture.collectionData()).toEqual({ ...about, mutability_config, name: COLLECTION, supply: '0' })
    fixture.createToken('Pool 1')
    expect(fixture.collectionData()?.supply).toBe('1')
    fixture.createCollection(0n, [false, false, false], 'Endless')
    fixture.chain.send(fixture.creator, '0x3::token::create_token_script', [
      'Endless',
      ...fixture.tokenArguments('x').slice(1),
    ])
    expect(fixture.collectionData('Endless')?.supply).toBe('0')
  })

  test('rejects duplicate names and tokens beyond the maximum', () => {
    fixture.createCollection(1n)
    const again = [COLLECTION, '', '', 0n, [true, true, true]]
    expect(fixture.status(fixture.creator, 'token::create_collection_script', again)).toBe(
      'Move abort in 0x3::token: ECOLLECTION_ALREADY_EXISTS(0x80003): The collection already exists',
    )
    fixture.createToken('Pool 1')
    const more = (name: string) =>
      fixture.status(fixture.creator, 'token::create_token_script', fixture.tokenArguments(name))
    expect(more('Pool 1')).toContain('ETOKEN_DATA_ALREADY_EXISTS(0x80009)')
    expect(more('Pool 2')).toContain('ECREATE_WOULD_EXCEED_COLLECTION_MAXIMUM(0x10004)')
  })

  test('aborts for invalid input as the framework does', () => {
    const create = (change: (args: unknown[]) => void) => {
      const args = [...fixture.tokenArguments('Pool 1')]
      change(args)
      return fixture.status(fixture.creator, 'token::create_token_script', args)
    }
    expect(create(() => {})).toContain('ECOLLECTIONS_NOT_PUBLISHED(0x60001)')
    fixture.createCollection()
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

  test('mints up to the maximum, for the creator only', () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1', { maximum: 3n })
    const mint = (by: typeof fixture.creator, amount: bigint) =>
      fixture.status(by, 'token::mint_script', [...argumentsOf(token).slice(0, 3), amount])
    expect(mint(fixture.creator, 2n)).toBe(EXECUTED)
    expect(fixture.balance(fixture.creator, token)).toBe(3n)
    expect(fixture.tokenData(token)?.supply).toBe('3')
    expect(mint(fixture.creator, 1n)).toContain('EMINT_WOULD_EXCEED_TOKEN_MAXIMUM(0x10007)')
    expect(mint(fixture.alice, 1n)).toContain('ENO_MINT_CAPABILITY(0x50013)')
  })

  test('numbers the handles of a store after the account’s', () => {
    fixture.createCollection()
    fixture.createToken('Pool 1')
    const store = fixture.chain.ledger.resource(addressOf(fixture.creator), TOKEN_STORE) as Record<string, JsonObject>
    const numbers = ['deposit', 'withdraw', 'burn', 'mutate_token_property'].map(
      (name) => (store[`${name}_events`] as { guid: { id: { creation_num: string } } }).guid.id.creation_num,
    )
    expect(numbers.map((number) => Number(number) - Number(numbers[0]))).toEqual([0, 1, 2, 3])
    expect(store.direct_transfer).toBe(false)
  })
})

describe('moving', () => {
  test('delivers only to accounts with a store that opted in', () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1', { balance: 5n })
    const args = [...argumentsOf(token), addressOf(fixture.alice), 2n]
    const transfer = () => fixture.status(fixture.creator, 'token::transfer_with_opt_in', args)
    expect(transfer()).toBe('Execution failed in 0x3::token::transfer at code offset 1')
    fixture.send(fixture.alice, 'token::opt_in_direct_transfer', [false])
    expect(transfer()).toContain('EUSER_NOT_OPT_IN_DIRECT_TRANSFER(0x50010)')
    const opted = fixture.send(fixture.alice, 'token::opt_in_direct_transfer', [true])
    const account_address = toShortAddress(addressOf(fixture.alice))
    expect(eventsOf(opted)).toEqual([['0x3::token_event_store::OptInTransfer', { account_address, opt_in: true }]])
    expect(transfer()).toBe(EXECUTED)
    expect([fixture.creator, fixture.alice].map((one) => fixture.balance(one, token))).toEqual([3n, 2n])
  })

  test('rejects transfers beyond the balance and of zero', () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    fixture.send(fixture.alice, 'token::opt_in_direct_transfer', [true])
    const transfer = (amount: bigint) =>
      fixture.status(fixture.creator, 'token::transfer_with_opt_in', [
        ...argumentsOf(token),
        addressOf(fixture.alice),
        amount,
      ])
    expect(transfer(2n)).toContain('EINSUFFICIENT_BALANCE(0x10005)')
    expect(transfer(0n)).toContain('EWITHDRAW_ZERO(0x10011)')
  })

  test('removes the entry of the last token, and keeps others', () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1', { balance: 2n })
    fixture.send(fixture.alice, 'token::opt_in_direct_transfer', [true])
    const send = () =>
      fixture.send(fixture.creator, 'token::transfer_with_opt_in', [
        ...argumentsOf(token),
        addressOf(fixture.alice),
        1n,
      ])
    const deletions = (sent: ReturnType<typeof send>) =>
      (sent.info?.changes ?? []).flatMap(({ deleteTableItem }) => deleteTableItem?.data ?? [])
    expect(deletions(send())).toEqual([])
    expect(deletions(send())).toEqual([{ key: JSON.stringify(tokenIdJson(token)), keyType: '0x3::token::TokenId' }])
    expect(fixture.held(addressOf(fixture.creator), token)).toBeNull()
  })
})

describe('burning', () => {
  test('requires that the creator allowed it', () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    const burn = [...argumentsOf(token), 1n]
    expect(fixture.status(fixture.creator, 'token::burn', burn)).toContain('EOWNER_CANNOT_BURN_TOKEN(0x5001e)')
    const byCreator = [addressOf(fixture.creator), COLLECTION, 'Pool 1', 0n, 1n]
    expect(fixture.status(fixture.creator, 'token::burn_by_creator', byCreator)).toContain(
      'ECREATOR_CANNOT_BURN_TOKEN(0x5001f)',
    )
    expect(fixture.status(fixture.creator, 'token::burn', [...argumentsOf(token), 0n])).toContain(
      'ENO_BURN_TOKEN_WITH_ZERO_AMOUNT(0x1001d)',
    )
  })

  test('deletes the data with the last of a limited token, and the collection with its last token', () => {
    fixture.createCollection(5n)
    const properties = { TOKEN_BURNABLE_BY_OWNER: YES, TOKEN_BURNABLE_BY_CREATOR: YES }
    const first = fixture.createToken('Pool 1', { balance: 2n, maximum: 2n, properties })
    const second = fixture.createToken('Pool 2', { maximum: 1n, properties })
    const burnt = fixture.send(fixture.creator, 'token::burn', [...argumentsOf(first), 1n])
    expect(eventsOf(burnt).map(([type]) => type)).toEqual(['0x3::token::TokenWithdraw', '0x3::token::Burn'])
    expect(fixture.tokenData(first)?.supply).toBe('1')
    fixture.send(fixture.creator, 'token::burn', [...argumentsOf(first), 1n])
    expect([fixture.tokenData(first), fixture.collectionData()?.supply]).toEqual([null, '1'])
    const args = [addressOf(fixture.creator), COLLECTION, 'Pool 2', 0n, 1n]
    expect(fixture.status(fixture.creator, 'token::burn_by_creator', args)).toBe(EXECUTED)
    expect([fixture.tokenData(second), fixture.collectionData()]).toEqual([null, null])
  })
})

describe('properties of one token', () => {
  const STRENGTH = [['strength'], [Uint8Array.of(9)], ['u8']] as const

  test('creates a property version with the former properties', () => {
    fixture.createCollection()
    const colour = { type: '0x1::string::String', value: Uint8Array.of(4, ...Buffer.from('blue')) }
    const token = fixture.createToken('Pool 1', { balance: 2n, properties: { colour } })
    const args = [addressOf(fixture.creator), ...argumentsOf(token), 1n, ...STRENGTH]
    const mutated = fixture.send(fixture.creator, 'token::mutate_token_properties', args)
    expect(eventsOf(mutated).map(([type]) => type)).toEqual([
      '0x3::token::TokenWithdraw',
      '0x3::token::TokenDeposit',
      '0x3::token::MutatePropertyMap',
    ])
    const changed = fixture.token('Pool 1', 1n)
    expect([fixture.balance(fixture.creator, token), fixture.balance(fixture.creator, changed)]).toEqual([1n, 1n])
    expect(fixture.held(addressOf(fixture.creator), changed)?.token_properties).toEqual({
      map: {
        data: [
          { key: 'colour', value: { type: '0x1::string::String', value: '0x04626c7565' } },
          { key: 'strength', value: { type: 'u8', value: '0x09' } },
        ],
      },
    })
    expect(fixture.tokenData(token)?.largest_property_version).toBe('1')
  })

  test('keeps an existing property version', () => {
    fixture.createCollection()
    fixture.createToken('Pool 1')
    const mutate = (version: bigint, columns: readonly (readonly (string | Uint8Array)[])[]) => {
      const args = [addressOf(fixture.creator), ...argumentsOf(fixture.token('Pool 1', version)), 1n, ...columns]
      return fixture.status(fixture.creator, 'token::mutate_token_properties', args)
    }
    expect(mutate(0n, STRENGTH)).toBe(EXECUTED)
    expect(mutate(1n, [['strength'], [Uint8Array.of(8)], ['u8']])).toBe(EXECUTED)
    expect(fixture.balance(fixture.creator, fixture.token('Pool 1', 2n))).toBe(0n)
    expect(mutate(2n, STRENGTH)).toContain('ENO_TOKEN_IN_TOKEN_STORE(0x6000f)')
    expect(mutate(1n, [['TOKEN_BURNABLE_BY_OWNER'], [Uint8Array.of(1)], ['bool']])).toContain(
      'EPROPERTY_RESERVED_BY_STANDARD(0x50028)',
    )
  })

  test('rejects changes of immutable properties unless the token allows them', () => {
    fixture.createCollection()
    const flags = [true, true, true, true, false]
    const mutate = (name: string) => {
      const args = [addressOf(fixture.creator), ...argumentsOf(fixture.token(name)), 1n, ...STRENGTH]
      return fixture.status(fixture.creator, 'token::mutate_token_properties', args)
    }
    fixture.createToken('Fixed', { flags })
    expect(mutate('Fixed')).toContain('EFIELD_NOT_MUTABLE(0x5000d)')
    fixture.createToken('Open', { flags, properties: { TOKEN_PROPERTY_MUTATBLE: YES } })
    expect(mutate('Open')).toBe(EXECUTED)
    const foreign = [addressOf(fixture.creator), ...argumentsOf(fixture.token('Open')), 1n, ...STRENGTH]
    expect(fixture.status(fixture.alice, 'token::mutate_token_properties', foreign)).toContain(
      'ENO_MUTATE_CAPABILITY(0x6000e)',
    )
  })
})
