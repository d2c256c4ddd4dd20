import { AccountAddress, createUserDerivedObjectAddress, type Event } from '@aptos-labs/ts-sdk'
import { expect, test } from 'vitest'
import { simulatedEffects } from './simulated-effects.ts'

const me = AccountAddress.from(`0x0${'1'.repeat(63)}`)
const account = me.toStringLong()
const store = createUserDerivedObjectAddress(me, AccountAddress.A).toString()
const token = `0x${'7'.repeat(64)}`

function event(type: string, data: Record<string, string>, guidAccount = '0x0'): Event {
  return { guid: { creation_number: '0', account_address: guidAccount }, sequence_number: '0', type, data }
}

test('sums fungible-store and coin movements of the account only', () => {
  const events = [
    event('0x1::fungible_asset::Withdraw', { store, amount: '500' }),
    event('0x1::fungible_asset::Deposit', { store, amount: '20' }),
    event('0x1::fungible_asset::Deposit', { store: token, amount: '9999' }),
    event('0x1::coin::DepositEvent', { amount: '3' }, `0x${'1'.repeat(63)}`),
  ]
  expect(simulatedEffects(events, account)).toEqual({ aptChangeOctas: -477n, storageRefundOctas: 0n, objects: [] })
})

test('counts a coin movement once that has events of both forms', () => {
  const events = [
    event('0x1::coin::WithdrawEvent', { amount: '40' }, account),
    event('0x1::coin::CoinWithdraw', { account, amount: '40', coin_type: '0x1::aptos_coin::AptosCoin' }),
  ]
  expect(simulatedEffects(events, account).aptChangeOctas).toBe(-40n)
})

test('reads the refund of freed storage, which no event of the balance has', () => {
  const statement = { total_charge_gas_units: '9', storage_fee_octas: '40', storage_fee_refund_octas: '56220' }
  const events = [event('0x1::transaction_fee::FeeStatement', statement)]
  expect(simulatedEffects(events, account)).toEqual({ aptChangeOctas: 0n, storageRefundOctas: 56_220n, objects: [] })
})

test('lists the tokens received and sent', () => {
  const events = [
    event('0x1::object::Transfer', { object: token, from: account, to: '0x5' }),
    event('0x1::object::TransferEvent', { object: token, from: '0x5', to: account }),
    event('0x1::object::Transfer', { object: token, from: '0x5', to: '0x6' }),
  ]
  expect(simulatedEffects(events, account).objects).toEqual([
    { object: token, direction: 'out' },
    { object: token, direction: 'in' },
  ])
})
