import { expect, test } from 'vitest'
import { CONFIG_GLOBAL, configScript, parseWalletConfig } from './wallet-config.ts'

const config = {
  nodeUrl: 'http://127.0.0.1:8080/v1',
  chainId: 4,
  accounts: [{ name: '</script>', address: '0x1', privateKey: 'ed25519-priv-0x01' }],
}

test('serves a configuration that parses back and cannot end a script element', () => {
  const line = configScript(config)
  expect(line).not.toContain('</script>')
  const read = new Function(`${line} return globalThis.${CONFIG_GLOBAL}`)() as unknown
  expect(parseWalletConfig(read)).toEqual(config)
})

test('reports a missing setting by name', () => {
  expect(() => parseWalletConfig(undefined)).toThrow('is not set')
  expect(() => parseWalletConfig({ ...config, accounts: [] })).toThrow('no accounts')
  expect(() => parseWalletConfig({ ...config, nodeUrl: '' })).toThrow('nodeUrl')
  expect(() => parseWalletConfig({ ...config, accounts: [{ name: 'x' }] })).toThrow('address')
})
