/** Scripts in which a joiner between letters changes how they are written. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u
    .source

/**
 * Invisible characters, and those that change the direction of others; joiners and tags are judged by their
 * neighbours.
 */
const HIDDEN =
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb'

const SUSPECT = new RegExp(`[${HIDDEN}\u200c\u200d]|\udb40[\udc00-\udc7f]`)

/** Matches joiners within an emoji, or within a word of some scripts; other joiners are hidden characters. */
const JOINED = `(?<=[\\p{Extended_Pictographic}\\p{EMod}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})|(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`
/** Matches tags after a black flag: together they are a region's flag. */
const FLAGGED = '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]'
const VISIBLE_OR_HIDDEN = new RegExp(`(${JOINED}|${FLAGGED})|[${HIDDEN}\\u200c\\u200d\\u{e0000}-\\u{e007f}]`, 'gu')

const NAME_KEY = /^name$|Name$|_name$/

/**
 * Removes invisible and direction-changing characters from an untrusted name, so that names that look equal are equal, and a name
 * cannot reorder the text around it. Emoji of several characters stay whole.
 */
export function shownName(name: string): string {
  return SUSPECT.test(name) ? name.replace(VISIBLE_OR_HIDDEN, '$1') : name
}

/** Parses the JSON of a response and cleans its names by {@link shownName}. Other texts, such as trait values, are unchanged. @throws SyntaxError */
export function parseAnswer(text: string): unknown {
  return SUSPECT.test(text) ? JSON.parse(text, reviveName) : JSON.parse(text)
}

/** Returns a parsed value with its names cleaned, as {@link parseAnswer} does. */
export function withShownNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withShownNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, reviveName(key, withShownNames(member))]),
  )
}

function reviveName(key: string, value: unknown): unknown {
  return typeof value === 'string' && NAME_KEY.test(key) ? shownName(value) : value
}
