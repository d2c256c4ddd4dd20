import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onTimeline, refuseUnarchived, restoreTarget } from './restore-target.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')

test.each([
  ['2026-11-28T03:15:00Z', '2026-11-28 03:15:00+00'],
  ['2026-11-28 03:15:00.123456+00', '2026-11-28 03:15:00.123456+00'],
  ['2026-11-28 03:15:00-05:30', '2026-11-28 08:45:00+00'],
  ['2026-11-28T03:15:00+0100', '2026-11-28 02:15:00+00'],
  ['2026-11-01T00:15:00.5+01', '2026-10-31 23:15:00.5+00'],
  ['2026-11-28T03:15:00z', '2026-11-28 03:15:00+00'],
  ['2026-11-28 03:15:00 UTC', '2026-11-28 03:15:00+00'],
])('restores to %s', (text, time) => expect(restoreTarget(text, NOW)).toEqual({ time }))

test('hands pgBackRest every moment in the one form that it reads, whatever the zone it was given in', () => {
  const moment = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date(NOW - 86_400_000),
    noInvalidDate: true,
  })
  const offset = fc.integer({ min: -14 * 60, max: 14 * 60 })
  const form = fc.record({ separator: fc.constantFrom(' ', 'T'), colon: fc.constantFrom('', ':') })
  fc.assert(
    fc.property(moment, offset, form, (date, minutes, { separator, colon }) => {
      const second = Math.floor(date.getTime() / 1_000) * 1_000
      const local = new Date(second + minutes * 60_000).toISOString().slice(0, 19).replace('T', separator)
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const zone = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${colon}${String(rest).padStart(2, '0')}`
      const target = restoreTarget(`${local}${zone}`, NOW)
      expect(target).toEqual({ time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/) })
      expect(Date.parse(target.time?.replace(' ', 'T').replace('+00', 'Z') ?? '')).toBe(second)
    }),
  )
})

test.each([
  'yesterday',
  '2026-13-28T03:15:00Z',
  '2026-02-30T03:15:00Z',
  '2026-11-28T25:15:00Z',
  '2026-11-28T03:15:00Z" --delta',
])('does not restore to %s, which is no moment or ends the quotes', (text) =>
  expect(() => restoreTarget(text, NOW)).toThrow('its zone, such as 2026-11-28T03:15:00Z, or latest'),
)

test.each([
  ['2026-11-28', 'the time of day, the seconds, the zone'],
  ['2026-11-28Z', 'the time of day, the seconds'],
  ['2026-11-28T03:15', 'the seconds, the zone'],
  ['2026-11-28T03:15Z', 'the seconds'],
  ['2026-11-28 03:15:00', 'the zone'],
  ['2026-11-28 03:15:00.25', 'the zone'],
])('says of %s what it lacks', (text, missing) =>
  expect(() => restoreTarget(text, NOW)).toThrow(`--restore-to "${text}" lacks ${missing}: name 2026-11-28T03:15:00Z`),
)

test('does not restore to a time to come', () =>
  expect(() => restoreTarget('2026-11-29T12:00:01Z', NOW)).toThrow('is in the future'))

test('nothing is dropped for a time after which nothing can have been archived, and every earlier one is tried', () => {
  const archived = NOW / 1_000 - 1_800
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 80, max: 120 }), fc.integer({ min: -90_000, max: 90_000 })), (centis) => {
      const at = new Date(archived * 1_000 + centis * 10)
      const refuse = () => refuseUnarchived(restoreTarget(at.toISOString(), NOW), archived)
      // The archive's times are whole seconds.
      if (centis < 100) expect(refuse).not.toThrow()
      else expect(refuse).toThrow('The archive ends at 2026-11-29 11:30:01+00, and --restore-to names a later time')
    }),
  )
  expect(() => refuseUnarchived({ time: null }, archived)).not.toThrow()
  expect(() => refuseUnarchived(restoreTarget('2026-11-29T11:59:59Z', NOW), null)).not.toThrow()
})

test('a restore follows the timeline that is named', () => {
  const target = restoreTarget('2026-11-29T10:00:00Z', NOW)
  expect(onTimeline(target, '4')).toEqual({ time: '2026-11-29 10:00:00+00', timeline: 4 })
  for (const text of ['', '0', '-1', '4 --delta', 'latest', '1e3', '99999999999'])
    expect(() => onTimeline(target, text)).toThrow('name a number')
  expect(onTimeline(restoreTarget('latest'), '4')).toEqual({ time: null, timeline: 4 })
})
