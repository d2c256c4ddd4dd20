import { expect, test } from 'vitest'
import { readRestoreTarget } from './cluster.ts'

test.each(['latest', '2026-11-28T03:15:00Z'])('a restore to %s deletes no backups: --reset is refused', (restoreTo) => {
  expect(() => readRestoreTarget({ restoreTo, reset: true })).toThrow('leave --reset out. Nothing was deleted.')
  expect(readRestoreTarget({ restoreTo, reset: false })).toEqual(readRestoreTarget({ restoreTo }))
})

test('without a restore --reset is free to delete, and a timeline is no use', () => {
  expect(readRestoreTarget({ reset: true })).toBeNull()
  expect(() => readRestoreTarget({ timeline: '2' })).toThrow('--timeline needs --restore-to.')
})
