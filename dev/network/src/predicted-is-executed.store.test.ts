import { getToken } from '@opal/contract/tokens'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import { isLong, repeatCommand, runs, testSeed } from '@opal/domain/testing/effort/config'
import { isSameQuote } from '@opal/web/features/trading/quote/same-quote'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiFixture, createApiFixture, type Trader } from './testing/api-fixture.ts'
import { createDice } from './testing/dice.ts'
import { CONDITION_FORMS, type ConditionForm, TERM_NAMES, type TermName } from './testing/draft-parts.ts'
import { issueV1Tokens } from './testing/issue-tokens.ts'
import { DRAFT_KINDS, type DraftKind, randomDraft } from './testing/random-drafts.ts'

/** Trades that are executed and compared, and tries that it may take to find so many. */
const TRADES = runs(30, 500)
const MAX_TRIES = TRADES * 20
/** For the market, and for each trade. */
const TIMEOUT_MS = 120_000 + TRADES * 2_000
/** Tokens of the older standard that are minted for it. */
const OLD_TOKENS = 24
/** Every seventh quote is overtaken by another transaction before it is signed. */
const OVERTAKEN_EVERY = 7

/** Every so many tries time passes, at most this long: prices fall, and listings expire. */
const PASSES_EVERY = 5
const MAX_PASSED_SECONDS = 60_000

const NOBODY = `0x${'5e'.repeat(32)}`

let fixture: ApiFixture
/** The artist of the older tokens among them, to whom the royalty of what they trade comes back. */
let traders: readonly Trader[]
beforeAll(async () => {
  fixture = await createApiFixture()
  const [artist, ...others] = fixture.traders
  if (artist === undefined) throw new Error('no artist in the cast')
  traders = fixture.traders
  // The small market has tokens of the newer standard only.
  await issueV1Tokens(fixture, artist, others, OLD_TOKENS)
}, 240_000)
afterAll(() => fixture?.[Symbol.asyncDispose]())

interface Tally {
  executed: number
  overtaken: number
  readonly kinds: Map<string, number>
  readonly marketplaces: Set<string>
  readonly refusals: Map<string, number>
  /** Terms of the listings that were bought. */
  readonly terms: Set<TermName>
  /** Of the conditions of orders. */
  readonly forms: Set<ConditionForm>
}

function isDone({ kinds }: Tally, kind: DraftKind): boolean {
  return ['v1', 'v2', 'mixed'].some((standard) => kinds.has(`${kind} ${standard}`))
}

/** Kinds of which the tally lacks a trade, or all terms. */
function lackedKinds(tally: Tally): readonly DraftKind[] {
  const lacksTerms = tally.terms.size < TERM_NAMES.length
  return DRAFT_KINDS.filter((kind) => !isDone(tally, kind) || (lacksTerms && kind.endsWith('-on-terms')))
}

/**
 * Kinds take turns, so that rare ones come up as often as possible; once there are enough trades, every second one is of a kind that is still
 * missing.
 */
function nextKind(tally: Tally, tries: number): DraftKind {
  const lacked = tally.executed >= TRADES && tries % 2 === 1 ? lackedKinds(tally) : []
  const kinds = lacked.length > 0 ? lacked : DRAFT_KINDS
  return kinds[Math.floor(kinds === lacked ? tries / 2 : tries) % kinds.length] as DraftKind
}

// @feature trade.as-shown, trade.checked-twice
test(
  `over ${TRADES} random trades, total, split and balance are executed to the octa as they were shown`,
  async () => {
    const dice = createDice(testSeed)
    const tally: Tally = {
      executed: 0,
      overtaken: 0,
      kinds: new Map(),
      marketplaces: new Set(),
      refusals: new Map(),
      terms: new Set(),
      forms: new Set(),
    }
    // Until every kind and every term came up, too: some need a market that the trades before them made.
    const isWhole = () =>
      tally.executed >= TRADES &&
      DRAFT_KINDS.every((kind) => isDone(tally, kind)) &&
      tally.terms.size === TERM_NAMES.length &&
      (!isLong || tally.forms.size === CONDITION_FORMS.length)
    for (let tries = 0; !isWhole() && tries < MAX_TRIES; tries += 1) {
      const kind = nextKind(tally, tries)
      const trader = dice.one(traders)
      const others = traders.map(({ address }) => address)
      if (tries % PASSES_EVERY === 0) await fixture.advance(BigInt(dice.between(1, MAX_PASSED_SECONDS)))
      const scene = { call: fixture.call, dice, wallet: trader.address, others, nowSeconds: fixture.nowSeconds() }
      const random = await randomDraft(kind, scene)
      if (random === null) continue
      const shown = await fetchQuote(fixture.call, trader.address, random.draft)
      if (quoteObstacle(shown) !== null) {
        count(tally.refusals, `${kind}: ${quoteObstacle(shown)}`)
        continue
      }
      if (tally.executed % OVERTAKEN_EVERY === 0) {
        tally.overtaken += 1
        if (!(await overtake(trader, random.draft, shown, dice.one(traders)))) continue
      }
      await execute(kind, trader, random.draft)
      tally.executed += 1
      count(tally.kinds, `${kind} ${random.standard}`)
      for (const term of random.terms ?? []) tally.terms.add(term)
      if (random.form !== undefined) tally.forms.add(random.form)
      for (const { marketplace } of shown.items) if (marketplace !== null) tally.marketplaces.add(marketplace)
    }
    expect(tally.executed, `${repeatCommand} ${JSON.stringify([...tally.refusals])}`).toBeGreaterThanOrEqual(TRADES)
    expect(tally.overtaken).toBeGreaterThan(TRADES / OVERTAKEN_EVERY)
    expect(tally.marketplaces.size).toBeGreaterThan(2)
    for (const kind of DRAFT_KINDS) {
      expect(isDone(tally, kind), `${kind} in ${JSON.stringify([...tally.kinds])}`).toBe(true)
    }
    expect([...tally.terms].sort()).toEqual([...TERM_NAMES].sort())
    // A short run has a few orders only.
    if (isLong) expect([...tally.forms].sort()).toEqual([...CONDITION_FORMS].sort())
    expect(await fixture.differences()).toEqual([])
    for (const standard of ['v1', 'v2']) {
      const kinds = [...tally.kinds.keys()].filter((context) => context.endsWith(standard))
      expect(kinds.length, standard).toBeGreaterThan(8)
    }
  },
  TIMEOUT_MS,
)

