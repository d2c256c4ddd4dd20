import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createTradeCounts } from '../../trading/trade-counts.ts'
import { noteTrade } from './note-trade.ts'

const PAYLOAD = { function: '0x1::a::b', typeArguments: [], functionArguments: [] }
const reasonOf = (code: string) => ({ code, sentence: 'No.' })

/** Returns what is counted of an answer, and the reasons that are logged. */
function noted(result: unknown, query: object = {}) {
  const logged: string[] = []
  const log = { info: ({ reasons }: { readonly reasons: readonly string[] }) => void logged.push(...reasons) }
  const counts = createTradeCounts([])
  noteTrade(counts, { id: 'one', query, log } as unknown as FastifyRequest, 'build-buy', result)
  const offered = counts.answers.filter(({ count }) => count > 0).map((each) => each.offered)
  return { offered, reasons: counts.refusals.map(({ reason }) => reason), logged }
}

test.each([
  ['a payload and no reason', PAYLOAD, null, [null], true, []],
  ['a payload and items that are left out', PAYLOAD, null, [null, 'listing-gone'], true, []],
  ['a payload that the wallet cannot pay', PAYLOAD, 'insufficient-balance', [null], true, []],
  [
    'no payload, as the wallet can pay none of the items',
    null,
    null,
    ['insufficient-balance', 'insufficient-balance'],
    true,
    [],
  ],
  ['a payload that the node was not asked about', PAYLOAD, 'node-unavailable', [null], false, ['node-unavailable']],
  ['a payload that would fail', PAYLOAD, 'simulation-failed', ['listing-gone', null], false, ['simulation-failed']],
  ['no payload', null, 'node-unavailable', ['own-listing'], false, ['node-unavailable', 'own-listing']],
  ['no payload, as no item can be traded', null, null, ['own-listing'], false, ['own-listing']],
] as const)('counts an answer with %s', (_, payload, reason, items, offered, reasons) => {
  const answer = {
    payload,
    reason: reason === null ? null : reasonOf(reason),
    items: items.map((code) => ({ reason: code === null ? null : reasonOf(code) })),
  }
  expect(noted(answer)).toEqual({ offered: [offered], reasons, logged: reasons })
  expect(noted(answer, { refresh: 'true' })).toEqual({ offered: [], reasons: [], logged: [] })
})
