import { expect, it } from 'vitest'
import { erasedWords, isConfirmed } from './erasure-labels.ts'

// @feature account.delete
it('what was erased is counted in words, also what this page has no word for', () => {
  expect(erasedWords('favourites', 2)).toBe('2 favourites')
  expect(erasedWords('flag_requests', 1)).toBe('1 flag')
  expect(erasedWords('sessions', 0)).toBe('0 sessions')
  expect(erasedWords('notification_wallets', 1)).toBe('1 address to notify')
  expect(erasedWords('price_alerts', 3)).toBe('3 rows of price alerts')
})

it('only the whole phrase confirms', () => {
  expect(isConfirmed(' Erase my account ')).toBe(true)
  for (const typed of ['', 'erase', 'erase my accounts', 'eras my account'])
    expect(isConfirmed(typed), typed).toBe(false)
})
