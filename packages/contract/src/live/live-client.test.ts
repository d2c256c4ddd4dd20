import { describe, expect, it, vi } from 'vitest'
import { fakeTimers, floor, HERE, LivePage, MAX_DEAF_MS, THERE } from './testing/live-page.ts'

fakeTimers()

// @feature shell.live-rooms, shell.live-gap
describe('LiveClient', () => {
  it('is live once every room is acknowledged and what happened since the page was made has been fetched', async () => {
    using page = new LivePage('2')
    for (let each = 0; each < 4; each++) page.server.append(floor())
    page.want([{ collectionId: HERE }, { room: 'bid_room' }])
    await page.pass(900)
    expect([page.state, page.ids]).toEqual(['connecting', []])
    await page.pass(500)
    expect([page.state, page.ids]).toEqual(['live', ['3', '4']])
    page.server.append(floor())
    await page.pass(500)
    expect(page.ids).toEqual(['3', '4', '5'])
  })

  it('asks for nothing from before it joined when no version is known', async () => {
    using page = new LivePage(null)
    for (let each = 0; each < 9; each++) page.server.append(floor())
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    page.server.append(floor())
    await page.pass(500)
    expect([page.state, page.ids]).toEqual(['live', ['10']])
  })

  it('never says live on a connection that acknowledges nothing, and opens another', async () => {
    using page = new LivePage()
    page.server.isDeaf = true
    page.want([{ collectionId: HERE }])
    await page.pass(11_500)
    expect(page.states).toEqual(['reconnecting'])
    page.server.isDeaf = false
    page.server.append(floor())
    await page.pass(5_000)
    expect([page.state, page.ids]).toEqual(['live', ['1']])
  })

  it('says that it is not live when one room of several falls silent, and gets its messages', async () => {
    using page = new LivePage()
    page.want([{ collectionId: HERE }, { room: 'bid_room' }])
    await page.pass(3_000)
    page.socket.connection?.rooms.delete(HERE)
    page.server.append(floor())
    page.server.append({ kind: 'bid_change', collectionId: THERE })
    await page.pass(MAX_DEAF_MS + 6_000)
    expect(page.states).toEqual(['live', 'reconnecting', 'live'])
    expect([page.state, page.ids]).toEqual(['live', ['2', '1']])
  })

  it('opens another connection when one acknowledges every room again and sends nothing, and is not live until then', async () => {
    using page = new LivePage()
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    const first = page.socket.connection
    if (first !== null) first.isMuted = true
    page.server.append(floor())
    await page.pass(MAX_DEAF_MS + 1_000)
    expect([page.state, page.ids, page.socket.connection === first]).toEqual(['reconnecting', ['1'], true])
    await page.pass(MAX_DEAF_MS + 10_000, () => {
      if (page.socket.connection === first) expect(page.state).toBe('reconnecting')
    })
    page.server.append(floor())
    await page.pass(500)
    expect([page.states, page.ids]).toEqual([
      ['live', 'reconnecting', 'live'],
      ['1', '2'],
    ])
    expect(page.socket.connection).not.toBe(first)
  })

  it('is not live while the server cannot read its store, and soon after it can', async () => {
    using page = new LivePage()
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    page.server.isStoreAway = true
    await page.pass(60_000)
    expect(page.state).toBe('reconnecting')
    page.server.append(floor())
    page.server.isStoreAway = false
    await page.pass(15_000)
    expect([page.state, page.ids]).toEqual(['live', ['1']])
  })

  it('stays live while a page that was just opened joins its room', async () => {
    using page = new LivePage()
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    page.want([{ collectionId: THERE }])
    await page.pass(3_000)
    expect(page.states).toEqual(['live'])
  })

  it('retries a failed back-fill, and holds back messages until then', async () => {
    using page = new LivePage('0')
    page.server.append(floor())
    const fetchSince = vi.spyOn(page.server, 'fetchSince').mockRejectedValue(new Error('unreachable'))
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    page.server.append(floor())
    await page.pass(3_000)
    expect([page.state, page.ids]).toEqual(['connecting', []])
    fetchSince.mockRestore()
    await page.pass(10_000)
    expect([page.state, page.ids]).toEqual(['live', ['1', '2']])
  })
})
