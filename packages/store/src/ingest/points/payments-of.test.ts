import type { BalanceChange, FungibleActivity } from '@opal/domain/state-changes'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { address, aptTransfer, described, eventBase, indexed, passes, token } from '../testing/market-story.ts'
import { paymentsOf } from './payments-of.ts'

const [ANNA, BEN, CARL, TOKEN] = [address('f0'), address('f1'), address('f2'), address('a0')]
const paid = aptTransfer(3n, BEN, ANNA, 100n)
const [withdrawn, deposited] = paid.fungible.activities as [FungibleActivity, FungibleActivity]
const moved = (...activities: readonly Partial<FungibleActivity>[]) => ({
  ...paid,
  fungible: { ...paid.fungible, activities: activities.map((activity) => ({ ...withdrawn, ...activity })) },
})
const out = (ownerAddress: typeof ANNA, amount: bigint): Partial<FungibleActivity> => ({ ownerAddress, amount })
const into = (ownerAddress: typeof ANNA, amount: bigint): Partial<FungibleActivity> => ({
  ...deposited,
  ownerAddress,
  amount,
})
const amounts = (...given: Parameters<typeof paymentsOf>) =>
  paymentsOf(...given).map(({ payer, payee, octas }) => [payer, payee, octas])

it.each([
  '0x1::aptos_account::transfer',
  '0x1::dispatchable_fungible_asset::transfer',
  '0xabc::anything::at_all',
  null,
])('sees who paid whom by the balances, whatever was called: %s', (entryFunctionIdStr) => {
  const called = moved({ ...withdrawn, entryFunctionIdStr }, { ...deposited, entryFunctionIdStr })
  expect(amounts(called, undefined)).toEqual([[BEN, ANNA, 100n]])
})

test('payments to many, and those of many', () => {
  expect(amounts(moved(out(BEN, 30n), into(ANNA, 10n), into(CARL, 20n)), undefined).toSorted()).toEqual([
    [BEN, ANNA, 10n],
    [BEN, CARL, 20n],
  ])
  // An unrelated payment hides nothing.
  expect(amounts(moved(out(BEN, 30n), into(ANNA, 30n), out(CARL, 1n), into(TOKEN, 1n)), undefined)).toContainEqual([
    BEN,
    ANNA,
    30n,
  ])
})

test('transfers through a wallet, gas, other coins and refunds are no payments', () => {
  expect(amounts(moved(out(BEN, 30n), into(ANNA, 30n), out(ANNA, 30n), into(CARL, 30n)), undefined)).toEqual([
    [BEN, CARL, 30n],
  ])
  expect(amounts(moved(out(BEN, 30n), into(BEN, 30n)), undefined)).toEqual([])
  expect(amounts(moved({ ...out(BEN, 30n), isGasFee: true }, into(ANNA, 30n)), undefined)).toEqual([])
  const other = { assetType: '0xf::moon::Coin' }
  expect(amounts(moved({ ...out(BEN, 30n), ...other }, { ...into(ANNA, 30n), ...other }), undefined)).toEqual([])
})

test('an event in two forms counts once, and coins that arrive as assets are one payment', () => {
  const twice = moved(out(BEN, 30n), { ...out(BEN, 30n), type: '0x1::coin::CoinWithdraw' }, into(ANNA, 30n), {
    ...into(ANNA, 30n),
    type: '0x1::coin::CoinDeposit',
  })
  expect(amounts(twice, undefined)).toEqual([[BEN, ANNA, 30n]])
  const asset = { assetType: `0x${'0'.repeat(63)}a`, type: '0x1::fungible_asset::Deposit' }
  expect(amounts(moved(out(BEN, 30n), { ...into(ANNA, 30n), ...asset }), undefined)).toEqual([[BEN, ANNA, 30n]])
})

