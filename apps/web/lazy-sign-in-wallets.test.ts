import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { standInFor } from './lazy-sign-in-wallets.ts'

const PACKAGE = '@aptos-connect/wallet-adapter-plugin'

// @feature wallet.google
test('replaces the sign-in wallets with a stub for the wallet adapter only', () => {
  const standIn = standInFor(PACKAGE, '/app/node_modules/@aptos-labs/wallet-adapter-core/dist/index.mjs')
  expect(existsSync(standIn ?? '')).toBe(true)
  expect(standInFor(PACKAGE, standIn ?? '')).toBeNull()
  expect(standInFor('react', '/app/node_modules/@aptos-labs/wallet-adapter-core/dist/index.mjs')).toBeNull()
})
