import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CATALOGUE } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import { PRODUCT_QUERIES } from './product-queries.ts'

const ids = new Set((CATALOGUE as unknown as readonly Endpoint[]).map(({ id }) => id))

it.each(PRODUCT_QUERIES.map((question) => [question.what, question] as const))(
  '%s is answered by what there is, and shown by a test',
  (_, { answeredBy, file, test }) => {
    expect(answeredBy.startsWith('/') || ids.has(answeredBy), answeredBy).toBe(true)
    expect(readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')).toContain(test)
  },
)
