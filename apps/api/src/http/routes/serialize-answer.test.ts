import { CATALOGUE } from '@opal/contract/http/catalogue'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { valuesOf } from '../../testing/fuzz/schema-values.ts'
import { checkAnswer, InvalidAnswerError } from './serialize-answer.ts'

it('every answer but those of trades, which are recursive, has a schema that compiles: the others would be parsed three times slower', () => {
  const slow = CATALOGUE.filter(({ response }) => !compiles(response))
  expect(slow.filter((endpoint) => !('budget' in endpoint && endpoint.budget === 'trade')).map(({ id }) => id)).toEqual(
    [],
  )
})

function compiles(schema: z.ZodType): boolean {
  try {
    z.compile(schema, { strict: true })
    return true
  } catch (cause) {
    if (cause instanceof z.core.ZodCompileUnsupportedError) return false
    throw cause
  }
}

/** Returns what is sent of a value, or why nothing is. */
function sentOf(check: () => unknown): string | undefined | readonly string[] {
  try {
    return JSON.stringify(check())
  } catch (error) {
    if (error instanceof InvalidAnswerError) return error.faults
    throw error
  }
}

const fast = CATALOGUE.filter(({ response }) => compiles(response))

it.each(fast.map(({ id, response }) => [id, response as z.ZodType] as const))(
  'an answer is sent with the members that the contract names and no others, or not at all, whatever it holds: %s',
  (_, schema) => {
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const { error, data } = schema.safeParse(value)
        const expected = error === undefined ? JSON.stringify(data) : new InvalidAnswerError(error).faults
        const sent = sentOf(() => checkAnswer(schema, value))
        expect(sent).toEqual(expected)
        expect(sent ?? '').not.toContain('secret')
      }),
      { numRuns: runs(8, 300) },
    )
  },
)
