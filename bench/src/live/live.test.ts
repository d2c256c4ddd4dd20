import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexerNotifier, messageNotifier } from './feed-writer.ts'
import { clientFrame, FrameCutter, idOfMessage } from './live-client.ts'
import { latenciesOf } from './measure-live.ts'
import { dueBy, keepPace } from './pace.ts'

/** As a server frames it. */
function serverFrame(length: number): Buffer {
  const head =
    length < 126
      ? Buffer.from([0x81, length])
      : length < 65_536
        ? Buffer.from([0x81, 126, length >> 8, length & 0xff])
        : Buffer.from([0x81, 127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff])
  return Buffer.concat([head, Buffer.alloc(length, length & 0xff)])
}

/** Lengths of the payloads that come of frames of these lengths, when the stream is cut into pieces of such sizes. */
function lengthsThrough(lengths: readonly number[], sizes: readonly number[]): readonly number[] {
  const got: number[] = []
  const cutter = new FrameCutter((payload) => {
    expect(payload.equals(Buffer.alloc(payload.length, payload.length & 0xff))).toBe(true)
    got.push(payload.length)
  })
  const stream = Buffer.concat(lengths.map(serverFrame))
  for (let place = 0, turn = 0; place < stream.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    cutter.push(stream.subarray(place, place + size))
    place += size
  }
  return got
}

test('parses whole frames however the stream is split', () => {
  const lengths = fc.array(fc.nat(300), { maxLength: 6 })
  const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 })
  fc.assert(fc.property(lengths, sizes, (wanted, cuts) => void expect(lengthsThrough(wanted, cuts)).toEqual(wanted)))
  const long = [65_535, 65_536, 125, 126, 70_000]
  for (const size of [1_000, 65_539, 300_000]) expect(lengthsThrough(long, [size])).toEqual(long)
})

test('masks short text frames of a client', () => {
  expect(clientFrame('40')).toEqual(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]))
  expect(() => clientFrame('x'.repeat(126))).toThrow(RangeError)
})

test('reads the first id of a message', () => {
  expect(idOfMessage(Buffer.from('42["activity",{"kind":"activity","id":"17","activity":{"id":"9-1"}}]'))).toBe(17)
  expect(() => idOfMessage(Buffer.from('42["activity",{"kind":"activity"}]'))).toThrow(RangeError)
})

test('schedules an even share from the start, and never more than the total', () => {
  const pace = { total: 10, perSecond: 50 }
  expect([0, 0.05, 60].map((seconds) => dueBy(seconds, pace))).toEqual([1, 3, 10])
})

test('runs every job once, however slow it is', async () => {
  let done = 0
  await keepPace({ total: 25, perSecond: 1_000_000 }, async (due) => {
    await Promise.resolve()
    done += due
  })
  expect(done).toBe(25)
})

test('measures latency from the commit of the change', () => {
  const arrivals = [
    { id: 1, atMicros: 1_500 },
    { id: 2, atMicros: 9_000 },
  ]
  const commits = new Map([
    [1, 1_000],
    [2, 2_000],
  ])
  expect(latenciesOf(commits, arrivals)).toEqual([0.5, 7])
  expect(() => latenciesOf(new Map(), arrivals)).toThrow(RangeError)
})

test('notifies once with the newest id for the indexer, once per message for the relay', () => {
  expect(indexerNotifier([4, 5])).toEqual([{ channel: 'opal_changes', payload: '5' }])
  const bell = messageNotifier('relay', [
    { kind: 'activity', id: '1' },
    { kind: 'floor_change', id: '2' },
  ])
  expect(bell([4, 5])).toEqual([
    { channel: 'relay', payload: '{"kind":"activity","id":"4"}' },
    { channel: 'relay', payload: '{"kind":"floor_change","id":"5"}' },
  ])
})
