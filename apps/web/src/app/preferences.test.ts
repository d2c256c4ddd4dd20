import { expect, it } from 'vitest'
import { readPreferences } from './preferences.ts'

// @feature shell.theme, shell.lite-pro, table.view-remembered, card.sizes
it('reads stored choices, and the default for invalid ones', () => {
  const defaults = {
    currency: 'APT',
    theme: 'system',
    view: 'grid',
    holdings: 'grid',
    cards: 'm',
    mode: 'pro',
    filters: 'shown',
    rail: 'shown',
    intro: 'shown',
  }
  expect(readPreferences(null)).toEqual(defaults)
  expect(
    readPreferences('a=b; opal.theme=light;opal.mode=lite; opal.view=table; opal.cards=s; opal.currency=USD'),
  ).toEqual({
    ...defaults,
    currency: 'USD',
    theme: 'light',
    view: 'table',
    cards: 's',
    mode: 'lite',
  })
  expect(readPreferences('opal.theme=pink; opal.mode')).toMatchObject({ theme: 'system', mode: 'pro' })
})
