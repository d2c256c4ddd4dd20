// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnTransaction } from '../../../entities/wallet/chain-node.ts'
import type { Trade } from './pending-trades.ts'
import { follow, SUBMITTED, SUCCESS } from './testing/follow-script.ts'

// @feature trade.unanswered
describe('when the page was closed before the wallet responded', () => {
  const asked: Trade = { ...SUBMITTED, hash: null, state: 'unanswered' }
  const ours: OwnTransaction = { hash: '0xfeed', call: asked.call }
  const find = (around: Parameters<typeof follow>[2]) => follow([SUCCESS], [70n], { trade: asked, ...around })

  it('finds a submitted transaction by its sequence number, and follows it', async () => {
    const { end, changes } = await find({ sent: [new TypeError('offline'), null, ours] })
    expect(end).toBe('confirmed')
    expect(changes[0]).toEqual({ hash: '0xfeed', state: 'submitted', sentence: null })
  })

  it('finds it in whatever way the node spells the address of what was called', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(1n, 2n ** 256n - 1n), async (address) => {
        const digits = address.toString(16)
        const stored = { ...asked, call: `0x${digits.padStart(64, '0')}::market::buy` }
        const endOf = async (call: string) => (await find({ trade: stored, sent: [{ ...ours, call }] })).end
        expect(await endOf(`0x${digits}::market::buy`)).toBe('confirmed')
        expect(await endOf(`0x${digits}::market::buy_many`)).toBe('lost')
      }),
    )
  })

  it('reports that nothing was sent when another transaction has the sequence number', async () => {
    const { end, changes } = await find({ sent: [{ ...ours, call: '0x1::coin::transfer' }] })
    expect(end).toBe('lost')
    // The window of the wallet may still be open: approved there, it would be sent with the next number.
    expect(changes[0]?.sentence).toMatch(/Nothing was moved\. If it’s still asking for this one, decline it\.$/)
  })

  it('claims nothing where the wallet may have sent it after another one, with a later number', async () => {
    const transfer: OwnTransaction = { hash: '0xa', call: '0x1::coin::transfer' }
    const retry: Trade = { ...SUBMITTED, id: 't2', hash: '0xb', sequenceNumber: '5' }
    const known: OwnTransaction = { hash: '0xb', call: asked.call }
    const cases = fc.array(fc.constantFrom<OwnTransaction | Error>(transfer, known, ours, new TypeError('offline')), {
      maxLength: 24,
    })
    await fc.assert(
      fc.asyncProperty(cases, async (later) => {
        const { end, changes } = await find({ sent: [transfer], others: [retry], later })
        const isUnclear = later.length >= 20 || later.some((one) => one === ours || one instanceof Error)
        const words = isUnclear ? 'Check your wallet’s activity' : 'Never sent'
        expect(end).toBe('lost')
        expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining(words), sequenceNumber: null }])
      }),
    )
  })

  it('claims nothing where what has the number was executed before the wallet was asked: a node behind the others had not counted it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -5_000, max: 5_000 }), async (sentMs) => {
        const sent = { ...ours, call: '0x1::coin::transfer', executedAtMs: 10_000 + sentMs }
        const { end, changes } = await find({ trade: { ...asked, submittedAtMs: 10_000 }, sent: [sent] })
        const words = sentMs < 0 ? 'Check your wallet’s activity' : 'Never sent'
        expect(end).toBe('lost')
        expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining(words), sequenceNumber: null }])
      }),
    )
  })

  it('reports that nothing was sent when the sequence number stays unused after a long timeout', async () => {
    const { end, changes } = await find({ sent: [null] })
    expect(end).toBe('lost')
    expect(changes[0]?.sentence).toMatch(
      /^Most likely not sent: .+Otherwise check its activity before you try again\.$/,
    )
  })

  it('finds a transaction that the wallet sends after the timeout', async () => {
    const { end, changes } = await find({ trade: { ...asked, state: 'lost' }, sent: [null, null, ours] })
    expect(end).toBe('confirmed')
    expect(changes[0]).toEqual({ hash: '0xfeed', state: 'submitted', sentence: null })
  })

  it('does not mistake another attempt of the same kind for its own', async () => {
    const retry: Trade = { ...SUBMITTED, id: 't2', hash: ours.hash }
    const { end, changes } = await find({ trade: { ...asked, state: 'lost' }, sent: [ours], others: [retry] })
    expect(end).toBe('lost')
    expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining('Never sent'), sequenceNumber: null }])
  })

  it('claims nothing where the number that was read was that of a transaction sent earlier', async () => {
    const calls = fc.constantFrom(asked.call, '0x1::market::list')
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: -5_000, max: 5_000 }), async (call, sentMs) => {
        const one: Trade = { ...SUBMITTED, id: 't2', call, hash: ours.hash, submittedAtMs: 10_000 + sentMs }
        const late: Trade = { ...asked, submittedAtMs: 10_000 }
        const { end, changes } = await find({ trade: late, sent: [{ ...ours, call }], others: [one] })
        const words = sentMs < 0 ? 'Check your wallet’s activity' : 'Never sent'
        expect(end).toBe('lost')
        expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining(words), sequenceNumber: null }])
      }),
    )
  })

  it('reports an unknown result when the sequence number was not read beforehand', async () => {
    const { end, changes } = await find({ trade: { ...asked, sequenceNumber: null }, sent: [null] })
    expect(end).toBe('lost')
    expect(changes[0]?.sentence).toContain('Check your wallet’s activity')
  })
})
