import { CATALOGUE } from '@opal/contract/http/catalogue'
import { expect, it } from 'vitest'
import * as z from 'zod'

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
