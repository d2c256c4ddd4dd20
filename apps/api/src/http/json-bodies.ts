import type { FastifyInstance } from 'fastify'

/** Letters of a body that is parsed within some milliseconds, whatever it has. */
const SMALL = 128 * 1_024
/**
 * Values of a larger body's lists and objects that are free, and letters for which there may be one more: an id has sixty. Each value takes a parser and the
 * contract's schemas as long as hundreds of letters: a megabyte of brackets takes a fifth of a second, in which the process does nothing else.
 */
const FREE_PARTS = 1_000
const LETTERS_PER_PART = 32
const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [...'"\\,[{'].map((letter) => letter.charCodeAt(0))

/** Has a server read JSON and nothing else, and refuse large bodies of far more values than any call has. */
export function readJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length > SMALL && hasManyParts(body))
      done(Object.assign(new Error('The body has too many values.'), { statusCode: 400 }))
    else parse(request, body, done)
  })
}

/** Returns whether a JSON text has far more values than its length explains. */
function hasManyParts(json: string): boolean {
  let parts = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at)
    if (letter === BACKSLASH) at += 1
    else if (letter === QUOTE) isInText = !isInText
    else if (!isInText && (letter === COMMA || letter === LIST || letter === OBJECT)) parts += 1
  }
  return parts > FREE_PARTS + json.length / LETTERS_PER_PART
}
