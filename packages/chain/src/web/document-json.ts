import type { Json } from '@opal/domain/json'

/**
 * Objects and lists that a document may have. Each costs the parser as much as hundreds of letters: a megabyte of brackets would take a fifth of a
 * second, in which the process does nothing else.
 */
const MAX_PARTS = 20_000
const [LIST, OBJECT] = ['['.charCodeAt(0), '{'.charCodeAt(0)]

/**
 * Parses a document of a stranger's host.
 * @throws SyntaxError when it is no JSON, or has more brackets than any metadata
 */
export function parseDocument(text: string): Json {
  if (hasManyParts(text)) throw new SyntaxError('The document has too many objects and lists.')
  return JSON.parse(text) as Json
}

function hasManyParts(text: string): boolean {
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === LIST || letter === OBJECT) parts += 1
  }
  return parts > MAX_PARTS
}
