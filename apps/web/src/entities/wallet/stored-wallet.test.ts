import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { formatBalance } from '../../shared/format/apt.ts'
import { identiconAngles } from './address-identicon.tsx'
import {
  readStoredBalance,
  readStoredWallet,
  STORED_WALLET_SCRIPT,
  storeBalance,
  storeWallet,
} from './stored-wallet.ts'

// @vitest-environment happy-dom
const root = document.documentElement
const run = () => new Function(STORED_WALLET_SCRIPT)()
const shown = (name: string) => root.style.getPropertyValue(`--account-${name}`)

afterEach(() => {
  localStorage.clear()
  root.removeAttribute('data-wallet')
  root.removeAttribute('style')
})

const address = fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `0x${hex}`)
const octas = fc.option(fc.oneof(fc.bigInt(0n, 3_000_000n), fc.bigInt(0n, 10n ** 13n), fc.bigInt(0n, 10n ** 20n - 1n)))

// @feature wallet.drawn-at-once
it('says before the first paint what the account of any last visit looks like and held', () => {
  fc.assert(
    fc.property(address, octas, (of, held) => {
      storeWallet(null)
      storeWallet({ name: 'Petra', address: of, publicKey: '0xkey' })
      if (held !== null) storeBalance(held)
      run()
      const { hue, second, turn } = identiconAngles(of)
      expect(root.dataset.wallet).toBe(of)
      expect([shown('hue'), shown('second'), shown('turn')]).toEqual([String(hue), String(second), `${turn}deg`])
      expect(JSON.parse(shown('balance'))).toBe(formatBalance(held))
    }),
    { numRuns: runs(200) },
  )
})

// @feature wallet.drawn-at-once
it('reserves nothing for what is stored and has no address, whatever that is', () => {
  fc.assert(
    fc.property(fc.option(fc.oneof(fc.string(), fc.json())), fc.oneof(fc.string(), fc.json()), (wallet, balance) => {
      localStorage.clear()
      if (wallet !== null) localStorage.setItem('opal.wallet', wallet)
      localStorage.setItem('opal.balance', balance)
      run()
      if (readStoredWallet() === null) expect(root.hasAttribute('data-wallet')).toBe(false)
    }),
    { numRuns: runs(200) },
  )
})

// @feature wallet.drawn-at-once
it('deletes the balance with the wallet that it is of, and leaves it while that stays', () => {
  const wallets = fc.option(fc.constantFrom('1', '2').map((digit) => `0x${digit.repeat(64)}`))
  fc.assert(
    fc.property(wallets, wallets, fc.bigInt(0n, 10n ** 13n), (before, after, balance) => {
      const walletOf = (of: string | null) => (of === null ? null : { name: 'Petra', address: of, publicKey: '0xkey' })
      storeWallet(walletOf(before))
      storeBalance(balance)
      storeWallet(walletOf(after))
      expect(readStoredBalance()).toBe(after !== null && after === before ? balance : null)
    }),
  )
})
