import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, it } from 'vitest'
import { isClientsFault } from './missing-parts.ts'

it('distinguishes client errors from failures of the server', () => {
  expect([404, 405].map((status) => isClientsFault(new ErrorResponse(status, '', null)))).toEqual([true, true])
  expect([500, 503].map((status) => isClientsFault(new ErrorResponse(status, '', null)))).toEqual([false, false])
  expect(isClientsFault(new Error('x'))).toBe(false)
})
