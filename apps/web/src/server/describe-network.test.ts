import { describe, expect, it } from 'vitest'
import { describeNetwork } from './describe-network.ts'

const file = JSON.stringify({ web: 'http://127.0.0.1:3000', accounts: [{ name: 'ada', privateKey: '0x01' }] })

describe('describeNetwork', () => {
  it('returns the demo accounts on a local network', () => {
    expect(describeNetwork(file, 'local', '127.0.0.1')).toEqual(JSON.parse(file))
  })

  it.each(['testnet', 'mainnet'] as const)('never returns a key on %s', (network) => {
    expect(describeNetwork(file, network, 'opal.example')).toEqual({ web: 'http://127.0.0.1:3000', accounts: [] })
  })

  it.each(['', '{"web":', '[]', 'null', '3'])('returns null for %j', (text) => {
    expect(describeNetwork(text, 'local', 'localhost')).toBeNull()
  })

  it.each(['rebound.example', '10.0.0.7', '', '127.0.0.1.rebound.example'])(
    'gives no key to a page that believes to talk to "%s"',
    (hostname) => {
      expect(describeNetwork(file, 'local', hostname)).toBeNull()
    },
  )
})
