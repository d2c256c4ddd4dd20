import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logLeftOut } from './log-left-out.ts'

test('a transaction that cannot be written is logged with the place where our code failed, in a bounded line, whatever the error says', () => {
  const kinds = fc.constantFrom(Error, TypeError, SyntaxError)
  fc.assert(
    fc.property(kinds, fc.string(), fc.nat(20_000), (kind, text, times) => {
      const lines: string[] = []
      const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
      const error = new kind(`Cannot convert ${text.repeat(times)} to a BigInt`)
      logLeftOut(log, { unwritten: [{ row: { version: 7n, sqlstate: kind.name, message: 'short' }, error }] })
      expect(lines).toHaveLength(1)
      const { version, sqlstate, msg, stack } = JSON.parse(lines[0] ?? '') as Record<string, string>
      expect([version, sqlstate, msg]).toEqual(['7', kind.name, 'transaction not written'])
      expect(stack).toContain('log-left-out.test.ts')
      expect(stack?.length).toBeLessThanOrEqual(2_000)
    }),
  )
})
