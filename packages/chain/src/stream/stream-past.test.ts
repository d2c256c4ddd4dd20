import { setImmediate as turn } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import { describe, expect, it } from 'vitest'
import { responseOf, versions } from '../testing/responses.ts'
import { servePast } from '../testing/serve-past.ts'
import { streamOptionsFor } from '../testing/stream-options-for.ts'
import { type Connection, startStreamServer } from '../testing/stream-server.ts'
import type { StreamBatch } from './stream-options.ts'
import { type PastOptions, streamPast } from './stream-past.ts'

const LENGTH = 20_000
const sound = servePast({ length: LENGTH, perResponse: 500 })

describe('streamPast', () => {
  it('delivers every version once, in order, by calls that each have a range', async () => {
    await using server = await startStreamServer(sound)
    expect(await takeAll(server.address, { fromVersion: 7n, toVersion: 19_999n })).toEqual(versions(7, 19_998))
    const requested = server.requested.toSorted((a, b) => Number(a - b))
    expect(requested.slice(0, 3)).toEqual([7n, 2_007n, 4_007n])
    expect(new Set(requested).size).toBe(requested.length)
  })

  it('reads the ranges at the same time', async () => {
    const all = Promise.withResolvers<void>()
    let waiting = 0
    const together = async () => {
      waiting += 1
      if (waiting === 3) all.resolve()
      await all.promise
    }
    await using server = await startStreamServer(servePast({ length: LENGTH, perResponse: 500, before: together }))
    expect(await takeAll(server.address, { toVersion: 6_000n })).toEqual(versions(0, 5_999))
  })

  it('hands over what came later first when its turn comes, and not before', async () => {
    const first = Promise.withResolvers<void>()
    const before = (from: bigint) => (from < 2_000n ? first.promise : Promise.resolve())
    await using server = await startStreamServer(servePast({ length: LENGTH, perResponse: 500, before }))
    let came = 0
    const take = (batch: StreamBatch) => {
      came += batch.length
      if (came >= 4_000) first.resolve()
      return batch
    }
    expect(await takeAll(server.address, { toVersion: 12_000n, take })).toEqual(versions(0, 11_999))
  })

  it('lets a server go on that sends more than was asked for', async () => {
    await using server = await startStreamServer((call) => sound({ ...call, count: null }))
    expect(await takeAll(server.address, { toVersion: 9_000n })).toEqual(versions(0, 8_999))
  })

  it('ends without an error when it is aborted, with what was yielded in order', async () => {
    await using server = await startStreamServer(sound)
    const stop = new AbortController()
    const seen: bigint[] = []
    const options = optionsFor(server.address, { signal: stop.signal })
    for await (const batch of streamPast(options)) {
      seen.push(...versionsOf(batch))
      if (seen.length >= 3_000) stop.abort()
    }
    expect(seen.length).toBeLessThan(4_000)
    expect(seen).toEqual(versions(0, seen.length - 1))
  })

  it('reports its ranges while there are some', async () => {
    await using server = await startStreamServer(sound)
    const reported: string[] = []
    const onRanges: PastOptions<StreamBatch>['onRanges'] = (ranges) =>
      reported.push(ranges.map(({ from, to }) => `${from}-${to}`).join(' '))
    await takeAll(server.address, { toVersion: 12_000n, onRanges })
    expect(reported[0]).toBe('0-2000 2000-3667 3667-5056')
    expect(reported.findLast((ranges) => ranges !== '')).toMatch(/^\d+-12000$/)
    expect(reported.at(-1)).toBe('')
  })

  it('gives a finished call a range that has none', async () => {
    const first = Promise.withResolvers<void>()
    const before = async (from: bigint) => {
      if (from === 0n) await first.promise
      if (from > 7_000n) first.resolve()
    }
    await using server = await startStreamServer(servePast({ length: LENGTH, perResponse: 500, before }))
    expect(await takeAll(server.address, { toVersion: 12_000n })).toEqual(versions(0, 11_999))
  })
})

describe('a bound of what waits', () => {
  const PADDING = 65_536

  it('is held however slowly it is consumed, and no range starves', async () => {
    await using server = await startStreamServer(servePast({ length: LENGTH, perResponse: 50, padding: PADDING }))
    const maxBytes = 3 * 8 * 1_000_000
    let [waiting, most] = [0, 0]
    const take = (batch: StreamBatch) => {
      waiting += 1_000_000
      most = Math.max(most, waiting)
      return batch
    }
    const seen: bigint[] = []
    const options = { ...optionsFor(server.address, { toVersion: 6_000n, maxBytes, take }), bytesOf: () => 1_000_000 }
    for await (const batch of streamPast(options)) {
      waiting -= 1_000_000
      seen.push(...versionsOf(batch))
      for (let times = 0; times < 20; times += 1) await turn()
    }
    expect(seen).toEqual(versions(0, 5_999))
    expect(most).toBeLessThanOrEqual(maxBytes)
    expect(most).toBeGreaterThan(maxBytes / 4)
  })

  it('holds the server back: what is on the way is bounded, too', async () => {
    const PER_RESPONSE = 4
    let sent = 0
    const before = async () => {
      sent += PADDING * 8
    }
    const heavy = servePast({ length: 100_000, perResponse: PER_RESPONSE, padding: PADDING * 8, before })
    await using server = await startStreamServer(heavy)
    const options = { ...optionsFor(server.address, { maxBytes: 3 * 1_000_000 }), bytesOf: () => PADDING * 8 }
    const past = streamPast(options)
    await past.next()
    let seen = -1
    // Nothing more is sent once a good while has passed without any.
    while (seen !== sent) {
      seen = sent
      for (let times = 0; times < 300; times += 1) await turn()
    }
    // Per call: what may wait, one message held, the window of 8 MiB, and what the server keeps for it.
    expect(sent).toBeLessThan(3 * (1_000_000 + 12 * 2 ** 20))
    await past.return()
  })
})

