import type { Account } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { beforeEach, expect, test } from 'vitest'
import type { CommittedTransaction } from '../../ledger/ledger.ts'
import { faucetAccount } from '../../ledger/state/accounts.ts'
import { aptStoreAddress } from '../../ledger/state/addresses.ts'
import { addressOf, createTestChain, type TestChain } from '../../ledger/testing/test-chain.ts'

const APT = { typeArguments: ['0x1::aptos_coin::AptosCoin'] }
const STORE = { typeArguments: ['0x1::fungible_asset::FungibleStore'] }
const BOB = parseAddress('0xb0b')
let chain: TestChain
let sender: Account

beforeEach(async () => {
  chain = await createTestChain()
  sender = chain.funded(100_000_000n)
  return () => chain[Symbol.asyncDispose]()
})

function eventsOf(transaction: CommittedTransaction): unknown[] {
  const events = transaction.user?.events?.slice(0, -1) ?? []
  return events.map(({ typeStr, data }) => [typeStr, (JSON.parse(data ?? '{}') as { amount: string }).amount])
}

test('deposits to an existing coin store, and spends coins first', () => {
  chain.send(sender, '0x1::managed_coin::register', [], APT)
  const received = chain.send(faucetAccount(), '0x1::aptos_account::transfer', [addressOf(sender), 30_000_000n])
  expect(eventsOf(received)).toEqual([
    ['0x1::fungible_asset::Withdraw', '30000000'],
    ['0x1::coin::DepositEvent', '30000000'],
  ])
  const paid = chain.send(sender, '0x1::coin::transfer', [BOB, 50_000_000n], APT)
  const [coins, rest, deposit] = eventsOf(paid) as [string, string][]
  expect(coins).toEqual(['0x1::coin::WithdrawEvent', '30000000'])
  expect(rest).toEqual(['0x1::fungible_asset::Withdraw', '20000000'])
  expect(deposit).toEqual(['0x1::fungible_asset::Deposit', '50000000'])
  expect(chain.balance(BOB)).toBe(50_000_000n)
})

test('burns gas from coins first', () => {
  chain.send(sender, '0x1::managed_coin::register', [], APT)
  chain.send(faucetAccount(), '0x1::aptos_account::transfer', [addressOf(sender), 30_000_000n])
  const paid = chain.send(sender, '0x1::aptos_account::transfer', [BOB, 1n])
  const store = chain.ledger.resource(addressOf(sender), '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>')
  expect(store?.coin).toEqual({ value: String(30_000_000n - 1n - (paid.info?.gasUsed ?? 0n) * 100n) })
})

test('executes a batch transfer completely or not at all', () => {
  const people = [BOB, parseAddress('0xca401')]
  expect(chain.send(sender, '0x1::aptos_account::batch_transfer', [people, [1n, 2n]]).info?.success).toBe(true)
  expect(people.map((one) => chain.balance(one))).toEqual([1n, 2n])
  const tooMuch = chain.send(sender, '0x1::aptos_account::batch_transfer', [people, [5n, 1_000_000_000n]])
  expect(tooMuch.info?.success).toBe(false)
  expect(people.map((one) => chain.balance(one))).toEqual([1n, 2n])
  const uneven = chain.send(sender, '0x1::aptos_account::batch_transfer', [people, [5n]])
  expect(uneven.info?.vmStatus).toContain('EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH')
})

test('transfers between stores for the owner only', () => {
  const mine = aptStoreAddress(addressOf(sender))
  const faucets = aptStoreAddress(addressOf(faucetAccount()))
  const name = '0x1::dispatchable_fungible_asset::transfer'
  const paid = chain.send(sender, name, [mine, faucets, 5n], STORE)
  expect(eventsOf(paid)).toEqual([
    ['0x1::fungible_asset::Withdraw', '5'],
    ['0x1::fungible_asset::Deposit', '5'],
  ])
  const stolen = chain.send(sender, name, [faucets, mine, 5n], STORE)
  expect(stolen.info?.vmStatus).toContain('0x1::fungible_asset: ENOT_STORE_OWNER(0x50008)')
})

test('lets only the faucet mint', () => {
  expect(chain.send(faucetAccount(), '0x1::aptos_coin::mint', [BOB, 9n]).info?.success).toBe(true)
  expect(chain.balance(BOB)).toBe(9n)
  expect(chain.send(sender, '0x1::aptos_coin::mint', [BOB, 9n]).info?.vmStatus).toContain('ENO_CAPABILITIES')
})

test('knows no other coin, and rotates no keys', () => {
  const other = chain.send(sender, '0x1::coin::transfer', [BOB, 1n], { typeArguments: ['0x1::other::Coin'] })
  expect(other.info?.vmStatus).toContain('0x1::coin: ECOIN_INFO_NOT_PUBLISHED(0x60003)')
  const rotated = chain.send(sender, '0x1::account::rotate_authentication_key_call', [new Uint8Array(32)])
  expect(rotated.info?.vmStatus).toContain('EROTATION_REFUSED')
})
