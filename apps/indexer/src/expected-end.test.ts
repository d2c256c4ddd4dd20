import { StreamGapError, StreamRefusedError, WrongChainError as WrongStreamError } from '@opal/chain/chain-errors'
import { ListenError } from '@opal/runtime/listen-error'
import { ServerSettingError } from '@opal/store/driver/server-checks'
import {
  MigrationBlockedError,
  MigrationMismatchError,
  PhaseOrderError,
  UnreleasedDatabaseError,
  WrongChainError,
} from '@opal/store/errors'
import { expect, test } from 'vitest'
import { expectedEnd } from './expected-end.ts'

// @feature operate.remedies
test.each([
  new ListenError('Port 8060 on 127.0.0.1 is taken.'),
  new ServerSettingError('synchronous_commit is off.'),
  new MigrationMismatchError('0090.sql', 'Migration 0090.sql has changed.'),
  new MigrationBlockedError('0090.sql', [], {}),
  new UnreleasedDatabaseError(),
  new WrongChainError('main', 1, 2),
  new WrongStreamError(1, 2n),
  new StreamRefusedError('stream:443', 'UNAUTHENTICATED', 'no such key'),
])('what an operator can help is said by its message alone: %s', (error) => {
  expect(expectedEnd(error)).toBe(error.message)
})

test('what the database refuses is said with what to do', () => {
  expect(expectedEnd(Object.assign(new Error('no password'), { code: '28P01' }))).toContain('DATABASE_URL')
})

test.each([
  new TypeError('a mistake'),
  new PhaseOrderError('orders', 'runs twice'),
  new StreamGapError(1n, 3n),
  Object.assign(new Error('no such column'), { code: '42703' }),
  'text',
])('an unexpected error is not: %s', (error) => {
  expect(expectedEnd(error)).toBeNull()
})
