import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const local = { OPAL_NETWORK: 'local' }
const mainnet = { OPAL_NETWORK: 'mainnet', API_PUBLIC_URL: 'https://api.example/' }

describe('the configuration of the web server', () => {
  it('has defaults for everything but the network', () => {
    expect(readConfig(local)).toMatchObject({
      network: 'local',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      apiInternalUrl: 'http://127.0.0.1:3001',
      devWalletScriptUrl: null,
      networkJson: null,
    })
  })

  it('uses the internal address of the API when there is one', () => {
    const config = readConfig({ ...mainnet, API_INTERNAL_URL: 'http://10.0.0.2:3001' })
    expect([config.apiPublicUrl, config.apiInternalUrl]).toEqual(['https://api.example', 'http://10.0.0.2:3001'])
  })

  it('loads the development wallet on the local network only', () => {
    const script = 'http://127.0.0.1:8082/dev-wallet.js'
    expect(readConfig({ ...local, DEV_WALLET_SCRIPT_URL: script }).devWalletScriptUrl).toBe(script)
    expect(readConfig({ ...mainnet, DEV_WALLET_SCRIPT_URL: script }).devWalletScriptUrl).toBeNull()
  })

  // @feature shell.footer-social
  it('accepts social links by https only', () => {
    expect(
      readConfig({ ...local, SOCIAL_LINKS: 'X=https://x.example/a?b=c, Chat=https://chat.example' }).socialLinks,
    ).toEqual([
      { name: 'X', url: 'https://x.example/a?b=c' },
      { name: 'Chat', url: 'https://chat.example' },
    ])
    expect(() => readConfig({ ...local, SOCIAL_LINKS: 'X=javascript:alert(1)' })).toThrow(/SOCIAL_LINKS/)
    expect(() => readConfig({ ...local, SOCIAL_LINKS: 'nowhere' })).toThrow(/SOCIAL_LINKS/)
  })

  it('reports all faults together', () => {
    expect(() => readConfig({ WEB_PORT: 'x', NODE_PUBLIC_URL: 'ftp://node', OPAL_NETWORK: 'moon' })).toThrow(
      /OPAL_NETWORK[\s\S]*WEB_PORT[\s\S]*NODE_PUBLIC_URL/,
    )
  })

  it('reports an address without https with any other fault, and shows the value', () => {
    expect(() =>
      readConfig({ ...mainnet, API_PUBLIC_URL: 'http://api.example', WEB_PORT: 'x', GEAR_MODULE: 'y' }),
    ).toThrow(
      /WEB_PORT: expected a number, not "x"\n.*GEAR_MODULE: .*, not "y"\n.*API_PUBLIC_URL: .* is not reached by https/s,
    )
  })

  it('requires the network, and the address of the API except on the local one', () => {
    expect(() => readConfig({})).toThrow('OPAL_NETWORK')
    expect(() => readConfig({ OPAL_NETWORK: 'mainnet' })).toThrow('API_PUBLIC_URL: OPAL_NETWORK=mainnet needs')
    expect(() => readConfig({ ...mainnet, API_PUBLIC_URL: 'http://api.example' })).toThrow('is not reached by https')
  })

  it('allows only this machine on the local network', () => {
    for (const open of [{ HOST: '0.0.0.0' }, { WEB_PUBLIC_URL: 'https://opal.example' }])
      expect(() => readConfig({ ...local, ...open })).toThrow(/(HOST|WEB_PUBLIC_URL): .* is not loopback/)
  })

  it('exempts this machine from the limit only where no proxy can be in front, or TRUST_PROXY says which', () => {
    const exempts = (set: Record<string, string>) => readConfig({ ...mainnet, ...set }).exemptsOwnMachine
    const WEB_PUBLIC_URL = 'https://opal.example'
    expect(exempts({ WEB_PUBLIC_URL })).toBe(false)
    expect([
      exempts({ WEB_PUBLIC_URL, TRUST_PROXY: 'false' }),
      exempts({ WEB_PUBLIC_URL, TRUST_PROXY: 'loopback' }),
    ]).toEqual([true, true])
    expect([exempts({}), readConfig(local).exemptsOwnMachine]).toEqual([true, true])
  })

  it("sends browsers the public node, never the servers' own", () => {
    const NODE_URL = 'https://node.example/0123456789abcdef0123456789abcdef/v1'
    expect(readConfig({ ...mainnet, NODE_URL }).nodeUrl).toBe('https://api.mainnet.aptoslabs.com/v1')
    expect(() => readConfig({ ...mainnet, NODE_PUBLIC_URL: NODE_URL })).toThrow(/NODE_PUBLIC_URL: .*looks like a key/)
    expect(() => readConfig({ ...mainnet, IPFS_GATEWAYS: 'https://ipfs.example/ipfs?token=1' })).toThrow(
      'IPFS_GATEWAYS',
    )
  })
})