test('a store that anyone can give away pays and is paid for the wallet that sends the transaction alone', () => {
  const store = { storageId: address('b0'), assetType: `0x${'0'.repeat(63)}a` }
  const sentBy = (sender: typeof ANNA, isPrimary: boolean, ...moves: readonly Partial<FungibleActivity>[]) => {
    const changes = moved({ ...out(sender, 1n), isGasFee: true }, ...moves)
    const balances = [{ ...store, isPrimary, ownerAddress: BEN } as BalanceChange]
    return { ...changes, fungible: { ...changes.fungible, balances } }
  }
  const pays = [{ ...out(BEN, 30n), ...store, type: '0x1::fungible_asset::Withdraw' }, into(ANNA, 30n)]
  const isPaid = [out(ANNA, 30n), { ...into(BEN, 30n), ...store, type: '0x1::fungible_asset::Deposit' }]
  for (const [moves, payment] of [
    [pays, [BEN, ANNA, 30n]],
    [isPaid, [ANNA, BEN, 30n]],
  ] as const) {
    for (const sender of [ANNA, CARL]) expect(amounts(sentBy(sender, false, ...moves), undefined)).toEqual([])
    expect(amounts(sentBy(BEN, false, ...moves), undefined)).toEqual([payment])
    expect(amounts(sentBy(CARL, true, ...moves), undefined)).toEqual([payment])
  }
})

test('a trade is no payment, nor is what a wallet paid that received a token', () => {
  const base = { ...eventBase(3n, 0, 100n), token: token(TOKEN), listingId: TOKEN, seller: ANNA, buyer: BEN }
  const filled = { ...base, kind: 'listing-filled' as const, commissionOctas: 0n, royaltyOctas: 0n }
  expect(amounts(paid, indexed(3n, [filled], {}))).toEqual([])
  const sold = { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, ANNA, BEN) }
  expect(amounts(paid, indexed(3n, [], sold))).toEqual([])
  // A token that goes the same way as the money is an additional gift.
  expect(amounts(paid, indexed(3n, [], { ownerships: passes(TOKEN, BEN, ANNA) }))).toEqual([[BEN, ANNA, 100n]])
})

const wallet = (side: string, at: number) => address(`${side}${at.toString(16).padStart(4, '0')}`)
const amountsOf = (maxLength: number) => fc.array(fc.bigInt(1n, 1_000n), { minLength: 1, maxLength })

test('a transaction has at most four payments for each wallet in it', () => {
  fc.assert(
    fc.property(amountsOf(60), amountsOf(60), (sent, received) => {
      const changes = moved(
        ...sent.map((octas, at) => out(wallet('d', at), octas)),
        ...received.map((octas, at) => into(wallet('e', at), octas)),
      )
      const found = paymentsOf(changes, undefined)
      expect(found.length).toBeLessThanOrEqual(4 * (sent.length + received.length))
      // Between few all count.
      if (Math.min(sent.length, received.length) <= 4) expect(found).toHaveLength(sent.length * received.length)
      const pairs = new Set(found.map(({ payer, payee }) => `${payer} ${payee}`))
      expect(pairs.size).toBe(found.length)
    }),
    { endOnFailure: true, examples: [[Array<bigint>(31).fill(32n), Array<bigint>(32).fill(31n)]] },
  )
})

test('any number of small payments beside it hide no payment', () => {
  const dust = fc.array(fc.bigInt(1n, 9n), { maxLength: 1_200, size: 'max' })
  fc.assert(
    fc.property(dust, dust, fc.bigInt(10n, 1_000n), (sent, received, price) => {
      const changes = moved(
        ...sent.map((octas, at) => out(wallet('d', at), octas)),
        ...received.map((octas, at) => into(wallet('e', at), octas)),
        out(ANNA, price + BigInt(received.length)),
        into(BEN, price),
      )
      expect(amounts(changes, undefined)).toContainEqual([ANNA, BEN, price])
    }),
    { numRuns: 20, endOnFailure: true, examples: [[[], Array<bigint>(1_000).fill(1n), 10n]] },
  )
})
