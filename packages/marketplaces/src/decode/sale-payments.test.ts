import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { ChainChange, ChainTransaction } from '@opal/domain/chain-transaction'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { userDerivedObjectAddress } from '@opal/domain/tokens/token-id'
import { describe, expect, it } from 'vitest'
import { coinStore } from '../testing/coin-store.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { paymentsBefore, splitOf } from './sale-payments.ts'

const APT = parseAddress('0xa')
const [artist, marketplace, seller] = [parseAddress('0xa1'), parseAddress('0xfee'), parseAddress('0x5e')] as const
const sale = { priceOctas: 100n, seller, feeReceivers: [marketplace] }
const nothingKnown = { commissionOctas: null, royaltyOctas: null }

describe('what a sale paid', () => {
  it('is derived from its recipient, in coins or in a fungible store', () => {
    const stored = paid([
      ['0x1::fungible_asset::Deposit', artist, 5n],
      ['0x1::fungible_asset::Deposit', marketplace, 2n],
      ['0x1::coin::DepositEvent', seller, 93n],
    ])
    expect(splitOf(stored, sale)).toEqual({ commissionOctas: 2n, royaltyOctas: 5n })
  })

  it.each(['0x1', `0x${'1'.padStart(64, '0')}`])('counts APT however the event spells its address: %s', (address) => {
    const transaction = paidIn(`${address}::aptos_coin::AptosCoin`)
    expect(before(transaction)).toEqual([{ to: seller, place: 'account', octas: 93n }])
    expect(before(paidIn(`${address}::aptos_coin::AptosCoins`))).toEqual([])
  })

  it('counts the royalty of a creator who sells', () => {
    const own = paid([
      ['0x1::coin::DepositEvent', seller, 5n],
      ['0x1::coin::CoinDeposit', marketplace, 2n],
      ['0x1::coin::DepositEvent', seller, 93n],
    ])
    expect(splitOf(own, sale)).toEqual({ commissionOctas: 2n, royaltyOctas: 5n })
  })

  it('is not guessed when it does not add up', () => {
    expect(splitOf(paid([['0x1::coin::DepositEvent', seller, 93n]]), sale)).toEqual(nothingKnown)
  })

  it('is what was paid last, when another marketplace was paid in the same transaction', () => {
    const others = [
      ['0x1::coin::DepositEvent', artist, 4n],
      ['0x1::coin::DepositEvent', seller, 60n],
    ] as const
    const own = [
      ['0x1::coin::DepositEvent', artist, 5n],
      ['0x1::coin::DepositEvent', marketplace, 2n],
      ['0x1::coin::DepositEvent', seller, 93n],
    ] as const
    expect(splitOf(paid([...others, ...own]), sale)).toEqual({ commissionOctas: 2n, royaltyOctas: 5n })
  })

  it.each(['0x1::coin::DepositEvent', '0x1::coin::CoinDeposit', '0x1::fungible_asset::Deposit'])(
    'is nothing when %s was in another coin than APT',
    (type) => {
      const other = parseAddress('0xbad')
      const data = { account: seller, coin_type: '0xbad::m::C', amount: '93', store: storeOf(seller, other) }
      const payment = { ...transactionOf(type, data).events[0], accountAddress: seller, creationNumber: 2n }
      const transaction = numbered([payment, ...transactionOf('0x7::m::E', {}).events], stores('0xbad::m::C', other))
      expect(before(transaction)).toEqual([])
      const mixed = { ...transaction, changes: [...transaction.changes, coinStore(artist)] }
      expect(before(mixed)).toEqual([])
    },
  )

  it('is nothing when it went to another handle of an account that holds APT too', () => {
    const [payment] = deposits([['0x1::coin::DepositEvent', seller, 93n]])
    const foreign = payment === undefined ? [] : [{ ...payment, creationNumber: 9n }]
    expect(before(numbered([...foreign, ...transactionOf('0x7::m::E', {}).events]))).toEqual([])
  })

  it('begins after the previous event of the marketplace', () => {
    const events = [...deposits([['0x1::coin::DepositEvent', artist, 50n]]), ...transactionOf('0x7::m::E', {}).events]
    const later = deposits([['0x1::coin::DepositEvent', seller, 93n]])
    const transaction = numbered([...events, ...later, ...transactionOf('0x7::m::E', {}).events])
    expect(before(transaction).map(({ octas }) => octas)).toEqual([93n])
  })
})

it('thousands of payments among thousands of stores look at each store a few times', () => {
  const payees = Array.from({ length: 1_000 }, (_, at) => parseAddress(`0x${(at + 4096).toString(16)}`))
  let reads = 0
  const changes = payees.map((payee): ChainChange => {
    const store = coinStore(payee)
    return {
      ...store,
      get address() {
        reads += 1
        return store.address
      },
    }
  })
  const payments = deposits(payees.map((payee) => ['0x1::coin::DepositEvent', payee, 1n]))
  expect(before(numbered([...payments, ...transactionOf('0x7::m::E', {}).events], changes))).toHaveLength(payees.length)
  expect(reads).toBeLessThan(20 * changes.length)
})

type Deposits = readonly (readonly [string, Address, bigint])[]

function deposits(list: Deposits) {
  return list.map(([type, to, octas]) => {
    const data = { account: to, coin_type: APT_COIN_TYPE, amount: String(octas), store: storeOf(to) }
    return { ...transactionOf(type, data).events[0], accountAddress: to, creationNumber: 2n }
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

function numbered(events: ChainTransaction['events'], changes = stores(APT_COIN_TYPE, APT)): ChainTransaction {
  return { ...transactionOf('0x7::m::E', {}), events: events.map((event, index) => ({ ...event, index })), changes }
}

/** Everyone's stores of a coin: what shows that a deposit was in it. */
function stores(coinType: string, metadata: Address): readonly ChainChange[] {
  return [artist, marketplace, seller].flatMap((account) => {
    const type = '0x1::fungible_asset::FungibleStore'
    const data = { metadata: { inner: toShortAddress(metadata) }, balance: '0', frozen: false }
    return [
      coinStore(account, coinType),
      { index: 0, kind: 'write-resource', address: storeOf(account, metadata), type, data } as const,
    ]
  })
}

/** A payment by the event that names its coin. */
function paidIn(coin_type: string): ChainTransaction {
  const payment = transactionOf('0x1::coin::CoinDeposit', { account: seller, coin_type, amount: '93' }).events
  return numbered([...payment, ...transactionOf('0x7::m::E', {}).events])
}

function storeOf(account: Address, metadata = APT): Address {
  return userDerivedObjectAddress(account, metadata)
}
