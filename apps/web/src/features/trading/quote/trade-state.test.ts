import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { isSameQuote } from './same-quote.ts'
import { quoteObstacle } from './trade-draft.ts'
import { INITIAL_TRADE_STATE, nextTradeState, type TradeEvent, type TradeState } from './trade-state.ts'

const answer = answerOf()
const quoted: TradeEvent = { type: 'quoted', answer, obstacle: null, what: null }
const run = (...events: TradeEvent[]) => events.reduce<TradeState>(nextTradeState, INITIAL_TRADE_STATE)

describe('a trading dialog', () => {
  it('goes through quote, check and wallet to submitted', () => {
    expect(run(quoted).step).toBe('ready')
    expect(run(quoted, { type: 'confirmed' }).step).toBe('checking')
    expect(run(quoted, { type: 'confirmed' }, { type: 'unchanged', answer }).step).toBe('asking-wallet')
    const end = run(quoted, { type: 'confirmed' }, { type: 'unchanged', answer }, { type: 'submitted', tradeId: 't1' })
    expect(end).toEqual({ step: 'submitted', tradeId: 't1', answer })
  })

  // @feature trade.live-quote
  it('says with its first quote how that is worse than what was shown before', () => {
    const note = { kind: 'changed', what: 'It fell.' }
    expect(run({ ...quoted, what: 'It fell.' })).toEqual({ step: 'ready', answer, note })
    expect(
      run({ ...quoted, what: 'It fell.' }, { type: 'refreshed', answer, obstacle: null, what: null }),
    ).toMatchObject({ note })
    expect(run(quoted)).toMatchObject({ note: null })
  })

  it('stops and shows the new amounts when they changed before signing', () => {
    const dearer = answerOf({ priceOctas: '200000000' })
    const state = run(
      quoted,
      { type: 'confirmed' },
      { type: 'changed', answer: dearer, obstacle: null, what: 'It rose.' },
    )
    expect(state).toEqual({ step: 'ready', answer: dearer, note: { kind: 'changed', what: 'It rose.' } })
  })

  it('stops when the listing is gone before signing', () => {
    const sentence = 'Token is already sold or delisted'
    expect(run(quoted, { type: 'confirmed' }, { type: 'changed', answer, obstacle: sentence, what: null })).toEqual({
      step: 'unavailable',
      sentence,
    })
  })

  it('treats a rejection as no failure: the button is enabled again', () => {
    expect(run(quoted, { type: 'confirmed' }, { type: 'unchanged', answer }, { type: 'rejected' })).toEqual({
      step: 'ready',
      answer,
      note: { kind: 'rejected' },
    })
  })

  // @feature trade.live-quote
  it('shows a refreshed quote while the user decides, and only then', () => {
    const now = answerOf({ priceOctas: '90000000' })
    const refreshed = (what: string | null, obstacle: string | null = null) =>
      ({ type: 'refreshed', answer: now, obstacle, what }) as const
    expect(run(quoted, refreshed('It fell.'))).toEqual({
      step: 'ready',
      answer: now,
      note: { kind: 'changed', what: 'It fell.' },
    })
    // The change stays on screen until the user confirms, also when the next quote is the same.
    expect(run(quoted, refreshed('It fell.'), refreshed(null))).toMatchObject({ note: { what: 'It fell.' } })
    expect(run(quoted, refreshed(null, 'gone'))).toEqual({ step: 'unavailable', sentence: 'gone' })
    expect(run(quoted, refreshed(null, 'gone'), refreshed('It is back.'))).toEqual({
      step: 'ready',
      answer: now,
      note: { kind: 'changed', what: 'It is back.' },
    })
    expect(run(quoted, { type: 'confirmed' }, refreshed('It fell.'))).toEqual({ step: 'checking', answer })
    const asking = run(quoted, { type: 'confirmed' }, { type: 'unchanged', answer }, refreshed('It fell.'))
    expect(asking).toEqual({ step: 'asking-wallet', answer })
  })

  it('never asks the wallet without a preceding check, in any order of events', () => {
    const event: fc.Arbitrary<TradeEvent> = fc.constantFrom<TradeEvent>(
      { type: 'quote-asked' },
      quoted,
      { type: 'quote-failed', sentence: 'x' },
      { type: 'confirmed' },
      { type: 'unchanged', answer },
      { type: 'changed', answer, obstacle: null, what: null },
      { type: 'refreshed', answer, obstacle: null, what: 'It fell.' },
      { type: 'refreshed', answer, obstacle: 'gone', what: null },
      { type: 'rejected' },
      { type: 'wallet-failed', sentence: 'x' },
      { type: 'submitted', tradeId: 't1' },
      { type: 'next' },
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
        let state: TradeState = INITIAL_TRADE_STATE
        for (const one of events) {
          const next = nextTradeState(state, one)
          if (next.step === 'asking-wallet' && state.step !== 'asking-wallet') expect(state.step).toBe('checking')
          if (next.step === 'submitted' && state.step !== 'submitted') expect(state.step).toBe('asking-wallet')
          state = next
        }
      }),
    )
  })
})

