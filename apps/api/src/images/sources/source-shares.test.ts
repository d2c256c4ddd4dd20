import { clientAt } from '@opal/domain/limits/client'
import { describe, expect, it } from 'vitest'
import { SourceShares } from './source-shares.ts'

const keys = (shares: SourceShares, src: string) => shares.of(src).map(({ key }) => key)

describe('the shares of sources', () => {
  it('are those of the owner of a host, and of content by its root', () => {
    const shares = new SourceShares()
    expect(keys(shares, 'https://a.evil.com/1.png')).toEqual(keys(shares, 'https://b.evil.com/2.png'))
    expect(keys(shares, 'https://a.evil.com/1.png')).not.toEqual(keys(shares, 'https://good.com/1.png'))
    const [one, gateways] = keys(shares, 'ipfs://bafy1/1.png')
    expect(keys(shares, 'ipfs://ipfs/bafy1/2.png')).toEqual([one, gateways])
    expect(keys(shares, 'ipfs://bafy2/1.png')[0]).not.toBe(one)
    expect(keys(shares, 'ipfs://bafy2/1.png')[1]).toBe(gateways)
  })

  it('are those of the content at a gateway that is named itself, which has those of two hosts', () => {
    const shares = new SourceShares()
    const slow = 'https://dweb.example/ipfs/bafy1/1.png'
    shares.took(slow, 15_000)
    expect(shares.of(slow)).toHaveLength(3)
    expect(shares.of('https://dweb.example/ipfs/bafy2/1.png')).toEqual([
      { key: 'dweb.example bafy2', clients: 1 },
      { key: 'dweb.example', clients: 2 },
    ])
  })

  it.each([
    ['https://bafymissing.ipfs.nftstorage.link/1.png', 'https://bafyhonest.ipfs.nftstorage.link/1.png'],
    ['https://bafymissing.ipfs.dweb.link/1.png', 'https://bafyhonest.ipfs.dweb.link/1.png'],
    ['https://arweave.net/MISSINGtx', 'https://arweave.net/HONESTtx'],
    ['https://evil.s3.amazonaws.com/25mb.png', 'https://honest.s3.amazonaws.com/1.png'],
  ])('are not slow for others at one service: %s', (slow, other) => {
    const shares = new SourceShares()
    shares.took(slow, 15_000)
    expect(shares.of(slow)).toHaveLength(3)
    expect(keys(shares, other)).toHaveLength(2)
    expect(keys(shares, other)[1]).toBe(keys(shares, slow)[1])
  })

  it('are one for all sources that were slow lately', () => {
    let now = 0
    const shares = new SourceShares(() => now)
    shares.took('https://a.evil.com/1.png', 15_000)
    shares.took('https://bad.org/1.png', 15_000)
    shares.took('https://good.com/1.png', 300)
    const pool = keys(shares, 'https://b.evil.com/2.png')[1]
    expect(pool).toBeDefined()
    expect(keys(shares, 'https://bad.org/3.png')[1]).toBe(pool)
    expect(keys(shares, 'https://good.com/1.png')).toHaveLength(1)
    now += 60_000
    expect(keys(shares, 'https://bad.org/3.png')).toHaveLength(1)
  })

  it('end for a source that has sent too much in a minute, and for no other', async () => {
    let now = 0
    const shares = new SourceShares(() => now)
    const chunk = new Uint8Array(25_000_000)
    async function* body() {
      for (let each = 0; each < 50; each += 1) yield chunk
    }
    const read = async (src: string) => {
      let bytes = 0
      for await (const { byteLength } of shares.counted(src, body(), null)) bytes += byteLength
      return bytes
    }
    await expect(read('https://a.evil.com/1.png')).rejects.toMatchObject({ code: 'overloaded' })
    await expect(read('https://b.evil.com/1.png')).rejects.toMatchObject({ code: 'overloaded' })
    const other = shares.counted('https://good.com/1.png', body(), null)
    expect((await other.next()).value).toHaveLength(25_000_000)
    now += 60_000
    expect((await shares.counted('https://a.evil.com/1.png', body(), null).next()).value).toHaveLength(25_000_000)
  })

  it('are not spent by one client, however often it asks', async () => {
    const shares = new SourceShares(() => 0)
    async function* body() {
      for (let each = 0; each < 20; each += 1) yield new Uint8Array(25_000_000)
    }
    const read = async (client: string) => {
      let bytes = 0
      for await (const { byteLength } of shares.counted('https://a.cdn.com/1.png', body(), clientAt(client)))
        bytes += byteLength
      return bytes
    }
    for (let each = 0; each < 5; each += 1)
      await expect(read('203.0.113.9')).rejects.toMatchObject({ code: 'overloaded' })
    expect(await shares.counted('https://a.cdn.com/2.png', body(), clientAt('198.51.100.7')).next()).toMatchObject({
      done: false,
    })
  })

  it.each(['https://a.cdn.com/1.png', 'ipfs://bafy1/1.png', 'https://arweave.net/tx1'])(
    'are not spent by the networks of one IPv6 /48: %s',
    async (src) => {
      const shares = new SourceShares(() => 0)
      async function* body() {
        yield new Uint8Array(25_000_000)
      }
      const read = (client: string) => shares.counted(src, body(), clientAt(client)).next()
      const refused: unknown[] = []
      for (let each = 0; each < 96; each += 1)
        await read(`2001:db8:1:${each % 8}::1`).catch(({ code }) => refused.push(code))
      expect(refused).toContain('overloaded')
      for (const other of ['198.51.100.7', '2001:db8:2:1::1']) expect(await read(other)).toMatchObject({ done: false })
    },
  )
})
