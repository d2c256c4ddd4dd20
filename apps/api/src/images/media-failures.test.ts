import { expect, it } from 'vitest'
import { MediaBusyError, MediaUnavailableError, SourceMovedError } from './media-errors.ts'
import { MAX_FAILURES, MediaFailures } from './media-failures.ts'

const AWAY = new MediaUnavailableError('its host cannot be reached')

it('a failed source is tried again after twenty seconds, not before', () => {
  let now = 1_000
  const failures = new MediaFailures(() => now)
  failures.add('https://a.example/1.png', AWAY)
  now += 20_000
  expect(() => failures.check(['key', 'https://a.example/1.png'])).toThrow(AWAY)
  now += 1
  expect(() => failures.check(['key', 'https://a.example/1.png'])).not.toThrow()
})

it('a flood of failures makes those before it be tried again one by one, not all at once', () => {
  const failures = new MediaFailures()
  for (let at = 0; at <= MAX_FAILURES; at += 1) failures.add(`source ${at}`, AWAY)
  expect(() => failures.check(['source 0'])).not.toThrow()
  for (const at of [1, MAX_FAILURES / 2, MAX_FAILURES]) expect(() => failures.check([`source ${at}`])).toThrow(AWAY)
})

it.each([new MediaBusyError(), new SourceMovedError('https://b.example/1.png')])('%s is no failure', (error) => {
  const failures = new MediaFailures()
  failures.add('source', error)
  expect(() => failures.check(['source'])).not.toThrow()
})
