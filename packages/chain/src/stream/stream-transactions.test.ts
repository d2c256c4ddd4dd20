import { status } from '@grpc/grpc-js'
import { describe, expect, it } from 'vitest'
import { padded, responseOf, versions } from '../testing/responses.ts'
import { turns } from '../testing/serve-disturbed.ts'
import { streamOptionsFor } from '../testing/stream-options-for.ts'
import { type Connection, StreamServer, startStreamServer } from '../testing/stream-server.ts'
import type { StreamOptions } from './stream-options.ts'
import { streamTransactions } from './stream-transactions.ts'

const silent: Connection = () => undefined

describe('streamTransactions', () => {
  it('delivers every version once, in order, whatever the size of the responses', async () => {
    await using server = await startStreamServer(({ send }) => {
      send(responseOf(versions(5, 5)))
      send(responseOf([]))
      send(responseOf(versions(6, 30)))
    })
    expect(await take(server.address, 26, { fromVersion: 5n })).toEqual(versions(5, 30))
    expect(server.requested).toEqual([5n])
  })

  it('reconnects with the next version when the server ends or breaks the stream', async () => {
    await using server = await startStreamServer(
      ({ send, end }) => {
        send(responseOf(versions(0, 2)))
        end()
      },
      ({ send, fail }) => {
        send(responseOf(versions(3, 4)))
        fail(status.UNAVAILABLE, 'going down')
      },
      ({ send }) => void send(responseOf(versions(5, 6))),
    )
    const lost: string[] = []
    const seen = await take(server.address, 7, { onLost: (error, next) => lost.push(`${next} ${error.code}`) })
    expect(seen).toEqual(versions(0, 6))
    expect(server.requested).toEqual([0n, 3n, 5n])
    expect(lost).toEqual(['3 stream-lost', '5 stream-lost'])
  })

  it('reconnects to a silent server', async () => {
    await using server = await startStreamServer(silent, ({ send }) => void send(responseOf(versions(0, 0))))
    expect(await take(server.address, 1, { silenceMs: 20 })).toEqual([0n])
    // A machine under load may need more than one silence to answer.
    expect(server.requested.length).toBeGreaterThan(1)
    expect(new Set(server.requested)).toEqual(new Set([0n]))
  })

  it('waits longer after each failure in a row', async () => {
    const refuse: Connection = ({ fail }) => fail(status.UNAVAILABLE, 'not yet')
    await using server = await startStreamServer(refuse, refuse, refuse, refuse, ({ send }) => {
      send(responseOf(versions(0, 0)))
    })
    const waits: number[] = []
    await take(server.address, 1, {
      backoff: { firstMs: 1, maxMs: 4 },
      onLost: (_error, _next, wait) => waits.push(wait),
    })
    expect(waits).toEqual([1, 2, 4, 4])
  })

  it('resets the backoff once something was delivered', async () => {
    const refuse: Connection = ({ fail }) => fail(status.UNAVAILABLE, 'not yet')
    const deliver: Connection = ({ startingVersion, send, end }) => {
      send(responseOf([startingVersion]))
      end()
    }
    await using server = await startStreamServer(refuse, refuse, deliver, refuse, deliver)
    const waits: number[] = []
    const onLost: StreamOptions['onLost'] = (_error, _next, wait) => waits.push(wait)
    await take(server.address, 2, { backoff: { firstMs: 1, maxMs: 8 }, onLost })
    expect(waits).toEqual([1, 2, 1, 2])
  })

  it('connects on the next attempt once the server is up', async () => {
    const gone = await startStreamServer(silent)
    const port = Number(gone.address.split(':')[1])
    await gone[Symbol.asyncDispose]()
    await using server = new StreamServer([({ send }) => void send(responseOf([0n]))])
    let losses = 0
    let lossesWhileThere = 0
    let isThere = false
    const onLost: StreamOptions['onLost'] = () => {
      losses += 1
      if (isThere) lossesWhileThere += 1
      if (losses === 10) void server.listen(port).then(() => (isThere = true))
    }
    await take(gone.address, 1, { backoff: { firstMs: 2, maxMs: 8 }, onLost })
    expect(lossesWhileThere).toBeLessThanOrEqual(5)
  })

  it('requests a skipped range again', async () => {
    await using server = await startStreamServer(
      ({ send }) => {
        send(responseOf(versions(0, 1)))
        send(responseOf(versions(3, 4)))
      },
      ({ send }) => void send(responseOf(versions(2, 4))),
    )
    const lost: string[] = []
    const seen = await take(server.address, 5, { onLost: (error, next) => lost.push(`${next} ${error.code}`) })
    expect(seen).toEqual(versions(0, 4))
    expect(server.requested).toEqual([0n, 2n])
    expect(lost).toEqual(['2 stream-gap'])
  })

  it('requests both ranges again when a batch arrives out of order', async () => {
    await using server = await startStreamServer(
      ({ send }) => {
        send(responseOf(versions(0, 1)))
        send(responseOf(versions(4, 5)))
        send(responseOf(versions(2, 3)))
      },
      ({ send }) => void send(responseOf(versions(2, 5))),
    )
    expect(await take(server.address, 6)).toEqual(versions(0, 5))
  })

  it('delivers once what the server sends twice', async () => {
    await using server = await startStreamServer(({ send }) => {
      send(responseOf(versions(0, 2)))
      send(responseOf(versions(0, 2)))
      send(responseOf(versions(2, 4)))
    })
    const repeated: string[] = []
    const onRepeated: StreamOptions['onRepeated'] = (count, next) => repeated.push(`${count} before ${next}`)
    expect(await take(server.address, 5, { onRepeated })).toEqual(versions(0, 4))
    expect(server.requested).toEqual([0n])
    expect(repeated).toEqual(['3 before 3', '1 before 3'])
  })

  it('stops for good at a gap that every connection has', async () => {
    await using server = await startStreamServer(
      ({ send }) => {
        send(responseOf(versions(0, 1)))
        send(responseOf([3n]))
      },
      ({ send }) => void send(responseOf([3n])),
    )
    await expect(take(server.address, 3)).rejects.toMatchObject({
      code: 'stream-gap',
      details: { expected: '2', received: '3' },
    })
    expect(server.requested).toEqual([0n, 2n, 2n])
  })

  it('stops for good when the stream is of another chain', async () => {
    await using server = await startStreamServer(({ send }) => void send(responseOf([0n], 1n)))
    await expect(take(server.address, 1)).rejects.toMatchObject({ code: 'wrong-chain' })
  })

  it('stops for good when the server refuses the key', async () => {
    await using server = await startStreamServer(({ fail }) => fail(status.UNAUTHENTICATED, 'no such key'))
    await expect(take(server.address, 1)).rejects.toMatchObject({ code: 'stream-refused', retryable: false })
    expect(server.requested).toHaveLength(1)
  })

  it('stops for good at a malformed response', async () => {
    await using server = await startStreamServer(({ send }) => void send(Uint8Array.of(0x0a, 0x7f, 0x01)))
    await expect(take(server.address, 1)).rejects.toMatchObject({ code: 'malformed-transaction' })
  })

  it('sends its API key', async () => {
    const seen: unknown[] = []
    await using server = await startStreamServer(({ metadata, send }) => {
      seen.push(metadata.get('authorization')[0])
      send(responseOf([0n]))
    })
    await take(server.address, 1, { apiKey: 'k1' })
    expect(seen).toEqual(['Bearer k1'])
  })

  it('ends without an error when it is aborted', async () => {
    const stop = new AbortController()
    await using server = await startStreamServer(() => stop.abort())
    expect(await take(server.address, 1, { signal: stop.signal })).toEqual([])
  })

  it('applies backpressure to the server while the consumer reads nothing', async () => {
    let sent = 0
    let stall: () => void = () => undefined
    const stalled = new Promise<void>((resolve) => {
      stall = resolve
    })
    await using server = await startStreamServer(async ({ send, drained }) => {
      for (const version of versions(0, 19_999)) {
        sent += 1
        if (send(padded(responseOf([version]), 65_536))) continue
        const caughtUp = drained()
        await Promise.race([caughtUp, turns(200).then(stall)])
        await caughtUp
      }
    })
    const stop = new AbortController()
    const stream = streamTransactions(streamOptionsFor(server.address, { signal: stop.signal }))
    await stream.next()
    await stalled
    expect(sent).toBeLessThan(2_000)
    stop.abort()
    await stream.return()
  })
})

/** Reads `count` transactions, then stops the stream. @returns their versions */
async function take(address: string, count: number, options: Partial<StreamOptions> = {}): Promise<readonly bigint[]> {
  const seen: bigint[] = []
  for await (const batch of streamTransactions(streamOptionsFor(address, options))) {
    seen.push(...batch.map(({ version }) => version))
    if (seen.length >= count) break
  }
  return seen
}
