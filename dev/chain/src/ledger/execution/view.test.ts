import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { view } from '../../modules/define.ts'
import { MoveAbort, type MoveModule } from '../../modules/move-module.ts'
import { encodeBcsArgument } from '../encoding/encode-argument.ts'
import { parseMoveType } from '../encoding/move-type.ts'
import { ViewRefused } from '../errors.ts'
import { addressOf, createTestChain } from '../testing/test-chain.ts'

const APT = ['0x1::aptos_coin::AptosCoin']
const HOME = parseAddress('0xc0ffee')

/** A view function that writes. */
const sly: MoveModule = {
  address: HOME,
  name: 'sly',
  structs: [],
  functions: [
    view('scribble', [], ['bool'], (context) => {
      context.putResource(HOME, '0xc0ffee::sly::Note', { text: 'was here' })
      return [context.getResource(HOME, '0xc0ffee::sly::Note') !== null]
    }),
  ],
}

test('accepts JSON and BCS arguments, and returns typed values', async () => {
  await using chain = await createTestChain()
  const owner = addressOf(chain.funded(77n))
  const inJson = chain.ledger.view('0x1::coin::balance', APT, [owner])
  const inBcs = chain.ledger.view('0x01::coin::balance', APT, [encodeBcsArgument(parseMoveType('address'), owner)])
  expect(inJson).toEqual({ values: [77n], types: ['u64'], gasUsed: expect.any(BigInt) })
  expect(inBcs).toEqual(inJson)
})

test('returns one APT balance, as coin and as fungible asset', async () => {
  await using chain = await createTestChain()
  const owner = chain.funded(100_000_000n)
  chain.send(owner, '0x1::managed_coin::register', [], { typeArguments: APT })
  const asCoin = chain.ledger.view('0x1::coin::balance', APT, [addressOf(owner)]).values
  const types = ['0x1::fungible_asset::Metadata']
  expect(chain.ledger.view('0x1::primary_fungible_store::balance', types, [addressOf(owner), '0xa']).values).toEqual(
    asCoin,
  )
})

test.each<[string, readonly string[], readonly unknown[], string]>([
  ['0x1::coin::nothing', [], [], 'There is no function'],
  ['0x1::aptos_account::transfer', [], ['0x1', '1'], 'is not an view function'],
  ['0x1::coin::balance', [], ['0x1'], 'takes 1 type arguments, not 0'],
  ['0x1::coin::balance', APT, [], 'takes 1 arguments, not 0'],
  ['0x1::coin::balance', APT, [5], 'does not fit address'],
  ['0x1::coin::balance', APT, [Uint8Array.of(1)], ''],
  ['0x1::coin::balance', ['0x1::no<type'], ['0x1'], 'Move type'],
])('rejects %s %j %j', async (id, types, args, message) => {
  await using chain = await createTestChain()
  const ask = () => chain.ledger.view(id, types, args)
  expect(ask).toThrow(ViewRefused)
  expect(ask).toThrow(message)
})

test('reports an abort, and aborts for an argument that is no object', async () => {
  await using chain = await createTestChain()
  expect(() => chain.ledger.view('0x1::coin::symbol', ['0x1::fake::Coin'], [])).toThrow(MoveAbort)
  const ask = () => chain.ledger.view('0x4::token::name', ['0x4::token::Token'], ['0xdead'])
  expect(ask).toThrow('EOBJECT_DOES_NOT_EXIST(0x60002)')
})

test('discards what a view writes', async () => {
  await using chain = await createTestChain({ modules: [sly] })
  expect(chain.ledger.view('0xc0ffee::sly::scribble', [], []).values).toEqual([true])
  expect(chain.ledger.resources(HOME).has('0xc0ffee::sly::Note')).toBe(false)
})

test('answers the views of chain id, status, sequence number and coin symbol', async () => {
  await using chain = await createTestChain()
  expect(chain.ledger.view('0x1::chain_id::get', [], []).values).toEqual([4])
  expect(chain.ledger.view('0x1::chain_status::is_operating', [], []).values).toEqual([true])
  expect(chain.ledger.view('0x1::account::get_sequence_number', [], ['0x5']).values).toEqual(['0'])
  expect(chain.ledger.view('0x1::coin::symbol', APT, []).values).toEqual(['APT'])
})
