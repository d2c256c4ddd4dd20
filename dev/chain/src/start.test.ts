import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddress } from '@opal/domain/address'
import { describe, expect, it, vi } from 'vitest'
import { PortTakenError } from './servers/listen.ts'
import { type Localnet, start } from './start.ts'
import { startTestLocalnet } from './testing/start-localnet.ts'

const ACCOUNT = parseAddress('0xabc')

async function cheat(localnet: Localnet, path: string, body: unknown = {}) {
  const response = await fetch(localnet.nodeUrl.replace('/v1', `/__dev${path}`), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('the localnet', () => {
  it('answers 503 while it is being prepared and 200 when it is ready', async () => {
    const seen: number[] = []
    await using localnet = await startTestLocalnet({
      prepare: async ({ readinessUrl, ledger, fund }) => {
        seen.push((await fetch(readinessUrl)).status)
        fund(ACCOUNT, 1n)
        ledger.commitBlock()
      },
    })
    seen.push((await fetch(localnet.readinessUrl)).status)
    expect(seen).toEqual([503, 200])
  })

  it('reports a taken port with the way to choose another, and leaves nothing running', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const config = { host: '127.0.0.1', dataDir: null, logLevel: 'silent' } as const
    const free = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
    for (const name of ['nodePort', 'faucetPort', 'streamPort', 'readinessPort'] as const) {
      const failed = start({ ...config, ...free, [name]: port })
      await expect(failed).rejects.toThrow(PortTakenError)
      await expect(failed).rejects.toThrow(new RegExp(`port ${port}: it is taken.*set [A-Z]+_PORT`))
    }
    taken.close()
  })

  it('stops making blocks, answers 503 and notifies its program when the chain fails', async () => {
    const fault = Promise.withResolvers<unknown>()
    await using localnet = await startTestLocalnet({ onFault: fault.resolve })
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const commit = vi.spyOn(localnet.ledger, 'commitBlock').mockImplementation(() => {
      throw full
    })
    const { hash } = localnet.fund(ACCOUNT, 1n)
    expect(await fault.promise).toBe(full)
    expect(localnet.blocks.isPaused).toBe(true)
    expect((await fetch(localnet.readinessUrl)).status).toBe(503)
    commit.mockRestore()
    expect(localnet.ledger.transactionByHash(hash)).toHaveProperty('signedBytes')
  })

  it('shuts everything down when preparing fails', async () => {
    let nodeUrl = ''
    const failed = startTestLocalnet({
      prepare: async (localnet) => {
        nodeUrl = localnet.nodeUrl
        throw new Error('no seeds')
      },
    })
    await expect(failed).rejects.toThrow('no seeds')
    await expect(fetch(nodeUrl)).rejects.toThrow()
  })
})

describe('a localnet with a data directory', () => {
  it('has every transaction after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'localnet-'))
    const ports = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
    const config = { host: '127.0.0.1', dataDir, logLevel: 'silent', ...ports } as const
    const page = async ({ nodeUrl }: Localnet) => (await fetch(`${nodeUrl}/transactions?start=0`)).text()
    let before = ''
    {
      await using first = await start(config)
      for (let round = 0; round < 3; round += 1) {
        first.fund(ACCOUNT, 9n)
        first.ledger.commitBlock()
      }
      before = await page(first)
    }
    await using second = await start(config)
    expect(await page(second)).toBe(before)
    await second.ledger.waitForTransaction(second.fund(ACCOUNT, 1n).hash, 5_000)
    const url = `${second.nodeUrl}/accounts/${ACCOUNT}/balance/0x1::aptos_coin::AptosCoin`
    expect(await (await fetch(url)).json()).toBe(28)
    rmSync(dataDir, { recursive: true })
  })
})