/** Signs what is quoted now, and holds what the chain did against what the quote said. */
async function execute(kind: string, trader: Trader, draft: TradeDraft): Promise<void> {
  const answer = await fetchQuote(fixture.call, trader.address, draft)
  const { payload, split } = answer
  if (payload === null) throw new Error(`${kind}: ${JSON.stringify(answer)}`)
  const context = `${repeatCommand} ${kind} ${JSON.stringify(draft)}`
  expect(await fixture.check(draft, answer, trader.address), context).toBeNull()
  const isBought = draft.call === 'buy' || draft.call === 'sweep'
  expectGuard(draft, answer, context)
  const owed = isBought ? await owedBy(trader, answer) : new Map<Address, bigint>()
  const before = await balancesOf([trader.address, ...owed.keys()])
  const executed = await fixture.send(trader, payload)
  const after = await balancesOf([trader.address, ...owed.keys()])
  expect([executed.success, executed.vmStatus], context).toEqual([true, 'Executed successfully'])
  expect({ gas: executed.gasOctas, before: before[0], after: after[0] }, context).toEqual({
    gas: BigInt(split.gasOctas),
    before: BigInt(split.balanceOctas ?? -1),
    after: BigInt(split.balanceAfterOctas ?? -1),
  })
  const got = [...owed.keys()].map((_, at) => (after[at + 1] ?? 0n) - (before[at + 1] ?? 0n))
  expect(got, context).toEqual([...owed.values()])
  const parts = BigInt(split.sellerOctas) + BigInt(split.commissionOctas) + BigInt(split.royaltyOctas)
  if (isBought) expect(parts, context).toBe(BigInt(split.priceOctas))
}

/** The chain holds every purchase and sale to what is shown. */
function expectGuard({ call }: TradeDraft, { priceGuard }: TradeAnswer, context: string): void {
  if (call === 'buy' || call === 'sweep' || call === 'accept-bid')
    expect(priceGuard, context).toMatch(/^(call|script|aggregator)$/)
  else expect(priceGuard, context).toBeNull()
}

/** Returns what sellers and creators should receive from a purchase, by its items. */
async function owedBy(buyer: Trader, { items }: TradeAnswer): Promise<ReadonlyMap<Address, bigint>> {
  const owed = new Map<Address, bigint>()
  const add = (to: string | null | undefined, octas: string | null) => {
    if (to == null || to === buyer.address) return
    const address = parseAddress(to)
    owed.set(address, (owed.get(address) ?? 0n) + BigInt(octas ?? 0))
  }
  for (const item of items) {
    if (item.reason !== null || item.tokenDataId === null) continue
    const token = await fixture.call(getToken, { params: { id: item.tokenDataId } })
    add(token.owner?.walletAddress, item.sellerOctas)
    add(token.royaltyPayee, item.royaltyOctas)
  }
  return owed
}

async function balancesOf(addresses: readonly Address[]): Promise<readonly bigint[]> {
  return Promise.all(addresses.map((address) => fixture.balanceOf(address)))
}

/**
 * Makes another trade between quote and signature: the second check must notice it.
 * @returns whether the trade is still possible.
 */
async function overtake(trader: Trader, draft: TradeDraft, shown: TradeAnswer, other: Trader): Promise<boolean> {
  if (!(await buyBefore(draft, other))) {
    const spent = await fixture.send(trader, {
      function: '0x1::aptos_account::transfer',
      typeArguments: [],
      functionArguments: [other.address === trader.address ? NOBODY : other.address, '1'],
    })
    expect(spent.success).toBe(true)
  }
  const now = await fetchQuote(fixture.call, trader.address, draft)
  expect(quoteObstacle(now) !== null || !isSameQuote(shown, now), JSON.stringify([draft, shown, now])).toBe(true)
  return quoteObstacle(now) === null
}

/**
 * Makes another account buy the first item of the purchase.
 * @returns whether it did.
 */
async function buyBefore(draft: TradeDraft, other: Trader): Promise<boolean> {
  const [first] = draft.call === 'buy' ? draft.body.items : []
  if (first === undefined) return false
  const answer = await fetchQuote(fixture.call, other.address, { call: 'buy', body: { items: [first] } })
  if (answer.payload === null || quoteObstacle(answer) !== null) return false
  return (await fixture.send(other, answer.payload)).success
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
