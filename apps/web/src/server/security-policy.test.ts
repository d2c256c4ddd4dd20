import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { contentSecurityPolicy } from './security-policy.ts'

const local = {
  OPAL_NETWORK: 'local',
  DEV_WALLET_SCRIPT_URL: 'http://127.0.0.1:8082/dev-wallet.js',
}

describe('the page policy', () => {
  it('allows connections to API, socket and node, and no script without the nonce', () => {
    const policy = contentSecurityPolicy(readConfig({ OPAL_NETWORK: 'local' }), 'abc')
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:3001 ws://127.0.0.1:3001 http://127.0.0.1:8080")
    expect(policy).toContain("script-src 'self' 'nonce-abc' 'wasm-unsafe-eval';")
    expect(policy).not.toContain("'unsafe-eval'")
    expect(policy).toContain("media-src 'self' http://127.0.0.1:3001;")
  })

  it('allows the development wallet on the local network only', () => {
    expect(contentSecurityPolicy(readConfig(local), 'n')).toContain("'nonce-n' http://127.0.0.1:8082")
    expect(
      contentSecurityPolicy(
        readConfig({ ...local, OPAL_NETWORK: 'mainnet', API_PUBLIC_URL: 'https://api.example' }),
        'n',
      ),
    ).not.toContain('8082')
  })
})
