import { expect, it } from 'vitest'
import { readPreferences } from './preferences.ts'

// @feature shell.theme, shell.lite-pro, table.view-remembered
it('reads what was kept, and the default where nothing valid is said', () => {
  expect(readPreferences(null)).toEqual({ currency: 'APT', theme: 'dark', view: 'grid', mode: 'pro' })
  expect(readPreferences('a=b; opal.theme=light;opal.mode=lite; opal.view=table; opal.currency=USD')).toEqual({
    currency: 'USD',
    theme: 'light',
    view: 'table',
    mode: 'lite',
  })
  expect(readPreferences('opal.theme=pink; opal.mode')).toMatchObject({ theme: 'dark', mode: 'pro' })
})
