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

test('a timeline is left where a later one was, if that one began there after all', () => {
  const { leftAt } = readHistory(17, '14\t0/3E000000\tbefore 16:46\n16\t0/3B02C9C0\tbefore 16:40\n')
  expect([leftAt.get(14), leftAt.get(16)]).toEqual([0x3b02c9c0n, 0x3b02c9c0n])
})

/** A cluster's life: transactions and backups, and restores to what was before, each of which begins a timeline. */
const life = fc.array(fc.oneof(fc.constant('write'), fc.constant('back up'), fc.nat({ max: 60 })), { maxLength: 60 })

/** A place of a life, and all that led to it. */
interface Place {
  readonly seconds: number
  readonly lsn: bigint
  /** The timeline that was written then. */
  readonly number: number
  readonly before: Place | null
}

const inHex = (lsn: bigint) => `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase()

test('begins with a backup that led to the target place, after any number of restores to any time', () => {
  fc.assert(
    fc.property(life, fc.nat(), (steps, pick) => {
      let place: Place = { seconds: 0, lsn: 1n, number: 1, before: null }
      const [known, texts, backups] = [[place], new Map([[1, '']]), [{ ...backup('first', 0, 1, 1n), place }]]
      for (const [index, step] of steps.entries()) {
        const seconds = index + 1
        if (typeof step === 'number') {
          // A restore follows a timeline to a time that it contains, its own or one from before it began.
          const followed = place.number
          const line = known.filter((each) => isBefore(each, place))
          const to = line[step % line.length] as Place
          const number = texts.size + 1
          texts.set(number, `${texts.get(followed)}${followed}\t${inHex(to.lsn)}\tbefore\n`)
          place = { seconds, lsn: to.lsn + 1n, number, before: to }
        } else place = { seconds, lsn: place.lsn + 1n, number: place.number, before: place }
        known.push(place)
        if (step === 'back up') backups.push({ ...backup(`at ${seconds}`, seconds, place.number, place.lsn), place })
      }
      const target = known[pick % known.length] as Place
      const timeline = readHistory(target.number, texts.get(target.number) ?? '')
      const label = chooseBackup(at(target.seconds), backups, timeline)
      const chosen = backups.find((each) => each.label === label)
      // The newest of those that led there, and none that was left behind.
      const leading = backups.filter((each) => isBefore(each.place, target))
      expect(chosen?.label).toBe(leading.at(-1)?.label)
    }),
    { numRuns: 2_000 },
  )
})

/** Returns whether a place led to another one. */
function isBefore(one: Place, other: Place): boolean {
  for (let each: Place | null = other; each !== null; each = each.before) if (each === one) return true
  return false
}
