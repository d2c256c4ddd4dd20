import { EnvironmentError } from '@opal/domain/environment/read-environment'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const local = { OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://localhost/opal' }
const mainnet = { ...local, OPAL_NETWORK: 'mainnet', API_PUBLIC_URL: 'https://api.opal.example' }

describe('readConfig', () => {
  it('fills in what a local network needs', () => {
    const config = readConfig(local)
    expect(config).toMatchObject({
      network: 'local',
      port: 3001,
      chainGraphqlPort: 8090,
      nodeUrl: 'http://127.0.0.1:8080/v1',
    })
  })

  it('offers the development wallet on a local network only', () => {
    const set = { DEV_WALLET_SCRIPT_URL: 'http://127.0.0.1:8082/wallet.js' }
    expect(readConfig({ ...local, ...set }).devWalletScriptUrl).toBe(set.DEV_WALLET_SCRIPT_URL)
    expect(readConfig({ ...mainnet, ...set }).devWalletScriptUrl).toBeNull()
  })

  it('knows where the price of an APT comes from', () => {
    const read = (source?: string) => readConfig({ ...local, APT_PRICE_SOURCE: source }).aptPriceSource
    expect(read()).toEqual({ kind: 'static', usd: 0 })
    expect(read('coingecko')).toEqual({ kind: 'coingecko' })
    expect(() => read('oracle')).toThrow('APT_PRICE_SOURCE: expected static:<usd>, coingecko or pyth')
  })

  it('names all faults together', () => {
    const read = () => readConfig({ API_PORT: 'abc', OPAL_NETWORK: 'moonnet' })
    expect(read).toThrow(/OPAL_NETWORK/)
    expect(read).toThrow(/API_PORT/)
    expect(read).toThrow(/DATABASE_URL/)
  })

  // @feature operate.configuration
  it('names a fault of several variables as well as those of single ones, whichever these are', () => {
    const together = { API_PUBLIC_URL: 'http://api.opal.example', S3_ACCESS_KEY_ID: 'id' }
    const single = {
      API_PORT: 'abc',
      DRAIN_MS: '1s',
      TRUST_PROXY: 'foo',
      REDIS_SENTINELS: 'one,two',
      LOG_LEVEL: 'loud',
    }
    for (const [name, value] of Object.entries(single)) {
      const read = () => readConfig({ ...mainnet, ...together, [name]: value })
      expect(read).toThrow(/API_PUBLIC_URL: .*by https/)
      expect(read).toThrow('S3_ACCESS_KEY_ID: set it and S3_SECRET_ACCESS_KEY, or neither')
      expect(read).toThrow(new RegExp(`^  ${name}: `, 'm'))
    }
  })

  it.each([
    ['API_PORT', 'abc', 'expected a number, not "abc"'],
    ['API_PORT', '70000', 'expected at most 65535, not "70000"'],
    ['DRAIN_MS', '1.5', 'expected a whole number, not "1.5"'],
    ['REDIS_SENTINELS', 'a:1,b', 'expected host:port, not "a:1,b"'],
    ['LOG_LEVEL', 'loud', 'expected fatal, error, warn, info, debug, trace or silent, not "loud"'],
    ['DATABASE_URL', 'mysql://opal:secret@db/opal', 'expected postgres://user@host:port/database, not "mysql://…"'],
    ['DATABASE_URL', undefined, 'is not set'],
    ['OPAL_NETWORK', undefined, 'is not set: choose local, testnet or mainnet'],
    ['NODE_URL', 'ftp://node', 'expected http:// or https://, not "ftp://node"'],
    ['OPERATOR_TOKEN', 'short', 'expected at least 16 characters'],
  ])('says what is wrong with %s=%s', (name, value, sentence) => {
    expect(() => readConfig({ ...local, [name]: value })).toThrow(
      new EnvironmentError(`The API cannot start:\n  ${name}: ${sentence}`),
    )
  })

  it('asks for the network by name', () => {
    expect(() => readConfig({ ...local, OPAL_NETWORK: undefined })).toThrow('OPAL_NETWORK')
  })

  it('is for this machine alone on the local network', () => {
    const open = [
      { HOST: '0.0.0.0' },
      { WEB_PUBLIC_URL: 'https://opal.example' },
      { API_PUBLIC_URL: 'https://a.example' },
    ]
    for (const each of open)
      expect(() => readConfig({ ...local, ...each })).toThrow(/is not loopback: OPAL_NETWORK=local/)
  })

  it('wants the https address of the API off the local network', () => {
    expect(() => readConfig({ ...mainnet, API_PUBLIC_URL: undefined })).toThrow('API_PUBLIC_URL: OPAL_NETWORK=mainnet')
    expect(() => readConfig({ ...mainnet, API_PUBLIC_URL: 'http://api.opal.example' })).toThrow(
      /API_PUBLIC_URL: .*by https/,
    )
    expect(() => readConfig({ ...mainnet, WEB_PUBLIC_URL: 'http://opal.example' })).toThrow(
      /WEB_PUBLIC_URL: .*by https/,
    )
    expect(readConfig({ ...mainnet, API_PUBLIC_URL: 'http://127.0.0.1:3001' }).publicUrl).toBe('http://127.0.0.1:3001')
  })

  it('exempts this machine from limits only where no proxy can be in front, or TRUST_PROXY says which', () => {
    const exempts = (set: Record<string, string>) => readConfig({ ...mainnet, ...set }).exemptsOwnMachine
    const own = { API_PUBLIC_URL: 'http://127.0.0.1:3001' }
    expect([exempts({}), exempts({ ...own, WEB_PUBLIC_URL: 'https://opal.example' })]).toEqual([false, false])
    expect([exempts({ TRUST_PROXY: 'false' }), exempts({ TRUST_PROXY: 'loopback' }), exempts(own)]).toEqual([
      true,
      true,
      true,
    ])
    expect(readConfig(local).exemptsOwnMachine).toBe(true)
  })

  it("keeps the servers' node from browsers, which get one that everyone may ask", () => {
    const NODE_URL = 'https://node.example/0123456789abcdef0123456789abcdef/v1'
    expect(readConfig({ ...mainnet, NODE_URL, NODE_API_KEY: 'key' })).toMatchObject({
      nodeUrl: NODE_URL,
      nodeApiKey: 'key',
      nodePublicUrl: 'https://api.mainnet.aptoslabs.com/v1',
    })
    for (const name of ['NODE_URL', 'SIGN_IN_NODE_URL'])
      expect(() => readConfig({ ...mainnet, [name]: 'https://me:secret@node.example/v1' })).toThrow(
        `${name}: contains a user name`,
      )
    expect(() => readConfig({ ...mainnet, NODE_URL: 'node' })).toThrow('NODE_URL')
    expect(() => readConfig({ ...mainnet, NODE_PUBLIC_URL: NODE_URL })).toThrow(
      'NODE_PUBLIC_URL: holds what looks like',
    )
    expect(() => readConfig({ ...mainnet, NODE_PUBLIC_URL: 'https://me:secret@node.example/v1' })).toThrow('password')
  })

  it('describes its calls to everyone on the local network, elsewhere where the operator says so', () => {
    expect([readConfig(local), readConfig(mainnet)].map(({ servesDocs }) => servesDocs)).toEqual([true, false])
    expect(readConfig({ ...mainnet, API_DOCS: 'true' }).servesDocs).toBe(true)
    expect(readConfig({ ...local, API_DOCS: 'false' }).servesDocs).toBe(false)
  })
})
