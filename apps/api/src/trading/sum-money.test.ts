import { signerGain } from '@opal/chain/fungible/signer-gain'
import { parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainEvent } from '@opal/domain/chain-transaction'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { describe, expect, it } from 'vitest'
import { simulated } from '../testing/test-api.ts'
import { type MoneyMove, splitItems, sumMoney } from './money.ts'
import { BLANK_ITEM } from './plan/trade-plan.ts'

const ARTIST = parseAddress('0xa1')
const OTHER = parseAddress('0x5e')
const deployed = contractsOf('local').find(({ adapter }) => adapter.isNative) ?? null
/** Commission 1.5 %, no royalty by what we know: the seller gets 9,850. */
const items = splitItems(
  [{ ...BLANK_ITEM, tokenDataId: parseAddress('0x71'), deployed, priceOctas: 10_000n }],
  new Map(),
)
const answer = { balanceOctas: 100_000n, simulated: simulated({ storageRefundOctas: 0n }) }

const sum = (moves: MoneyMove, gain: bigint | null) => sumMoney(items, answer, moves, gain)

// @feature trade.as-shown
describe('money that comes back to who signs', () => {
  it('is received by an artist who buys their own work, and is in the balance after', () => {
    expect(sum('pays-price', -9_500n)).toMatchObject({
      totalOctas: '11200',
      receivedOctas: '500',
      balanceAfterOctas: '89300',
    })
  })

  it('comes on top of the seller’s part for an artist who sells', () => {
    expect(sum('gets-net', 10_350n)).toMatchObject({ receivedOctas: '10350', balanceAfterOctas: '109150' })
  })

  it('fees on top of the price are paid', () => {
    expect(sum('pays-price', -10_003n)).toMatchObject({
      totalOctas: '11203',
      receivedOctas: '0',
      balanceAfterOctas: '88797',
    })
  })

  // @feature trade.placing-fee
  it('is named as the placing fee where orders are placed', () => {
    const placed = (moves: MoneyMove, gain: bigint, isPlacing: boolean) =>
      sumMoney(items, answer, moves, gain, isPlacing)
    expect(placed('only-gas', -7n, true)).toMatchObject({ placingFeeOctas: '7', totalOctas: '1207' })
    expect(placed('pays-price', -10_007n, true)).toMatchObject({ placingFeeOctas: '7', totalOctas: '11207' })
    expect(placed('pays-price', -10_007n, false)).toMatchObject({ placingFeeOctas: '0', totalOctas: '11207' })
    expect(placed('only-gas', 0n, true)).toMatchObject({ placingFeeOctas: '0', totalOctas: '1200' })
  })

  it('changes nothing where the simulation says nothing, or what is known', () => {
    for (const gain of [null, -10_000n]) {
      expect(sum('pays-price', gain)).toMatchObject({ totalOctas: '11200', balanceAfterOctas: '88800' })
    }
  })
})

describe('signerGain', () => {
  const transferEvent = (
    type: string,
    account: string,
    amount: string,
    coin = APT_COIN_TYPE,
  ): Omit<ChainEvent, 'index'> => ({
    type,
    accountAddress: ZERO_ADDRESS,
    creationNumber: 0n,
    sequenceNumber: 0n,
    data: { account, amount, coin_type: coin },
  })
  const gainOf = (...events: Omit<ChainEvent, 'index'>[]) =>
    signerGain(
      { ...simulated({}).transaction, sender: ARTIST, events: events.map((event, index) => ({ ...event, index })) },
      ARTIST,
    )

  it('adds up what comes and goes of this wallet, without gas, other wallets and other coins', () => {
    expect(
      gainOf(
        transferEvent('0x1::coin::CoinWithdraw', ARTIST, '10000'),
        transferEvent('0x1::coin::CoinDeposit', OTHER, '9350'),
        transferEvent('0x1::coin::CoinDeposit', ARTIST, '500'),
        transferEvent('0x1::coin::CoinDeposit', ARTIST, '7', '0x9::coin::Gold'),
      ),
    ).toBe(-9_500n)
  })

  it('is null where no event is of this wallet', () => {
    expect(gainOf()).toBeNull()
    expect(gainOf(transferEvent('0x1::coin::CoinDeposit', OTHER, '1'))).toBeNull()
  })
})
