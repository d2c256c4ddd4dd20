import { expect, test } from 'vitest'
import { type Address, parseAddress } from '../address.ts'
import type { ChainChange, ChainEvent } from '../chain-transaction.ts'
import type { Json } from '../json.ts'
import { APT_METADATA_ADDRESS } from '../payload.ts'
import { userDerivedObjectAddress } from '../tokens/token-id.ts'
import { paidBySender } from './mint-payment.ts'

const [ANNA, BEN] = [parseAddress('0xa1'), parseAddress('0xb1')]

function event(type: string, data: Json, accountAddress: Address = ANNA, creationNumber = 0n): ChainEvent {
  return { index: 0, type, accountAddress, creationNumber, sequenceNumber: 0n, data }
}

/** A store of a coin, whose handles bear these numbers. */
function coinStore(coin: string, deposits: number, withdrawals: number, address: Address = ANNA): ChainChange {
  const handle = (number: number) => ({ guid: { id: { creation_num: String(number) } } })
  const data = { coin: { value: '1' }, deposit_events: handle(deposits), withdraw_events: handle(withdrawals) }
  return { kind: 'write-resource', index: 0, type: `0x1::coin::CoinStore<${coin}>`, address, data }
}
const APT = '0x1::aptos_coin::AptosCoin'

test('coins and fungible assets that leave the sender are paid, those that come back are not', () => {
  const store = userDerivedObjectAddress(ANNA, parseAddress(APT_METADATA_ADDRESS))
  const events = [
    event('0x1::coin::WithdrawEvent', { amount: '70' }, ANNA, 3n),
    event('0x1::coin::DepositEvent', { amount: '5' }, ANNA, 2n),
    event('0x1::coin::CoinWithdraw', { account: '0xa1', coin_type: '0x1::aptos_coin::AptosCoin', amount: '20' }),
    event('0x1::fungible_asset::Withdraw', { store, amount: '10' }),
  ]
  expect(paidBySender({ sender: ANNA, events, changes: [coinStore(APT, 2, 3)] })).toBe(95n)
})

test('other wallets, gains and what only passes through are not paid', () => {
  const events = [
    event('0x1::coin::WithdrawEvent', { amount: '70' }, BEN, 3n),
    event('0x1::fungible_asset::Deposit', { store: '0x5', amount: '10' }),
    event('0x1::fungible_asset::Withdraw', { store: '0x5', amount: '10' }),
    event('0x1::coin::CoinDeposit', { account: '0xa1', coin_type: '0xf::moon::Coin', amount: '20' }),
    event('0x1::coin::DepositEvent', { amount: '5' }, ANNA, 2n),
  ]
  const changes = [coinStore(APT, 2, 3), coinStore('0xf::moon::Coin', 8, 9), coinStore(APT, 2, 3, BEN)]
  expect(paidBySender({ sender: ANNA, events, changes })).toBe(0n)
  expect(paidBySender({ sender: null, events, changes })).toBe(0n)
})

test.each([
  event('0x1::coin::WithdrawEvent', { amount: '70' }, ANNA, 9n),
  event('0x1::coin::CoinWithdraw', { account: '0xa1', coin_type: '0xf::moon::Coin', amount: '20' }),
  event('0x1::fungible_asset::Withdraw', { store: '0x5', amount: '10' }),
])('what was paid is not known once something other than APT was given: $type', (other) => {
  const apt = event('0x1::coin::WithdrawEvent', { amount: '7' }, ANNA, 3n)
  const changes = [coinStore('0xf::moon::Coin', 8, 9), coinStore(APT, 2, 3)]
  expect(paidBySender({ sender: ANNA, events: [apt, other], changes })).toBeNull()
  expect(paidBySender({ sender: ANNA, events: [apt], changes })).toBe(7n)
})

test('another coin is not APT although its store came first and has the handles that APT has elsewhere', () => {
  const events = [event('0x1::coin::WithdrawEvent', { amount: '70' }, ANNA, 3n)]
  const moon = coinStore('0xf::moon::Coin', 2, 3)
  expect(paidBySender({ sender: ANNA, events, changes: [moon] })).toBeNull()
  expect(paidBySender({ sender: ANNA, events, changes: [moon, coinStore(APT, 10, 11)] })).toBeNull()
  expect(paidBySender({ sender: ANNA, events, changes: [coinStore(APT, 2, 3), moon] })).toBe(70n)
})
