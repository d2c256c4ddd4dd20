import { listMyTokens } from '@opal/contract/portfolio'
import { listPendingClaims, listSentOffers } from '@opal/contract/portfolio/claims'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiFixture, createApiFixture, type Trader } from './testing/api-fixture.ts'
import { issueV1Tokens } from './testing/issue-tokens.ts'

const TIMEOUT_MS = 120_000

let fixture: ApiFixture
let sender: Trader
let receiver: Trader

beforeAll(async () => {
  fixture = await createApiFixture()
  const [artist, first, second] = fixture.traders as [Trader, Trader, Trader]
  ;[sender, receiver] = [first, second]
  await issueV1Tokens(fixture, artist, [sender], 2)
}, TIMEOUT_MS)
afterAll(() => fixture?.[Symbol.asyncDispose]())

/** Quotes a trade, checks it as the page does, and executes it. @returns why it cannot be signed; null once it is executed. */
async function trade(trader: Trader, draft: TradeDraft): Promise<string | null> {
  const answer = await fetchQuote(fixture.call, trader.address, draft)
  const obstacle = quoteObstacle(answer)
  if (obstacle !== null) return obstacle
  expect(await fixture.check(draft, answer, trader.address)).toBeNull()
  expect(await fixture.send(trader, answer.payload as never)).toMatchObject({ success: true })
  return null
}

/** Tokens of the older standard that the sender holds; the market gives traders others. */
async function held() {
  const { data } = await fixture.call(listMyTokens, { query: { walletAddress: sender.address, limit: 100 } })
  return data.filter(({ collectionName }) => collectionName === 'Brass Keys')
}
const sent = async () => (await fixture.call(listSentOffers, { params: { wallet: sender.address } })).data
const claimable = async () => (await fixture.call(listPendingClaims, { params: { wallet: receiver.address } })).data

// @feature list.take-back
test(
  'a v1 token that nobody has claimed is taken back by its sender, and no longer once it is claimed',
  async () => {
    const [one, two] = (await held()).map(({ tokenDataId }) => tokenDataId) as [string, string]
    const toAddress = receiver.address
    for (const tokenDataId of [one, two]) {
      const body = { toAddress, items: [{ tokenDataId, propertyVersion: '0' }] }
      expect(await trade(sender, { call: 'transfer', body })).toBeNull()
    }
    expect(await held()).toEqual([])
    const waiting = (id: string) => ({ token_data_id: id, to_address: toAddress, from_address: sender.address })
    expect(await sent()).toEqual(expect.arrayContaining([one, two].map((id) => expect.objectContaining(waiting(id)))))
    expect(await claimable()).toHaveLength(2)

    const takeBack = (tokenDataId: string): TradeDraft => {
      return { call: 'take-back', body: { tokenDataId, toAddress, propertyVersion: '0' } }
    }
    expect(await trade(sender, takeBack(one))).toBeNull()
    expect((await held()).map(({ tokenDataId }) => tokenDataId)).toEqual([one])
    expect((await sent()).map((row) => row.token_data_id)).toEqual([two])
    expect(await trade(sender, takeBack(one))).toBe('This was already claimed or taken back.')

    const claim = { tokenDataId: two, fromAddress: sender.address, propertyVersion: '0' }
    expect(await trade(receiver, { call: 'claim', body: claim })).toBeNull()
    expect(await sent()).toEqual([])
    expect(await trade(sender, takeBack(two))).toBe('This was already claimed or taken back.')
    expect(await trade(receiver, takeBack(two))).toBe('This was already claimed or taken back.')
  },
  2 * TIMEOUT_MS,
)
