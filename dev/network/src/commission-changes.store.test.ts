import { listUserBids } from '@opal/contract/bids'
import { getNetwork } from '@opal/contract/network'
import { listMyTokens } from '@opal/contract/portfolio'
import { applyRate, type Rate } from '@opal/domain/prices/rates'
import { repeatCommand, runs, testSeed } from '@opal/domain/testing/effort/config'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiFixture, createOperatedFixture, type Operator, type Trader } from './testing/api-fixture.ts'
import { createDice } from './testing/dice.ts'
import { YEAR_2100 } from './testing/draft-parts.ts'
import { type IssuedCollection, issueV2Tokens } from './testing/issue-tokens.ts'

/** Fees that the operator sets, with a sale and a purchase of an order from before and of one from after each. */
const CHANGES = runs(4, 60)
const TIMEOUT_MS = 120_000 + CHANGES * 10_000
const ROYALTY_PER_MILLE = 37
const marketplace = nativeMarketplace.id
/** The marketplace's rate at its beginning. */
const FIRST: Rate = { numerator: 15n, denominator: 1_000n }

const dice = createDice(testSeed)
let fixture: ApiFixture & { readonly operator: Operator }
let seller: Trader
let buyer: Trader
let issued: IssuedCollection

beforeAll(async () => {
  fixture = await createOperatedFixture()
  const [artist, first, second] = fixture.traders
  if (!artist || !first || !second) throw new Error('too few people are there')
  seller = first
  buyer = second
  issued = await issueV2Tokens(fixture, artist, seller, CHANGES * 4)
  await issued.setRoyalty(ROYALTY_PER_MILLE)
}, TIMEOUT_MS)
afterAll(() => fixture?.[Symbol.asyncDispose]())

// @feature trade.fee-on-chain
test(
  `over ${CHANGES} changes of the fee on chain, quotes, what is shown of bids and the signed limit follow`,
  async () => {
    const tokens = [...issued.tokenDataIds]
    let rate = FIRST
    for (let nth = 0; nth < CHANGES; nth += 1) {
      const [listed, bidOn, listedAfter, bidOnAfter] = tokens.splice(0, 4) as [string, string, string, string]
      const before = rate
      const prices = Array.from({ length: 4 }, () => dice.octas(200_000_000n, 900_000_000n)) as [bigint, ...bigint[]]
      await list(listed, prices[0])
      await bid(bidOn, prices[1] as bigint)
      rate = lowerThan(before)
      await fixture.operator.change('set_percentage_rate_commission', String(rate.denominator), String(rate.numerator))
      await list(listedAfter, prices[2] as bigint)
      await bid(bidOnAfter, prices[3] as bigint)
      const context = `${repeatCommand} change ${nth}: ${rate.numerator} / ${rate.denominator}`
      const { marketplaces } = await fixture.call(getNetwork, {})
      expect(marketplaces.find(({ id }) => id === marketplace)?.commissionBps, context).toBe(
        Number(applyRate(10_000n, rate)),
      )
      // A lower fee also applies to open orders.
      await expectSale(bidOn, prices[1] as bigint, rate, context)
      await expectSale(bidOnAfter, prices[3] as bigint, rate, context)
      await expectPurchase(listed, prices[0], rate, context)
      await expectPurchase(listedAfter, prices[2] as bigint, rate, context)
    }
  },
  TIMEOUT_MS,
)

/** Expects the seller's proceeds of a sale into the bid in lists, in the dialog, and as the payload's minimum. */
async function expectSale(tokenDataId: string, price: bigint, rate: Rate, context: string): Promise<void> {
  const { commission, net } = splitOf(price, rate)
  const { data: received } = await fixture.call(listUserBids, {
    params: { wallet: seller.address },
    query: { type: 'received', take: 50 },
  })
  expect(received.find((one) => one.tokenDataId === tokenDataId)?.netOctas, context).toBe(String(net))
  const { data: held } = await fixture.call(listMyTokens, { query: { walletAddress: seller.address, limit: 100 } })
  expect(held.find((one) => one.tokenDataId === tokenDataId)?.bestExit, context).toMatchObject({
    netOctas: String(net),
    commissionOctas: String(commission),
  })
  const draft: TradeDraft = { call: 'accept-bid', body: { items: [{ tokenDataId }] } }
  const shown = await fetchQuote(fixture.call, seller.address, draft)
  expect([quoteObstacle(shown), shown.warning], context).toEqual([null, undefined])
  expect(shown.split, context).toMatchObject({
    commissionOctas: String(commission),
    sellerOctas: String(net),
    receivedOctas: String(net),
  })
  expect(await fixture.check(draft, shown, seller.address), context).toBeNull()
  expect(lastArgument(shown.payload), context).toBe(String(net))
  expect(await gainOf(seller, shown), context).toBe(net)
}

async function expectPurchase(tokenDataId: string, price: bigint, rate: Rate, context: string): Promise<void> {
  const { commission, net } = splitOf(price, rate)
  const draft: TradeDraft = { call: 'buy', body: { items: [{ tokenDataId }] } }
  const shown = await fetchQuote(fixture.call, buyer.address, draft)
  expect([quoteObstacle(shown), shown.warning], context).toEqual([null, undefined])
  expect(shown.split, context).toMatchObject({ commissionOctas: String(commission), sellerOctas: String(net) })
  expect(lastArgument(shown.payload), context).toBe(String(price))
  expect(await gainOf(buyer, shown), context).toBe(-price)
}

function splitOf(price: bigint, rate: Rate) {
  const commission = applyRate(price, rate)
  const royalty = (price * BigInt(ROYALTY_PER_MILLE)) / 1_000n
  return { commission, net: price - commission - royalty }
}

type Quote = Awaited<ReturnType<typeof fetchQuote>>

function lastArgument(payload: Quote['payload']): unknown {
  return payload !== null && 'functionArguments' in payload ? payload.functionArguments.at(-1) : payload
}

/** Signs a quote's payload. @returns octas that the trader gained, without gas and storage refund; negative for a loss */
async function gainOf(trader: Trader, { payload, split }: Quote): Promise<bigint> {
  if (payload === null) throw new Error('there is nothing to sign')
  const before = await fixture.balanceOf(trader.address)
  const { success, vmStatus, gasOctas } = await fixture.send(trader, payload)
  expect([success, vmStatus]).toEqual([true, 'Executed successfully'])
  return (await fixture.balanceOf(trader.address)) - before + gasOctas - BigInt(split.storageRefundOctas)
}

async function carryOut(trader: Trader, draft: TradeDraft): Promise<void> {
  const answer = await fetchQuote(fixture.call, trader.address, draft)
  if (answer.payload === null || answer.reason !== null) throw new Error(JSON.stringify(answer))
  const { success, vmStatus } = await fixture.send(trader, answer.payload)
  if (!success) throw new Error(vmStatus)
}

const list = (tokenDataId: string, price: bigint) =>
  carryOut(seller, { call: 'list', body: { items: [{ tokenDataId, price: String(price), marketplace }] } })

const bid = (tokenDataId: string, price: bigint) =>
  carryOut(buyer, {
    call: 'token-bid',
    body: { tokenDataId, price: String(price), aboveFloor: true, expirationTime: YEAR_2100, marketplace },
  })

/** A rate below another: a higher one is in force a week later only. */
function lowerThan({ numerator, denominator }: Rate): Rate {
  const finer = 10n ** 9n
  const parts = (numerator * finer) / denominator
  return { numerator: dice.octas((parts * 7n) / 10n, parts - 1n), denominator: finer }
}
