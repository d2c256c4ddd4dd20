// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addTrade, dropTrade, openTrades, type Trade, trades, updateTrade } from './pending-trades.ts'
import { notifySettled, onSettled } from './settled-listeners.ts'
import { holdWhileAwaiting } from './wallet-request-lock.ts'

const KEY = 'opal.transactions'

function tradeOf(id: string, state: Trade['state'] = 'submitted'): Trade {
  return {
    id,
    walletAddress: `0x${'a'.repeat(64)}`,
    kind: 'list',
    call: '0x1::market::list',
    hash: null,
    version: null,
    doing: 'Listing Stone #9',
    success: 'Item listed',
    failure: 'Failed to execute transaction.',
    image: null,
    tokenDataIds: [],
    submittedAtMs: 1,
    sequenceNumber: '7',
    sentence: null,
    state,
  }
}
const idsHere = () => trades.get().map(({ id }) => id)
/** Does what another tab does: it writes, and the browser notifies this page. */
function storeElsewhere(key: string, stored: readonly Trade[]): void {
  localStorage.setItem(key, JSON.stringify(stored))
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  trades.set([])
  // It writes: storage that was full or forbidden in a test is not any more.
  dropTrade('none')
  localStorage.clear()
})

// @feature trade.tray
describe('the trades of a browser', () => {
  it('are those that any tab has stored last, until the page stops following', () => {
    const lists = fc.array(fc.uniqueArray(fc.constantFrom('1', '2', '3', '4')), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(lists, (changes) => {
        trades.set([])
        localStorage.clear()
        const stop = openTrades()
        for (const ids of changes) {
          storeElsewhere(
            KEY,
            ids.map((id) => tradeOf(id)),
          )
          expect(idsHere()).toEqual(ids)
        }
        storeElsewhere('opal.another', [tradeOf('5')])
        expect(idsHere()).toEqual(changes.at(-1))
        stop()
        storeElsewhere(KEY, [tradeOf('6')])
        expect(idsHere()).toEqual(changes.at(-1))
      }),
    )
  })

  it('are those under way, however many have come since, and the last that have ended', () => {
    const states = fc.constantFrom<Trade['state']>(
      'asking',
      'unanswered',
      'submitted',
      'indexing',
      'confirmed',
      'failed',
    )
    fc.assert(
      fc.property(fc.array(states, { minLength: 30, maxLength: 80 }), (list) => {
        trades.set([])
        localStorage.clear()
        for (const [at, state] of list.entries()) addTrade(tradeOf(String(at), state))
        const isOver = (id: string) => list[Number(id)] === 'confirmed' || list[Number(id)] === 'failed'
        const ids = list.map((_, at) => String(at)).toReversed()
        const ended = ids.filter(isOver).slice(0, 20)
        expect(idsHere()).toEqual(ids.filter((id) => !isOver(id) || ended.includes(id)))
        // As after a reload.
        trades.set([])
        const stop = openTrades()
        expect(idsHere().filter((id) => !isOver(id))).toEqual(ids.filter((id) => !isOver(id)))
        stop()
      }),
    )
  })

  it('stay while they are under way here, whatever another tab writes that has not read them', async () => {
    const stop = openTrades()
    await holdWhileAwaiting('1', async () => {
      addTrade(tradeOf('1', 'asking'))
      storeElsewhere(KEY, [tradeOf('2')])
      expect(idsHere()).toEqual(['1', '2'])
      updateTrade('1', { state: 'submitted' })
      onSettled('1', () => {})
    })
    storeElsewhere(KEY, [tradeOf('3')])
    expect(idsHere()).toEqual(['1', '3'])
    updateTrade('1', { state: 'failed' })
    expect(JSON.parse(localStorage.getItem(KEY) ?? '[]')).toMatchObject([{ id: '1', state: 'failed' }, { id: '3' }])
    // Closed by another tab.
    storeElsewhere(KEY, [tradeOf('3')])
    expect(idsHere()).toEqual(['3'])
    notifySettled('1', 'failed')
    stop()
  })

  it('stay on the page where storage is full, whatever it holds of before, until there is room again', () => {
    addTrade(tradeOf('1'))
    const stored = new Map([[KEY, localStorage.getItem(KEY) ?? '']])
    const setItem = vi.fn((key: string, text: string) => void stored.set(key, text))
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem })
    const full = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    setItem.mockImplementationOnce(full).mockImplementationOnce(full)
    addTrade(tradeOf('2'))
    updateTrade('2', { state: 'failed' })
    expect(trades.get().map(({ id, state }) => [id, state])).toEqual([
      ['2', 'failed'],
      ['1', 'submitted'],
    ])
    updateTrade('1', { state: 'indexing' })
    expect(JSON.parse(stored.get(KEY) ?? '[]')).toMatchObject([{ id: '2' }, { id: '1', state: 'indexing' }])
  })

  it('stay on the page where storage is forbidden, also when it opens them again', () => {
    const forbid = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid })
    openTrades()()
    addTrade(tradeOf('1'))
    openTrades()()
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(idsHere()).toEqual(['1'])
  })
})
