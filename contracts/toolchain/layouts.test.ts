import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../marketplace/sources')

/** Terms of orders and fees: the module, the struct, the enum that its field holds, and where that is another's, its module. */
const TERMS: readonly (readonly [string, string, string, string?])[] = [
  ['listing', 'Listing', 'Terms'],
  ['coin_listing', 'FixedPriceListing', 'Terms', 'listing_terms'],
  ['token_offer', 'TokenOffer', 'Terms'],
  ['collection_offer', 'CollectionOffer', 'Terms'],
  ['pool_offer', 'PoolOffer', 'Terms'],
  ['fee_schedule', 'FeeSchedule', 'Fees'],
]

/** Names of fields that a later version would change. */
const TERM = /price|fee$|rate|commission|royalty|expir|bps/

/** Returns names and types of the fields in a struct's body. */
function fieldsOf(body: string): readonly { readonly name: string; readonly type: string }[] {
  return [...body.matchAll(/^ +(\w+): (.+?),?$/gm)].map(([, name = '', type = '']) => ({ name, type }))
}

// Fields of a published struct are final; variants can be added to an enum.
it.each(TERMS)(
  '%s::%s has its terms in the enum %s, and no price, rate or expiry in fields of its own',
  (file, struct, terms, home = file) => {
    const source = readFileSync(join(SOURCES, `${file}.move`), 'utf8')
    expect(readFileSync(join(SOURCES, `${home}.move`), 'utf8')).toMatch(new RegExp(`^    enum ${terms} has `, 'm'))
    const [, body = ''] = new RegExp(`^    struct ${struct}\\b[^{]*\\{([^}]*)\\}`, 'm').exec(source) ?? []
    const fields = fieldsOf(body)
    expect(fields.map(({ type }) => type)).toContain(terms)
    expect(fields.filter(({ name }) => TERM.test(name))).toEqual([])
  },
)

it('every other struct that is stored by itself has no terms', () => {
  const files = readdirSync(SOURCES).filter((name) => name.endsWith('.move'))
  const stored = files.flatMap((file) => {
    const structs = readFileSync(join(SOURCES, file), 'utf8').matchAll(
      /^ {4}struct (\w+)[^{]* has ([\w, ]+) \{([^}]*)\}/gm,
    )
    return [...structs].flatMap(([, struct = '', abilities = '', body = '']) =>
      /\bkey\b/.test(abilities) ? [{ at: `${file.replace('.move', '')}::${struct}`, fields: fieldsOf(body) }] : [],
    )
  })
  const known = TERMS.map(([file, struct]) => `${file}::${struct}`)
  expect(stored.map(({ at }) => at)).toEqual(expect.arrayContaining(known))
  const others = stored.filter(({ at }) => !known.includes(at))
  expect(others.length).toBeGreaterThan(3)
  for (const { at, fields } of others)
    expect(
      fields.filter(({ name }) => TERM.test(name)),
      at,
    ).toEqual([])
})
