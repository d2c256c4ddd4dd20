import { expect, it } from 'vitest'
import { METRIC_IDS } from '../../entities/collection/metrics.ts'
import { METRIC_DEFINITIONS } from './metric-definitions.ts'

const id = (digits: string) => `0x${digits.repeat(32)}`
const SUBJECT = { collectionId: id('c0'), tokenDataId: id('70'), wallet: id('a1'), name: 'Something' }

// @feature metric.details
it.each(METRIC_IDS)('defines %s in a sentence, with its formula and its source of events', (metric) => {
  const { meaning, formula, eventsPath } = METRIC_DEFINITIONS[metric]
  expect(meaning).toMatch(/^[A-Z0-9].*\.$/)
  expect(formula).not.toBe('')
  expect(eventsPath(SUBJECT, SUBJECT.wallet)).toMatch(/^\//)
})

// @feature metric.query
it.each(METRIC_IDS)('names a public API call and a query of its own subject for %s', (metric) => {
  const { call, sql } = METRIC_DEFINITIONS[metric]
  const { url, member } = call('https://api.example', SUBJECT)
  expect(url).toMatch(/^https:\/\/api\.example\/(api|data|aggregator)\//)
  expect(member).not.toBe('')
  expect(sql(SUBJECT)).toMatch(/^select [\s\S]+ (public_api|market|chain)\.[\s\S]+;$/)
  expect(sql(SUBJECT)).not.toContain('$')
})

// @feature metric.query
it.each(METRIC_IDS)('queries only what a snapshot holds for %s', (metric) => {
  const { sql } = METRIC_DEFINITIONS[metric]
  expect(sql(SUBJECT)).not.toMatch(/market\.(collection_holders|collection_stats|listings|sales|wallet_points)\b/)
})

// @feature metric.query
it('says of a floor’s change, of a last sale and of a wallet’s listings what is shown', () => {
  for (const metric of ['collection.change-1d', 'collection.change-7d'] as const) {
    const { formula, sql } = METRIC_DEFINITIONS[metric]
    expect([formula, sql(SUBJECT)]).toEqual([
      expect.stringContaining('rounded'),
      expect.stringMatching(/^select round\(/),
    ])
  }
  expect(METRIC_DEFINITIONS['token.last-sale'].sql(SUBJECT)).toContain('and not is_wash')
  const listed = METRIC_DEFINITIONS['portfolio.listed']
  expect(listed.meaning).toContain('closed marketplace')
  expect(listed.sql(SUBJECT)).toContain('not is_deleted')
})

// @feature metric.query
it('queries the points of a wallet with its loyalty, and the loyalty itself', () => {
  const total = METRIC_DEFINITIONS['rewards.total'].sql(SUBJECT)
  expect(total).toContain('then 0.5 else 1 end')
  expect(METRIC_DEFINITIONS['rewards.loyalty'].sql(SUBJECT)).toContain('then 0 else 100 end')
  expect(METRIC_DEFINITIONS['rewards.buying'].sql(SUBJECT)).not.toContain('then 0.5')
})

it('throws an error that names the missing part of the subject', () => {
  expect(() => METRIC_DEFINITIONS['portfolio.cost'].sql({ name: 'nobody' })).toThrow('wallet')
})

// @feature metric.query
it('queries the window that the chart shows', () => {
  const { call, sql } = METRIC_DEFINITIONS['analytics.history']
  const subject = { ...SUBJECT, window: '7d' }
  expect(call('https://api.example', subject).url).toMatch(/window=7d$/)
  expect(sql(subject)).toContain('- 168) / 4) * 4')
  expect(sql({ ...SUBJECT, window: 'for ever' })).toContain('- 720) / 24) * 24')
})

// @feature metric.query
it.each([
  ['1d', 24],
  ['7d', 168],
  ['30d', 720],
])('queries the points of the period that the page shows: %s', (window, hours) => {
  for (const metric of ['rewards.total', 'rewards.buying', 'rewards.listing', 'rewards.bidding'] as const) {
    const { call, sql, eventsPath } = METRIC_DEFINITIONS[metric]
    const subject = { ...SUBJECT, window }
    expect(call('https://api.example', subject).url).toMatch(new RegExp(`[?]interval=${window}$`))
    expect(sql(subject)).toContain(`/ 3600) - ${hours})::bigint * 3600000000 as first`)
    expect(sql(subject)).toContain('(first_hour_micros >= h.first)::int')
    expect(eventsPath(subject, SUBJECT.wallet)).toBe(`/airdrop?tab=ledger&interval=${window}`)
    const season = { ...SUBJECT, window: 'all' }
    expect(call('https://api.example', season).url).not.toContain('interval')
    expect(sql(season)).not.toContain('h.first')
    expect(eventsPath(season, SUBJECT.wallet)).toBe('/airdrop?tab=ledger')
  }
})

// @feature metric.details
it('leads to the history of the points of one’s own wallet alone', () => {
  for (const viewer of [id('b0'), null])
    expect(METRIC_DEFINITIONS['rewards.total'].eventsPath(SUBJECT, viewer)).toBeNull()
})

// @feature metric.query
it.each(['mint.minters', 'mint.today'] as const)('queries for %s as many mints as its formula says', (metric) => {
  const { formula, sql } = METRIC_DEFINITIONS[metric]
  expect(formula).toContain('the last 20,000')
  expect(sql(SUBJECT)).toContain('limit 20000')
})
