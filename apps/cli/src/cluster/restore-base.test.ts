import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Backup, chooseBackup, lsnOf, readHistory, type Timeline } from './restore-base.ts'

const SECONDS = Date.parse('2026-11-29T12:00:00Z') / 1_000
const LATEST = { time: null }
const FIRST: Timeline = { number: 1, leftAt: new Map() }

/** A time of `--restore-to`, some seconds after the first one here. */
function at(seconds: number) {
  return { time: `${new Date((SECONDS + seconds) * 1_000).toISOString().slice(0, 19).replace('T', ' ')}+00` }
}

function backup(label: string, seconds: number | null, timeline = 1, endLsn = 0n): Backup {
  return { label, endSeconds: seconds === null ? null : SECONDS + seconds, timeline, endLsn }
}

test('reads the history of a timeline as PostgreSQL archives it', () => {
  const text = '1\t0/804F228\tbefore 2026-11-29 16:08:05.079334+00\n\n2\t1A/0\tno recovery target specified\n'
  expect(readHistory(3, text)).toEqual({
    number: 3,
    leftAt: new Map([
      [1, 0x804f228n],
      [2, 0x1a_0000_0000n],
    ]),
  })
  expect(lsnOf('FFFFFFFF/FFFFFFFF')).toBe(2n ** 64n - 1n)
})

test.each([
  [LATEST, 'c'],
  [at(0), 'a'],
  [at(59), 'a'],
  [at(60), 'c'],
] as const)('begins a restore to %o with the newest backup that was complete by then', (target, label) => {
  expect(chooseBackup(target, [backup('a', 0), backup('b', null), backup('c', 60)], FIRST)).toBe(label)
})

test('nothing is dropped for a time before the first backup, nor without a complete one', () => {
  expect(() => chooseBackup(at(-1), [backup('b', 60), backup('a', 0)], FIRST)).toThrow(
    'The first backup of timeline 1 was complete at 2026-11-29 12:00:00+00, and --restore-to names an earlier time: nothing was dropped.',
  )
  for (const backups of [[], [backup('a', null)]])
    expect(() => chooseBackup(LATEST, backups, FIRST)).toThrow('no complete backup of timeline 1: nothing was dropped')
})

/** An instance's life: transactions and backups, and restores to what was before, each of which begins a timeline. */
const life = fc.array(fc.oneof(fc.constant('write'), fc.constant('back up'), fc.nat({ max: 30 })), { maxLength: 40 })

test('begins with a backup that leads to the wished place, after any number of restores to any time', () => {
  fc.assert(
    fc.property(life, fc.nat(), (steps, pick) => {
      let [seconds, lsn, timeline]: [number, bigint, Timeline] = [0, 0n, FIRST]
      const backups = [backup('first', 0)]
      const known = [{ seconds: 0, lsn: 0n, timeline: FIRST }]
      const timelines = [FIRST]
      for (const step of steps) {
        seconds += 1
        if (typeof step === 'number') {
          const place = known[step % known.length] as (typeof known)[number]
          const leftAt = new Map(place.timeline.leftAt).set(place.timeline.number, place.lsn)
          timeline = { number: timelines.length + 1, leftAt }
          timelines.push(timeline)
          lsn = place.lsn
        }
        lsn += 1n
        if (step === 'back up') backups.push(backup(`at ${seconds}`, seconds, timeline.number, lsn))
        known.push({ seconds, lsn, timeline })
      }
      const wished = known[pick % known.length] as (typeof known)[number]
      const label = chooseBackup(at(wished.seconds), backups, wished.timeline)
      const chosen = backups.find((each) => each.label === label) as Backup
      const left = wished.timeline.leftAt.get(chosen.timeline)
      expect(chosen.timeline === wished.timeline.number || (left !== undefined && chosen.endLsn <= left)).toBe(true)
      expect(chosen.endSeconds).toBeLessThanOrEqual(SECONDS + wished.seconds)
    }),
  )
})
