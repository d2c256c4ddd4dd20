import { createSettableClock, systemClock } from '@opal/dev-chain/ledger/clock'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiFixture, createOperatedFixture, type Operator, type Trader } from './testing/api-fixture.ts'
import { YEAR_2100 } from './testing/draft-parts.ts'
import { type IssuedCollection, issueV2Tokens } from './testing/issue-tokens.ts'

const TIMEOUT_MS = 180_000
const FEE_OCTAS = 1_000_000n
const PRICE_OCTAS = 300_000_000n
const WEEK_MICROS = 604_800_000_000n
const marketplace = nativeMarketplace.id
const price = String(PRICE_OCTAS)

let fixture: ApiFixture & { readonly operator: Operator }
let seller: Trader
let buyer: Trader
let issued: IssuedCollection

beforeAll(async () => {
  // A higher fee takes effect a week after it is announced.
  const clock = createSettableClock(systemClock.nowMicros() - WEEK_MICROS - 60_000_000n)
  fixture = await createOperatedFixture(clock)
  await fixture.operator.change('set_fixed_rate_listing_fee', String(FEE_OCTAS))
  clock.release()
  const [artist, first, second] = fixture.traders
  if (!artist || !first || !second) throw new Error('the fixture has too few traders')
  seller = first
  buyer = second
  issued = await issueV2Tokens(fixture, artist, seller, 5)
}, TIMEOUT_MS)
afterAll(() => fixture?.[Symbol.asyncDispose]())

// @feature trade.placing-fee, trade.payload-checked
test(
  'what our marketplace takes for placing is named, accepted by the check and paid; one octa more is refused',
  async () => {
    const [one, two, three, moved, bidOn] = issued.tokenDataIds as [string, string, string, string, string]
    const other = contractsOf('local').find(
      (deployed) =>
        !deployed.adapter.isNative && ['list', 'delist'].every((kind) => isOffered(deployed, kind as 'list')),
    )
    if (other === undefined) throw new Error('nothing can be listed elsewhere')
    await expectFee(seller, { call: 'list', body: { items: [{ tokenDataId: one, propertyVersion: '0', price }] } }, 1n)
    const items = [two, three].map((tokenDataId) => ({ tokenDataId, propertyVersion: '0', price, marketplace }))
    await expectFee(seller, { call: 'list', body: { items } }, 2n)
    const elsewhere = { tokenDataId: moved, propertyVersion: '0', price, marketplace: other.adapter.id }
    await expectFee(seller, { call: 'list', body: { items: [elsewhere] } }, 0n)
    await expectFee(seller, { call: 'relist', body: { items: [{ tokenDataId: moved, price }] } }, 1n)
    await expectFee(seller, { call: 'update-price', body: { items: [{ tokenDataId: one, price: '310000000' }] } }, 0n)
    const terms = { price, expirationTime: YEAR_2100, marketplace }
    const bid = { ...terms, tokenDataId: bidOn, propertyVersion: '0', aboveFloor: true }
    await expectFee(buyer, { call: 'token-bid', body: bid }, 1n, PRICE_OCTAS)
    const { collectionId } = issued
    await expectFee(
      buyer,
      { call: 'collection-bid', body: { ...terms, collectionId, price: '100000000', size: 2 } },
      1n,
      200_000_000n,
    )
    await expectFee(buyer, { call: 'buy', body: { items: [{ tokenDataId: two }] } }, 0n, PRICE_OCTAS)
  },
  TIMEOUT_MS,
)

// @feature trade.placing-fee, trade.payload-checked
test(
  'no order is signed while a higher placing fee could be in force before it is placed',
  async () => {
    const { collectionId } = issued
    const draft: TradeDraft = {
      call: 'collection-bid',
      body: { collectionId, price: '100000000', size: 1, expirationTime: YEAR_2100, marketplace },
    }
    const quoted = async () => {
      const answer = await fetchQuote(fixture.call, buyer.address, draft)
      expect(quoteObstacle(answer)).toBeNull()
      const { placingFeeOctas } = answer.split
      return { placingFeeOctas, refusal: await fixture.check(draft, answer, buyer.address) }
    }
    await fixture.operator.change('set_fixed_rate_listing_fee', String(3n * FEE_OCTAS))
    expect(await quoted()).toEqual({ placingFeeOctas: String(FEE_OCTAS), refusal: null })
    await fixture.advance(WEEK_MICROS / 1_000_000n - 200n)
    const { placingFeeOctas, refusal } = await quoted()
    expect(placingFeeOctas).toBe(String(FEE_OCTAS))
    expect(refusal).toContain('placing fee could be 0.03 APT')
    await fixture.advance(200n)
    expect(await quoted()).toEqual({ placingFeeOctas: String(3n * FEE_OCTAS), refusal: null })
  },
  TIMEOUT_MS,
)

/** Expects a quote with the fee of some orders, which the page's check accepts and the chain takes. */
async function expectFee(trader: Trader, draft: TradeDraft, orders: bigint, paid = 0n): Promise<void> {
  const answer = await fetchQuote(fixture.call, trader.address, draft)
  const { split, payload } = answer
  const fee = FEE_OCTAS * orders
  expect(quoteObstacle(answer), draft.call).toBeNull()
  expect(split, draft.call).toMatchObject({
    placingFeeOctas: String(fee),
    totalOctas: String(BigInt(split.gasOctas) + paid + fee),
  })
  expect(await fixture.check(draft, answer, trader.address), draft.call).toBeNull()
  const dearer = {
    ...split,
    placingFeeOctas: String(fee + 1n),
    totalOctas: String(BigInt(split.totalOctas) + 1n),
  }
  expect(await fixture.check(draft, { ...answer, split: dearer }, trader.address), draft.call).not.toBeNull()
  if (payload === null) throw new Error('there is nothing to sign')
  const before = await fixture.balanceOf(trader.address)
  const { success, vmStatus, gasOctas } = await fixture.send(trader, payload)
  expect([success, vmStatus]).toEqual([true, 'Executed successfully'])
  const after = await fixture.balanceOf(trader.address)
  expect(after - before + gasOctas - BigInt(split.storageRefundOctas), draft.call).toBe(-paid - fee)
}
