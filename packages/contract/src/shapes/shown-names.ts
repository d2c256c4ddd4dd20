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

/** Matches joiners that belong to an emoji, or to a word of some scripts; other joiners are hidden. */
const JOINED = `(?<=[\\p{Extended_Pictographic}\\p{EMod}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})|(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`
/** Tags after a black flag are a region's flag. */
const FLAGGED = '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]'
const KEPT_OR_HIDDEN = new RegExp(`(${JOINED}|${FLAGGED})|[${HIDDEN}\\u200c\\u200d\\u{e0000}-\\u{e007f}]`, 'gu')

const NAME_KEY = /^name$|Name$|_name$/

/**
 * Takes from a stranger's name what no reader sees and what turns the direction of its neighbours, so that two names that look alike are
 * alike, and a name moves neither a price nor a word next to it. Emoji made of several characters stay whole.
 */
export function shownName(name: string): string {
  return SUSPECT.test(name) ? name.replace(KEPT_OR_HIDDEN, '$1') : name
}

/** Reads an answer's JSON with names as they are shown; what is sent back as it came, such as values of traits, stays. @throws SyntaxError */
export function parseAnswer(text: string): unknown {
  return SUSPECT.test(text) ? JSON.parse(text, nameShown) : JSON.parse(text)
}

/** As {@link parseAnswer}, of what has been read already. */
export function withShownNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withShownNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, nameShown(key, withShownNames(member))]))
}

function nameShown(key: string, value: unknown): unknown {
  return typeof value === 'string' && NAME_KEY.test(key) ? shownName(value) : value
}
