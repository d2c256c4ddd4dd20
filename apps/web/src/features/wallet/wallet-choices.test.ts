import { describe, expect, it } from 'vitest'
import { walletChoices } from './wallet-choices.ts'

const icon = 'data:image/svg+xml;base64,AA'

describe('the wallets offered', () => {
  it('are in the configured order, Petra preferred', () => {
    const choices = walletChoices([])
    expect(choices.map(({ name }) => name)).toEqual([
      'Petra',
      'Continue with Google',
      'Backpack',
      'OKX Wallet',
      'Rise',
      'Pontem',
      'Fewcha',
      'TrustWallet',
      'MSafe',
      'Spika',
    ])
    expect(choices.filter(({ preferred }) => preferred).map(({ name }) => name)).toEqual(['Petra'])
  })

  // @feature wallet.announced
  it('start with the installed ones, under the names they announce', () => {
    const choices = walletChoices([
      { name: 'Pontem Wallet', icon, url: 'x' },
      { name: 'A Dev Wallet', icon, url: 'y' },
      { name: 'Backpack', icon, url: 'z' },
    ])
    expect(choices.slice(0, 4).map(({ name, installed }) => [name, installed])).toEqual([
      ['A Dev Wallet', true],
      ['Backpack', true],
      ['Pontem Wallet', true],
      ['Petra', false],
    ])
    expect(choices).toHaveLength(11)
  })
})
