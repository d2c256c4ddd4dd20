import { expect, test } from 'vitest'
import { databaseAdvice } from './database-advice.ts'

function failure(code: string | undefined, message: string): Error {
  return Object.assign(new Error(message), code !== undefined && { code })
}

test.each([
  [failure('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5999'), 'does not answer', 'start it'],
  [failure('ENOTFOUND', 'getaddrinfo ENOTFOUND db'), 'does not answer', 'name another with DATABASE_URL'],
  [failure(undefined, 'Connection terminated unexpectedly'), 'does not answer', 'start it'],
  [failure('57P03', 'the database system is starting up'), 'does not answer', 'start it'],
  [failure('28P01', 'password authentication failed for user "x"'), 'refuses', 'correct the user or the password'],
  [failure('3D000', 'database "x" does not exist'), 'refuses', 'create it'],
  [failure('42501', 'permission denied for schema market'), 'refuses', 'name the owner'],
  [failure('25006', 'cannot execute CREATE TABLE in a read-only transaction'), 'refuses', 'name the primary'],
  [failure('53300', 'sorry, too many clients already'), 'refuses', 'max_connections'],
  [failure('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'refuses', 'certificate'],
  [failure(undefined, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), 'refuses', 'password'],
])('says of %s what it is and what to do', (error, what, advice) => {
  const sentence = databaseAdvice(error)
  expect(sentence).toContain(what)
  expect(sentence).toContain(error.message)
  expect(sentence).toContain(advice)
})

test('names every address that was tried', () => {
  const parts = ['connect ECONNREFUSED ::1:5999', 'connect ECONNREFUSED 127.0.0.1:5999']
  const error = Object.assign(new AggregateError(parts.map((part) => failure('ECONNREFUSED', part))), {
    code: 'ECONNREFUSED',
  })
  expect(databaseAdvice(error)).toContain(`(${parts.join(', ')})`)
})

test.each([
  [failure('42601', 'syntax error')],
  [failure('ENOENT', 'no such file')],
  [new TypeError('x is undefined')],
  ['a word'],
])('leaves %s to others', (error) => {
  expect(databaseAdvice(error)).toBeNull()
})
