import { describe, expect, it } from 'vitest'
import { isAllowedOrigin } from './is-allowed-origin.ts'

const mainnet = { network: 'mainnet', webPublicUrl: 'https://opal.example/' } as const
const local = { network: 'local', webPublicUrl: 'http://127.0.0.1:3000' } as const

describe('isAllowedOrigin', () => {
  it('lets the web app call', () => {
    expect(isAllowedOrigin('https://opal.example', mainnet)).toBe(true)
  })

  it('refuses every other page', () => {
    for (const origin of [
      'https://evil.example',
      'https://opal.example.evil.example',
      'http://opal.example',
      'null',
      'http://127.0.0.1:3000',
    ]) {
      expect(isAllowedOrigin(origin, mainnet)).toBe(false)
    }
  })

  it('lets any port of the same machine call on a local network, and nothing else', () => {
    expect(isAllowedOrigin('http://localhost:4123', local)).toBe(true)
    expect(isAllowedOrigin('http://127.0.0.1.evil.example', local)).toBe(false)
  })
})
