import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { InvalidCursorError } from '../../errors.ts'
import { decodeCursor, encodeCursor } from './pagination.ts'

it('parses no cursor but a list of texts and numbers', () => {
  const schema = z.array(z.union([z.string(), z.number()]))
  const parts = ['1', 'a name: {[",', 7]
  expect(decodeCursor(encodeCursor(parts), schema)).toEqual(parts)
  const parse = vi.spyOn(JSON, 'parse')
  for (const text of ['[["1"]]', '{"a":1}', '[{}]']) {
    const cursor = Buffer.from(text).toString('base64url')
    expect(() => decodeCursor(cursor, z.any())).toThrow(InvalidCursorError)
  }
  expect(parse).not.toHaveBeenCalled()
})