describe('isSameQuote', () => {
  it('tolerates a small change of gas and nothing else', () => {
    const withGas = (gas: bigint) => answerOf({ gasOctas: String(gas), totalOctas: String(100_000_000n + gas) })
    expect(isSameQuote(answer, withGas(210_000n))).toBe(true)
    expect(isSameQuote(answer, withGas(100n))).toBe(true)
    expect(isSameQuote(answer, withGas(400_000n))).toBe(false)
    expect(isSameQuote(answerOf({ storageRefundOctas: '90000' }), answer)).toBe(false)
    expect(isSameQuote(answer, answerOf({ storageRefundOctas: '90000' }))).toBe(true)
    for (const part of ['priceOctas', 'sellerOctas', 'commissionOctas', 'royaltyOctas'] as const) {
      expect(isSameQuote(answer, answerOf({ [part]: '1' }))).toBe(false)
    }
  })

  it('detects another call', () => {
    const payload = { function: '0x1::other::call' as const, typeArguments: [], functionArguments: [] }
    expect(isSameQuote(answer, answerOf({}, { payload }))).toBe(false)
  })
})

describe('quoteObstacle', () => {
  const reason = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
  it('is null for a quote that can be signed', () => {
    expect(quoteObstacle(answer)).toBeNull()
  })

  it('returns the reason of the trade, of an item or of the simulation', () => {
    expect(quoteObstacle(answerOf({}, { reason }))).toBe(reason.sentence)
    expect(quoteObstacle(answerOf({}, { payload: null }))).toBe('This can’t be done right now.')
    const simulation = { success: false, vmStatus: 'abort', gasUsed: '1', gasOctas: '1', error: reason }
    expect(quoteObstacle(answerOf({}, { simulation }))).toBe(reason.sentence)
  })

  // @feature trade.too-poor
  it.each([
    [
      'the price',
      { totalOctas: '250000000', gasOctas: '0', balanceOctas: '0' },
      'This takes 2.5 APT plus gas; you have 0 APT.',
    ],
    [
      'price and gas',
      { totalOctas: '250001200', gasOctas: '1200', balanceOctas: '250000000' },
      'This takes 2.500012 APT; you have 2.5 APT.',
    ],
    [
      'gas alone',
      { totalOctas: '0', gasOctas: '0', balanceOctas: '1' },
      'This takes some APT for gas; you have 0.00000001 APT.',
    ],
    ['an unknown balance', { totalOctas: '250000000', balanceOctas: null }, ''],
  ])('says what is needed and what is there: %s', (_, split, expected) => {
    const poor = { code: 'insufficient-balance', sentence: 'Not enough APT in your wallet.' }
    const simulation = { success: false, vmStatus: 'abort', gasUsed: '0', gasOctas: '0', error: poor }
    for (const given of [{ reason: poor }, { simulation }, { reason: poor, simulation }]) {
      expect(quoteObstacle(answerOf(split, given))).toBe(`Not enough APT in your wallet. ${expected}`.trim())
    }
  })
})