describe('cheats', () => {
  it('pause blocks, commit one on demand and resume', async () => {
    await using localnet = await startTestLocalnet()
    await cheat(localnet, '/pause')
    const { body } = await cheat(localnet, '/fund', { address: '0xabc', amount: 5 })
    expect(localnet.ledger.transactionByHash(body.hash)).toHaveProperty('signedBytes')
    await cheat(localnet, '/commit')
    expect(localnet.ledger.transactionByHash(body.hash)).toHaveProperty('version')
    expect((await cheat(localnet, '/resume')).body).toEqual({ is_paused: false })
  })

  it('move the clock of the blocks to come', async () => {
    await using localnet = await startTestLocalnet()
    localnet.fund(ACCOUNT, 1n)
    localnet.ledger.commitBlock()
    const before = localnet.ledger.head.timestampMicros
    await cheat(localnet, '/time', { seconds: 86_400 })
    localnet.fund(ACCOUNT, 1n)
    localnet.ledger.commitBlock()
    expect(localnet.ledger.head.timestampMicros - before).toBeGreaterThanOrEqual(86_400_000_000n)
  })

  it('fail the next transaction only, with the given status', async () => {
    await using localnet = await startTestLocalnet()
    localnet.blocks.pause()
    await cheat(localnet, '/fail-next', { vm_status: 'Out of gas' })
    const hashes = [localnet.fund(ACCOUNT, 1n).hash, localnet.fund(ACCOUNT, 1n).hash]
    localnet.ledger.commitBlock()
    const infos = hashes.map((hash) => localnet.ledger.transactionByHash(hash))
    expect(infos[0]).toMatchObject({ info: { success: false, vmStatus: 'Out of gas' } })
    expect(infos[1]).toMatchObject({ info: { success: true } })
  })

  it('refuse pages of other origins, also in a browser on this machine', async () => {
    await using localnet = await startTestLocalnet()
    const url = localnet.nodeUrl.replace('/v1', '/__dev/pause')
    const ask = async (origin: string) => (await fetch(url, { method: 'POST', headers: { origin } })).status
    expect(await ask('https://elsewhere.example')).toBe(403)
    expect(await ask('null')).toBe(403)
    expect(localnet.blocks.isPaused).toBe(false)
    expect(await ask('http://127.0.0.1:3000')).toBe(200)
  })

  it.each([
    ['/fund', { address: 'x', amount: 1 }],
    ['/fund', { address: '0x1', amount: 0 }],
    ['/time', { seconds: -1 }],
    ['/time', { seconds: 1e12 }],
    ['/fail-next', {}],
  ])('%s refuses %j', async (path, body) => {
    await using localnet = await startTestLocalnet()
    expect(await cheat(localnet, path, body)).toMatchObject({ status: 400, body: { error_code: 'invalid_input' } })
  })
})

describe('pages of other origins, in a browser on this machine', () => {
  const elsewhere = [
    'https://elsewhere.example',
    'null',
    'http://127.0.0.1.elsewhere.example',
    'file://',
    'http://10.0.0.7',
  ]

  /** Asks as a browser does, whose `Host` a fetch of ours cannot choose. */
  const ask = (url: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ status: number; allowed: string | undefined }>((resolve, reject) => {
      const sent = request(url, { method, headers, agent: false }, (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode ?? 0, allowed: answer.headers['access-control-allow-origin'] })
      })
      sent.on('error', reject).end()
    })

  it('reach neither node nor faucet, also by preflight', async () => {
    await using localnet = await startTestLocalnet()
    const version = localnet.ledger.head.version
    const mint = `${localnet.faucetUrl}/mint?address=${ACCOUNT}&amount=1`
    for (const origin of elsewhere) {
      const refused = { status: 403, allowed: undefined }
      expect(await ask(mint, { origin }, 'POST'), origin).toEqual(refused)
      expect(await ask(localnet.nodeUrl, { origin }), origin).toEqual(refused)
      for (const url of [mint, localnet.nodeUrl])
        expect(await ask(url, { origin, 'access-control-request-method': 'POST' }, 'OPTIONS'), origin).toEqual(refused)
    }
    for (const host of ['rebound.example', 'rebound.example:8080', '10.0.0.7', '@'])
      for (const url of [mint, localnet.nodeUrl]) expect((await ask(url, { host }, 'POST')).status, host).toBe(403)
    expect(localnet.ledger.head.version).toBe(version)
  })

  it('are distinguished from pages of this machine, wallets and programs', async () => {
    await using localnet = await startTestLocalnet()
    for (const origin of ['http://127.0.0.1:3000', 'http://localhost:5173', 'chrome-extension://abcdefghijklmnop'])
      expect(await ask(localnet.nodeUrl, { origin })).toEqual({ status: 200, allowed: origin })
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080'])
      expect((await ask(localnet.nodeUrl, { host })).status).toBe(200)
    expect((await ask(`${localnet.faucetUrl}/mint?address=${ACCOUNT}&amount=1`, {}, 'POST')).status).toBe(200)
  })
})

it('a transaction is pending for the configured block time', async () => {
  const ports = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0 }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await using localnet = await start({
      host: '127.0.0.1',
      dataDir: null,
      logLevel: 'silent',
      ...ports,
      blockDelayMs: 150,
    })
    const { hash } = localnet.fund(ACCOUNT, 9n)
    vi.advanceTimersByTime(149)
    expect(localnet.ledger.transactionByHash(hash)).not.toHaveProperty('version')
    vi.advanceTimersByTime(1)
    expect(localnet.ledger.transactionByHash(hash)).toHaveProperty('version')
  } finally {
    vi.useRealTimers()
  }
})
