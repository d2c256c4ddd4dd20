import { readFileSync } from 'node:fs'
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

// Fields of a published struct are final; variants can be added to an enum.
it.each(TERMS)(
  '%s::%s has its terms in the enum %s, and no price, rate or expiry in fields of its own',
  (file, struct, terms, home = file) => {
    const source = readFileSync(join(SOURCES, `${file}.move`), 'utf8')
    expect(readFileSync(join(SOURCES, `${home}.move`), 'utf8')).toMatch(new RegExp(`^    enum ${terms} has `, 'm'))
    const [, body = ''] = new RegExp(`^    struct ${struct}\\b[^{]*\\{([^}]*)\\}`, 'm').exec(source) ?? []
    const fields = [...body.matchAll(/^ +(\w+): (.+?),?$/gm)].map(([, name = '', type = '']) => ({ name, type }))
    expect(fields.map(({ type }) => type)).toContain(terms)
    expect(fields.filter(({ name }) => /price|fee$|rate|commission|royalty|expir|bps/.test(name))).toEqual([])
  },
)
