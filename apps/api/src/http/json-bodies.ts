import { isWithinBounds, type JsonBounds } from '@opal/domain/text/json-bounds'
import type { FastifyInstance } from 'fastify'

/** Letters of a body of which a few values a letter are parsed within a millisecond. */
const SMALL = 128 * 1_024
/** Values of a larger body that are free, and letters for which there may be one more: an id has sixty. The contract's schemas read each. */
const FREE_VALUES = 1_000
const LETTERS_PER_VALUE = 32
/**
 * Bodies are read before calls take turns, at any address that takes one. Those of calls have an object for each of dozens of items; conditions of GraphQL
 * have hundreds.
 */
const BOUNDS: JsonBounds = { containers: 2_000, shapes: 500 }

/** Has a server read JSON and nothing else, and refuse bodies that take the parser longer than those of any call. */
export function readJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isWithinBounds(body, boundsOf(body))) parse(request, body, done)
    else done(Object.assign(new Error('The body has too many values.'), { statusCode: 400 }))
  })
}

function boundsOf({ length }: string): JsonBounds {
  return length <= SMALL ? BOUNDS : { ...BOUNDS, values: FREE_VALUES + length / LETTERS_PER_VALUE }
}
