/** Bounds of what the parser makes of a JSON text. */
export interface JsonBounds {
  /** Members of lists and objects, and these themselves; any number when left out. */
  readonly values?: number
  /** Lists and objects: each takes the parser as long as hundreds of letters. */
  readonly containers: number
  /**
   * Different beginnings of the keys of its objects, in their order: `a`, `a b` and `b` of `{a, b}` and `{b}`. The parser makes a layout in memory for
   * each, which takes as long as a thousand letters; objects with the same keys share theirs, however many they are.
   */
  readonly shapes: number
}

const [QUOTE, COLON, COMMA, BACKSLASH, BLANK] = [...'":,\\ '].map((letter) => letter.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [...'[]{}'].map((letter) => letter.charCodeAt(0))

/**
 * Returns whether a JSON text is within bounds, before it is parsed: a megabyte has room for what takes the parser a fifth of a second, in which the
 * process does nothing else. What is no JSON is read as far as it looks like some.
 */
export function isWithinBounds(text: string, bounds: JsonBounds): boolean {
  const shapes = new Shapes()
  const { values: maxValues = Number.POSITIVE_INFINITY } = bounds
  let [values, containers] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === QUOTE) {
      const end = endOfString(text, at)
      if (shapes.isInObject && isFollowedByColon(text, end)) shapes.key(text.slice(at + 1, end))
      at = end
    } else if (letter === OBJECT || letter === LIST) {
      shapes.begin(letter === OBJECT)
      containers += 1
      values += 1
    } else if (letter === OBJECT_END || letter === LIST_END) shapes.end()
    else if (letter === COMMA) values += 1
    if (containers > bounds.containers || values > maxValues || shapes.count > bounds.shapes) return false
  }
  return true
}

/** The keys with which a beginning of keys goes on. */
interface Shape extends Map<string, Shape> {}

/** Counts the beginnings of keys, as the objects around the place of the reader have them. */
class Shapes {
  readonly #none: Shape = new Map()
  /** The open objects, in each of which is the next; null for a list. */
  readonly #around: (Shape | null)[] = []
  #open: Shape | null = null
  count = 0

  get isInObject(): boolean {
    return this.#open !== null
  }

  begin(isObject: boolean): void {
    this.#around.push(this.#open)
    this.#open = isObject ? this.#none : null
  }

  end(): void {
    this.#open = this.#around.pop() ?? null
  }

  key(name: string): void {
    if (this.#open === null) return
    const known = this.#open.get(name)
    const longer: Shape = known ?? new Map()
    if (known === undefined) {
      this.#open.set(name, longer)
      this.count += 1
    }
    this.#open = longer
  }
}

/**
 * Returns the place of the quote that ends a string, or the end of the text. Most strings have nothing escaped; one of millions of escaped quotes is read
 * letter by letter, which is quicker than a search for each.
 */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1)
  if (quote === -1) return text.length
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote
  let at = text.indexOf('\\', start + 1)
  for (let letter = BACKSLASH; letter !== QUOTE && at < text.length; letter = text.charCodeAt(at)) {
    at += letter === BACKSLASH ? 2 : 1
  }
  return Math.min(at, text.length)
}

/** Blanks and control characters are not told apart: in JSON none of the latter is outside of strings. */
function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= BLANK) at += 1
  return text.charCodeAt(at) === COLON
}
