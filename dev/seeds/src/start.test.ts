import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoAccounts } from './accounts/demo-cast.ts'
import { tokenUri } from './art/metadata.ts'
import type { SeedsConfig } from './config.ts'
import { MARKET_SCALES } from './market/market-scale.ts'
import { operatorChoice } from './market/open-demo-ledger.ts'
import { start } from './start.ts'

function config(dataDir: string | null): SeedsConfig {
  const ports = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
  return {
    localnet: { host: '127.0.0.1', ...ports, dataDir, logLevel: 'silent' },
    artPort: 0,
    story: false,
    scale: 'small',
  }
}

test('seeds once, serves images and the wallet, and keeps its market over a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'seeds-'))
  let version: bigint
  {
    await using network = await start(config(dataDir))
    version = network.localnet.ledger.head.version
    expect(version).toBeGreaterThan(100n)
    expect(await (await fetch(network.localnet.readinessUrl)).status).toBe(200)
    const [collection] = MARKET_SCALES.small.collections
    const uri = tokenUri(collection as NonNullable<typeof collection>, 1).replace('ipfs:/', network.art.gateway)
    expect(await (await fetch(uri)).json()).toMatchObject({ name: 'Mossfolk #1' })
    const image = await fetch(uri.replace('.json', '.svg'))
    expect(image.headers.get('content-type')).toBe('image/svg+xml')
    expect((await fetch(uri.replace('1.json', '13.json'))).status).toBe(404)
    const script = await (await fetch(network.art.walletScriptUrl)).text()
    expect(script).toContain(network.localnet.nodeUrl)
    const forPage = (headers: Record<string, string>) => fetch(network.art.walletScriptUrl, { headers })
    const others: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]
    for (const headers of [...others, { origin: 'https://elsewhere.example' }]) {
      const answer = await forPage(headers)
      expect([answer.status, (await answer.text()).includes('ed25519-priv')]).toEqual([403, false])
    }
    const ours = await forPage({ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' })
    expect([ours.status, ours.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:3000'])
    // Blocks a page's script tag in browsers that do not send the requesting site.
    expect((await forPage({})).headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect((await fetch(uri)).headers.get('access-control-allow-origin')).toBe('*')
    expect(JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'))).toEqual(demoAccounts())
    const choice = JSON.parse(await readFile(join(dataDir, 'operator-choice.json'), 'utf8'))
    expect(choice).toEqual(operatorChoice(MARKET_SCALES.small.collections))
    for (const id of choice.verified) {
      expect(network.localnet.ledger.resource(id, '0x4::collection::Collection')).not.toBeNull()
    }
  }
  await using again = await start(config(dataDir))
  expect(again.localnet.ledger.head.version).toBe(version)
  await rm(dataDir, { recursive: true })
}, 60_000)
