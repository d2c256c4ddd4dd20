import { expect, test } from 'vitest'
import { restoreTarget } from './cluster.ts'

test.each(['2026-11-28T03:15:00Z', '2026-11-28 03:15:00.123456+00', '2026-11-28 03:15:00-05:30'])(
  'restores to %s',
  (time) => expect(restoreTarget(time)).toEqual({ time }),
)

test.each(['yesterday', '2026-11-28', '2026-11-28 03:15:00', '2026-13-28T03:15:00Z', '2026-11-28T03:15:00Z" --delta'])(
  'does not restore to %s, which is no moment or ends the quotes',
  (text) => expect(() => restoreTarget(text)).toThrow('name a time such as 2026-11-28T03:15:00Z, or latest'),
)
