import type { Json } from '@opal/domain/json'

/** Move values are at most 128 deep; much deeper ones do no harm. */
const HARMLESS_DEPTH = 1_000
/** Every bracket that is opened is closed: shorter texts are not deeper than that. */
const HARMLESS_LENGTH = 2 * HARMLESS_DEPTH

/**
 * Parses a Move value as the stream writes it: JSON inside a string. Keeps invalid JSON, or JSON nested deeper
 * than any Move value, as text: readers of its fields report them as missing, and nothing else is affected.
 */
export function parseMoveJson(text: string | undefined): Json {
  if (text === undefined || text === '') return null
  try {
    const value = JSON.parse(text) as Json
    return text.length > HARMLESS_LENGTH && isTooDeep(text) ? text : value
  } catch {
    return text
  }
}

/** Reads sound JSON's brackets alone, those inside texts aside. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at)
    if (isText) {
      if (char === BACKSLASH) at += 1
      else if (char === QUOTE) isText = false
    } else if (char === QUOTE) isText = true
    else if (char === OPEN_LIST || char === OPEN_OBJECT) {
      depth += 1
      if (depth > HARMLESS_DEPTH) return true
    } else if (char === CLOSE_LIST || char === CLOSE_OBJECT) depth -= 1
  }
  return false
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map(codeOf) as [number, number]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = ['[', ']', '{', '}'].map(codeOf) as [
  number,
  number,
  number,
  number,
]

function codeOf(char: string): number {
  return char.charCodeAt(0)
}
