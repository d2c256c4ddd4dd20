import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesFromHex, bytesToHex } from './hex.ts'

it.each(['', '0x'])('reads the bytes of any hexadecimal text after "%s"', (prefix) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(bytesFromHex(prefix + Buffer.from(bytes).toString('hex'))).toEqual(bytes)
    }),
  )
})

it('writes any bytes as two lower-case digits each', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(bytesToHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
    }),
  )
})