describe('a range that is disturbed', () => {
  /** The call for a version meets a fault once; the rest is sound. */
  const disturbed = (at: bigint, fault: Connection): Connection => {
    let isDone = false
    return (call) => {
      if (call.startingVersion !== at || isDone) return sound(call)
      isDone = true
      return fault(call)
    }
  }
  const FAULTS: Readonly<Record<string, { fault: Connection; code: string | null }>> = {
    'is cut': {
      fault: ({ send, fail }) => {
        send(responseOf(versions(2_000, 2_099)))
        fail(status.UNAVAILABLE, 'gone')
      },
      code: '2100 stream-lost',
    },
    'is ended too early': {
      fault: ({ send, end }) => {
        send(responseOf(versions(2_000, 2_099)))
        end()
      },
      code: '2100 stream-lost',
    },
    'falls silent': { fault: ({ send }) => void send(responseOf(versions(2_000, 2_099))), code: '2100 stream-lost' },
    'jumps beyond its end': {
      fault: ({ send }) => {
        send(responseOf(versions(2_000, 2_099)))
        send(responseOf(versions(5_000, 5_009)))
      },
      code: '2100 stream-gap',
    },
    'comes out of order': {
      fault: ({ send }) => {
        send(responseOf(versions(2_000, 2_099)))
        send(responseOf(versions(2_200, 2_299)))
        send(responseOf(versions(2_100, 2_199)))
      },
      code: '2100 stream-gap',
    },
    'comes twice': {
      fault: (call) => {
        call.send(responseOf(versions(2_000, 2_099)))
        sound(call)
      },
      code: null,
    },
  }

  it.each(Object.entries(FAULTS))('resumes where it %s', async (name, { fault, code }) => {
    await using server = await startStreamServer(disturbed(2_000n, fault))
    const [lost, repeated]: [string[], number[]] = [[], []]
    const seen = await takeAll(server.address, {
      // Long enough for a machine that is busy; of the fault that is silence, as long as can be waited for.
      silenceMs: name === 'falls silent' ? 2_000 : 60_000,
      onLost: (error, next) => lost.push(`${next} ${error.code}`),
      onRepeated: (count) => repeated.push(count),
    })
    expect(seen).toEqual(versions(0, LENGTH - 1))
    expect(repeated).toEqual(code === null ? [100] : [])
    if (code === null) expect(lost).toEqual([])
    else expect(lost).toContain(code)
  })

  it.each([
    ['is of another chain', 'wrong-chain', ({ send }) => void send(responseOf(versions(2_000, 2_099), 1n))],
    ['is refused', 'stream-refused', ({ fail }) => fail(status.PERMISSION_DENIED, 'one call a key')],
    ['is no response', 'malformed-transaction', ({ send }) => void send(Uint8Array.of(0x0a, 0x7f, 0x01))],
    ['jumps each time', 'stream-gap', ({ send }) => void send(responseOf(versions(2_001, 2_099)))],
  ] satisfies [string, string, Connection][])(
    'ends everything when it %s, behind what came before it',
    async (_, code, fault) => {
      await using server = await startStreamServer((call) => (call.startingVersion === 2_000n ? fault : sound)(call))
      const seen: bigint[] = []
      const reading = (async () => {
        for await (const batch of streamPast(optionsFor(server.address))) seen.push(...versionsOf(batch))
      })()
      await expect(reading).rejects.toMatchObject({ code })
      expect(seen).toEqual(versions(0, 1_999))
    },
  )
})

function optionsFor(address: string, options: Partial<PastOptions<StreamBatch>> = {}): PastOptions<StreamBatch> {
  return {
    ...streamOptionsFor(address),
    toVersion: BigInt(LENGTH),
    calls: 3,
    maxBytes: 30_000_000,
    take: (batch) => batch,
    bytesOf: (batch) => batch.reduce((sum, { bytes }) => sum + bytes.length, 0),
    ...options,
  }
}

async function takeAll(address: string, options: Partial<PastOptions<StreamBatch>> = {}): Promise<readonly bigint[]> {
  const seen: bigint[] = []
  for await (const batch of streamPast(optionsFor(address, options))) seen.push(...versionsOf(batch))
  return seen
}

function versionsOf(batch: StreamBatch): readonly bigint[] {
  return batch.map(({ version }) => version)
}
