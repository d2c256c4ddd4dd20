import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('readConfig', () => {
  it('fills in what a local network needs', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://localhost/opal' })
    expect(config).toMatchObject({
      network: 'local',
      port: 3001,
      chainGraphqlPort: 8090,
      nodeUrl: 'http://127.0.0.1:8080/v1',
    })
  })

  it('tells of the development wallet on a local network only', () => {
    const set = { DATABASE_URL: 'postgres://localhost/opal', DEV_WALLET_SCRIPT_URL: 'http://127.0.0.1:8082/wallet.js' }
    expect(readConfig(set).devWalletScriptUrl).toBe(set.DEV_WALLET_SCRIPT_URL)
    expect(readConfig({ ...set, OPAL_NETWORK: 'mainnet' }).devWalletScriptUrl).toBeNull()
  })

  it('knows where the price of an APT comes from', () => {
    const read = (source?: string) =>
      readConfig({ DATABASE_URL: 'postgres://localhost/opal', APT_PRICE_SOURCE: source }).aptPriceSource
    expect(read()).toEqual({ kind: 'static', usd: 0 })
    expect(read('coingecko')).toEqual({ kind: 'coingecko' })
    expect(() => read('oracle')).toThrow('APT_PRICE_SOURCE: expected static:<usd>, coingecko or pyth')
  })

  it('names every fault at once', () => {
    const read = () => readConfig({ API_PORT: 'abc', OPAL_NETWORK: 'moonnet' })
    expect(read).toThrow(/OPAL_NETWORK/)
    expect(read).toThrow(/API_PORT/)
    expect(read).toThrow(/DATABASE_URL/)
  })
})
