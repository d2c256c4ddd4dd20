import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration of the web server', () => {
  it('is whole without any environment', () => {
    expect(readConfig({})).toMatchObject({
      network: 'local',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      apiInternalUrl: 'http://127.0.0.1:3001',
      devWalletScriptUrl: null,
      networkJson: null,
    })
  })

  it('reaches the API by the internal way when there is one', () => {
    const config = readConfig({ API_PUBLIC_URL: 'https://api.example/', API_INTERNAL_URL: 'http://10.0.0.2:3001' })
    expect([config.apiPublicUrl, config.apiInternalUrl]).toEqual(['https://api.example', 'http://10.0.0.2:3001'])
  })

  it('loads the development wallet on the local network only', () => {
    const script = 'http://127.0.0.1:8082/dev-wallet.js'
    expect(readConfig({ DEV_WALLET_SCRIPT_URL: script }).devWalletScriptUrl).toBe(script)
    expect(readConfig({ OPAL_NETWORK: 'mainnet', DEV_WALLET_SCRIPT_URL: script }).devWalletScriptUrl).toBeNull()
  })

  // @feature shell.footer-social
  it('takes links to places elsewhere by https alone', () => {
    expect(readConfig({ SOCIAL_LINKS: 'X=https://x.example/a?b=c, Chat=https://chat.example' }).socialLinks).toEqual([
      { name: 'X', url: 'https://x.example/a?b=c' },
      { name: 'Chat', url: 'https://chat.example' },
    ])
    expect(() => readConfig({ SOCIAL_LINKS: 'X=javascript:alert(1)' })).toThrow(/SOCIAL_LINKS/)
    expect(() => readConfig({ SOCIAL_LINKS: 'nowhere' })).toThrow(/SOCIAL_LINKS/)
  })

  it('names every fault at once', () => {
    expect(() => readConfig({ WEB_PORT: 'x', NODE_URL: 'ftp://node', OPAL_NETWORK: 'moon' })).toThrow(
      /OPAL_NETWORK[\s\S]*WEB_PORT[\s\S]*NODE_URL/,
    )
  })
})
