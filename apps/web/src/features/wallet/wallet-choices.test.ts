import { describe, expect, it } from 'vitest'
import { walletChoices } from './wallet-choices.ts'

const icon = 'data:image/svg+xml;base64,AA'

describe('the wallets offered', () => {
  it('are in the configured order, discontinued ones last, Petra preferred', () => {
    const choices = walletChoices([])
    expect(choices.map(({ name }) => name)).toEqual([
      'Petra',
      'Continue with Google',
      'Backpack',
      'OKX Wallet',
      'Pontem',
      'TrustWallet',
      'MSafe',
      'Rise',
      'Fewcha',
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

  // @feature wallet.groups
  it('show installed ones and the preferred one first, Google by itself, and the others behind More', () => {
    const choices = walletChoices([
      { name: 'Spika', icon, url: 'x' },
      { name: 'A Dev Wallet', icon, url: 'y' },
    ])
    const inGroup = (wanted: string) => choices.filter(({ group }) => group === wanted).map(({ name }) => name)
    expect(inGroup('first')).toEqual(['A Dev Wallet', 'Spika', 'Petra'])
    expect(inGroup('google')).toEqual(['Continue with Google'])
    expect(inGroup('more')).toEqual(['Backpack', 'OKX Wallet', 'Pontem', 'TrustWallet', 'MSafe', 'Rise', 'Fewcha'])
    const withGoogle = walletChoices([{ name: 'Continue with Google', icon, url: 'z' }])
    expect(withGoogle.find(({ group }) => group === 'google')).toMatchObject({ installed: true })
  })

  // @feature wallet.groups
  it('have the marks that the adapter knows, installed or not', () => {
    const choices = walletChoices(
      [{ name: 'Backpack', icon: 'data:own', url: 'x' }],
      [
        { name: 'Petra', icon: 'data:petra' },
        { name: 'Backpack', icon: 'data:known' },
        { name: 'Trust Wallet', icon: 'data:trust' },
      ],
    )
    const iconOf = (wanted: string) => choices.find(({ name }) => name === wanted)?.icon
    expect(iconOf('Backpack')).toBe('data:own')
    expect(iconOf('Petra')).toBe('data:petra')
    expect(iconOf('TrustWallet')).toBe('data:trust')
    expect(iconOf('Continue with Google')).toMatch(/^data:image\/svg/)
    expect(iconOf('MSafe')).toBeNull()
  })
})
