import { expect, it } from 'vitest'
import { erasedLabel, isConfirmed } from './erasure-labels.ts'

// @feature account.delete
it('labels the count of erased rows, also of unknown tables', () => {
  expect(erasedLabel('favourites', 2)).toBe('2 favorites')
  expect(erasedLabel('flag_requests', 1)).toBe('1 flag')
  expect(erasedLabel('sessions', 0)).toBe('0 sessions')
  expect(erasedLabel('notification_wallets', 1)).toBe('1 wallet with alerts')
  expect(erasedLabel('notifications', 12_345)).toBe('12,345 alerts')
  expect(erasedLabel('price_alerts', 3)).toBe('3 rows of price alerts')
})

it('accepts only the whole phrase as confirmation', () => {
  expect(isConfirmed(' Erase my account ')).toBe(true)
  for (const typed of ['', 'erase', 'erase my accounts', 'eras my account'])
    expect(isConfirmed(typed), typed).toBe(false)
})
