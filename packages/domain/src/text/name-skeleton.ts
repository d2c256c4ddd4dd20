import table from 'unhomoglyph/data.json' with { type: 'json' }

/** Plain letters by the character that looks like them. A look-up, since the package's own pattern takes milliseconds for a long name. */
const CONFUSABLES: ReadonlyMap<string, string> = new Map(Object.entries(table))

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
/** Marks on letters; marks that look like a letter have become one before they are left out. */
const MARK = /\p{M}/gu
/** Letters of a name, joined by what may stand for one. */
const WORD = /[\p{L}\p{N}@$!|]+/gu
/** Zero and one have become `o` and `l`: they make no word of a number. */
const LETTER_BUT_NO_DIGIT = /(?![ol])\p{L}/u
const NO_LETTER_OR_DIGIT = /[^\p{L}\p{N}]/gu

/** Digits and signs that are read as letters within a word. */
const LEET: Readonly<Record<string, string>> = {
  ...{ '2': 'z', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', $: 's', '!': 'l', '|': 'l' },
}
const LEET_SIGN = new RegExp(`[${Object.keys(LEET).join('')}]`, 'g')

/** Small capitals and the like, which Unicode's table takes for letters of their own. */
const SMALL_CAPITALS: Readonly<Record<string, string>> = {
  ...{ ᴀ: 'a', ʙ: 'b', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ꜰ: 'f', ɢ: 'g', ʜ: 'h', ɪ: 'l', ᴊ: 'j', ᴋ: 'k', ĸ: 'k', ʟ: 'l', ᴍ: 'm' },
  ...{ ʍ: 'm', ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
}
const SMALL_CAPITAL = new RegExp(`[${Object.keys(SMALL_CAPITALS).join('')}]`, 'gu')
/** First code points of 26 enclosed letters each: circled and squared white on black, and those that flags are spelled with. */
const ENCLOSED_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6] as const
const ENCLOSED = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu

/** Longest skeleton, code points: an index holds it. Names that agree in this many letters can be mistaken, too. */
export const MAX_SKELETON = 128

/**
 * Returns the same text for names that can be mistaken for one another: letters of other scripts and fonts, upper and lower case, marks,
 * invisible characters, spaces, punctuation, digits in the place of letters. It is no name and not to be shown.
 *
 * Confusable letters are those of Unicode's Technical Standard 39 (`confusables.txt`, by the package `unhomoglyph`). There `I`, `l` and `1`
 * are the same; `i` is one of them here because case does not count.
 *
 * The store has the skeleton of each collection (`market.collection_names.skeleton`): a change of this function needs a new column.
 */
export function nameSkeleton(name: string): string {
  const letters = name.normalize('NFKD').replace(ENCLOSED, enclosedLetter)
  // Before lower-casing, since some capitals resemble another letter than their small form; and after, since the result may be confusable again.
  const folded = plainLetters(plainLetters(letters).toLowerCase())
  const spelled = folded.replace(WORD, (word) =>
    LETTER_BUT_NO_DIGIT.test(word) ? word.replace(LEET_SIGN, (sign) => LEET[sign] ?? sign) : word,
  )
  const skeleton = spelled.replace(NO_LETTER_OR_DIGIT, '').replaceAll('i', 'l')
  // A name of emoji alone is compared by its emoji.
  return beginning(skeleton === '' ? folded.replace(/\s/gu, '') : skeleton)
}

function beginning(text: string): string {
  return text.length <= MAX_SKELETON ? text : Array.from(text).slice(0, MAX_SKELETON).join('')
}

function plainLetters(text: string): string {
  return Array.from(text.replace(INVISIBLE, ''), (character) => CONFUSABLES.get(character) ?? character)
    .join('')
    .replace(SMALL_CAPITAL, (letter) => SMALL_CAPITALS[letter] ?? letter)
    .normalize('NFKD')
    .replace(MARK, '')
    .toLowerCase()
}

function enclosedLetter(symbol: string): string {
  const code = symbol.codePointAt(0) ?? 0
  const first = ENCLOSED_ALPHABETS.findLast((start) => start <= code) ?? code
  return String.fromCharCode(0x41 + code - first)
}
