import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { userDerivedObjectAddress } from '@opal/domain/token-id'
import { describe, expect, it } from 'vitest'
import { paymentsBefore, splitOf } from './sale-payments.ts'
import { transactionOf } from './testing/transaction-of.ts'

const [artist, venue, seller] = [parseAddress('0xa1'), parseAddress('0xfee'), parseAddress('0x5e')] as const
const sale = { priceOctas: 100n, seller, feeReceivers: [venue] }
const nothingKnown = { commissionOctas: null, royaltyOctas: null }

describe('what a sale paid', () => {
  it('is told by who received it, as coins or in a fungible store', () => {
    const stored = paid([
      ['0x1::fungible_asset::Deposit', artist, 5n],
      ['0x1::fungible_asset::Deposit', venue, 2n],
      ['0x1::coin::DepositEvent', seller, 93n],
    ])
    expect(splitOf(stored, sale)).toEqual({ commissionOctas: 2n, royaltyOctas: 5n })
  })

  it('counts the royalty of a creator who sells', () => {
    const own = paid([
      ['0x1::coin::DepositEvent', seller, 5n],
      ['0x1::coin::CoinDeposit', venue, 2n],
      ['0x1::coin::DepositEvent', seller, 93n],
    ])
    expect(splitOf(own, sale)).toEqual({ commissionOctas: 2n, royaltyOctas: 5n })
  })

  it('is not guessed when it does not add up', () => {
    expect(splitOf(paid([['0x1::coin::DepositEvent', seller, 93n]]), sale)).toEqual(nothingKnown)
  })

  it('begins after the previous event of the venue', () => {
    const events = [...deposits([['0x1::coin::DepositEvent', artist, 50n]]), ...transactionOf('0x7::m::E', {}).events]
    const later = deposits([['0x1::coin::DepositEvent', seller, 93n]])
    const transaction = numbered([...events, ...later, ...transactionOf('0x7::m::E', {}).events])
    expect(before(transaction).map(({ octas }) => octas)).toEqual([93n])
  })
})

type Deposits = readonly (readonly [string, Address, bigint])[]

function deposits(list: Deposits) {
  return list.map(([type, to, octas]) => {
    const store = userDerivedObjectAddress(to, parseAddress('0xa'))
    const [event] = transactionOf(type, { account: to, amount: String(octas), store }).events
    return { ...event, accountAddress: to }
  })
}

function paid(list: Deposits) {
  return before(numbered([...deposits(list), ...transactionOf('0x7::m::E', {}).events]))
}

function before(transaction: ChainTransaction) {
  const last = transaction.events.at(-1)
  if (last === undefined) throw new TypeError('The transaction has no event.')
  return paymentsBefore(transaction, last, (type) => type.startsWith('0x7::'))
}

function numbered(events: ChainTransaction['events']): ChainTransaction {
  return { ...transactionOf('0x7::m::E', {}), events: events.map((event, index) => ({ ...event, index })) }
}
