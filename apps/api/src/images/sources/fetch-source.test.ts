import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { askSource, fetchSource, inTurns, MAX_SOURCE_BYTES } from './fetch-source.ts'
import { SourceShares } from './source-shares.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

async function serve(
  listener: RequestListener,
): Promise<AsyncDisposable & { readonly gateway: string; readonly host: string }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    gateway: `http://${host}/ipfs`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('fetchSource', () => {
  it('gets content from the first gateway that has it', async () => {
    await using lacking = await serve((_, answer) => answer.writeHead(404).end())
    await using having = await serve((request, answer) => answer.end(`content of ${request.url}`))
    const bytes = await fetchSource(`ipfs://${cid}/1.txt`, {
      gateways: [lacking.gateway, having.gateway],
      arweaveGateways: [],
      allowedHosts: new Set(),
      shares: new SourceShares(),
      isKnown: async () => true,
    })
    expect(bytes.toString()).toBe(`content of /ipfs/${cid}/1.txt`)
  })

  it('sends no credentials', async () => {
    const seen: string[] = []
    await using host = await serve((request, answer) => {
      seen.push(...Object.keys(request.headers))
      answer.end('x')
    })
    await fetchSource(`ipfs://${cid}`, {
      gateways: [host.gateway],
      arweaveGateways: [],
      allowedHosts: new Set(),
      shares: new SourceShares(),
      isKnown: async () => true,
    })
    expect(seen).not.toContain('cookie')
    expect(seen).not.toContain('authorization')
  })

  it('reaches no private host by name or by number', async () => {
    for (const src of ['https://localhost/x.png', 'https://127.0.0.1/x.png', 'https://[::1]/x.png']) {
      await expect(
        fetchSource(src, {
          gateways: [],
          arweaveGateways: [],
          allowedHosts: new Set(),
          shares: new SourceShares(),
          isKnown: async () => true,
        }),
      ).rejects.toMatchObject({
        code: 'source-refused',
      })
    }
  })

  it('follows a redirect only to where it might have been sent at first', async () => {
    await using inner = await serve((_, answer) => answer.end('secret'))
    await using outer = await serve((_, answer) =>
      answer.writeHead(302, { location: `http://${inner.host}/secret` }).end(),
    )
    const options = {
      gateways: [outer.gateway],
      arweaveGateways: [],
      allowedHosts: new Set<string>(),
      shares: new SourceShares(),
      isKnown: async () => true,
    }
    await expect(fetchSource(`ipfs://${cid}`, options)).rejects.toMatchObject({ code: 'source-refused' })
    const allowed = await fetchSource(`ipfs://${cid}`, { ...options, allowedHosts: new Set([inner.host]) })
    expect(allowed.toString()).toBe('secret')
  })

  it('reaches a private gateway for content only, and only below its base', async () => {
    const asked: string[] = []
    let to = ''
    await using host = await serve((request, answer) => {
      asked.push(String(request.url))
      if (to === '') return answer.end('x')
      answer.writeHead(302, { location: to }).end()
      to = ''
    })
    const options = {
      gateways: [host.gateway],
      arweaveGateways: [],
      allowedHosts: new Set<string>(),
      shares: new SourceShares(),
      isKnown: async () => true,
    }
    const refused = { code: 'source-refused' }
    for (const path of ['/admin', `/ipfs/${cid}`, '/ipfs/../admin'])
      await expect(fetchSource(`http://${host.host}${path}`, options)).rejects.toMatchObject(refused)
    expect(asked).toEqual([])
    for (const location of ['/admin', `/ipfs/../admin`, `http://${host.host}/admin`]) {
      to = location
      await expect(fetchSource(`ipfs://${cid}`, options)).rejects.toMatchObject(refused)
    }
    expect(asked).not.toContain('/admin')
    // Gateways send folders on to their index.
    to = `/ipfs/${cid}/`
    expect((await fetchSource(`ipfs://${cid}`, options)).toString()).toBe('x')
  })

  it('goes to the host of another owner in a turn of its own, where it might have been sent at first', async () => {
    let location = ''
    await using host = await serve((request, answer) => {
      if (request.url === '/there') return answer.end('there')
      answer.writeHead(302, { location }).end()
    })
    const other = host.host.replace('127.0.0.1', '127.0.0.2')
    const options = {
      gateways: [],
      arweaveGateways: [],
      allowedHosts: new Set([host.host, other]),
      shares: new SourceShares(),
      isKnown: async () => true,
    }
    const fetchIn = async (src: string) => {
      const turns: string[] = []
      const bytes = await inTurns(src, (at) => {
        turns.push(at)
        return fetchSource(at, options)
      })
      return { text: bytes.toString(), turns }
    }
    location = `http://${host.host}/there`
    expect(await fetchIn(`http://${other}/here`)).toEqual({
      text: 'there',
      turns: [`http://${other}/here`, location],
    })
    expect(await fetchIn(`http://${host.host}/here`)).toMatchObject({ turns: [`http://${host.host}/here`] })
    for (location of ['http://10.0.0.1/there', 'https://localhost/', 'ipfs://bafy/there'])
      await expect(fetchIn(`http://${other}/here`), location).rejects.toMatchObject({ code: 'source-refused' })
    location = `http://${host.host}/${'x'.repeat(3_000)}`
    await expect(fetchIn(`http://${other}/here`)).rejects.toMatchObject({ code: 'media-unavailable' })
  })

  it('gives up a circle of redirects', async () => {
    let other = '/ipfs/again'
    await using host = await serve((_, answer) => answer.writeHead(302, { location: other }).end())
    const options = {
      gateways: [host.gateway],
      arweaveGateways: [],
      allowedHosts: new Set([host.host, '127.0.0.2']),
      shares: new SourceShares(),
      isKnown: async () => true,
    }
    await expect(fetchSource(`ipfs://${cid}`, options)).rejects.toMatchObject({ code: 'media-unavailable' })
    let turns = 0
    const turn = async (at: string) => {
      turns += 1
      other = at.includes('127.0.0.1') ? at.replace('127.0.0.1', '127.0.0.2') : at.replace('127.0.0.2', '127.0.0.1')
      return fetchSource(at, options)
    }
    await expect(inTurns(`http://${host.host}/`, turn)).rejects.toMatchObject({ code: 'media-unavailable' })
    expect(turns).toBe(4)
  })

  it('stops reading what is too large, whatever the host said of its size', async () => {
    const chunk = Buffer.alloc(1024 * 1024)
    await using host = await serve((_, answer) => {
      const more = (): void => {
        while (answer.write(chunk)) if (answer.destroyed) return
      }
      answer.on('drain', more)
      more()
    })
    const failed = fetchSource(`ipfs://${cid}`, {
      gateways: [host.gateway],
      arweaveGateways: [],
      allowedHosts: new Set(),
      shares: new SourceShares(),
      isKnown: async () => true,
    })
    await expect(failed).rejects.toMatchObject({ code: 'media-unreadable' })
    expect(MAX_SOURCE_BYTES).toBe(26_214_400)
  })

  it.each([
    ['the reader', 0, 300],
    ['the host', 300, 0],
  ])('counts as slowness of a host what it takes itself: %s waits', async (_, hostMs, readerMs) => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    await using host = await serve(async (_, answer) => {
      answer.write('x')
      await pause(hostMs)
      answer.end('y')
    })
    const shares = new SourceShares()
    const took = vi.spyOn(shares, 'took')
    const options = { gateways: [host.gateway], arweaveGateways: [], allowedHosts: new Set<string>(), shares }
    const began = performance.now()
    await askSource(
      `ipfs://${cid}`,
      { ...options, isKnown: async () => true },
      {
        headers: {},
        async read({ body }) {
          for await (const _ of body) await pause(readerMs)
          await pause(readerMs)
        },
      },
    )
    const whole = performance.now() - began
    const [, ms = 0] = took.mock.calls[0] ?? []
    // The reader waits twice at least.
    if (readerMs > 0) expect(whole - ms).toBeGreaterThanOrEqual(2 * readerMs - 50)
    else expect(ms).toBeGreaterThanOrEqual(hostMs - 50)
  })

  it.each([
    ['a large file', 200_000, 0],
    ['a trickle', 1, 400],
  ])('counts as slowness of a host its waits and not its bytes: %s', async (_, size, leastMs) => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    await using host = await serve(async (_, answer) => {
      for (let each = 0; each < 10; each += 1) {
        answer.write(Buffer.alloc(size))
        await pause(50)
      }
      answer.end()
    })
    const shares = new SourceShares()
    const took = vi.spyOn(shares, 'took')
    const options = { gateways: [host.gateway], arweaveGateways: [], allowedHosts: new Set<string>(), shares }
    const began = performance.now()
    await fetchSource(`ipfs://${cid}`, { ...options, isKnown: async () => true })
    const whole = performance.now() - began
    const [, ms = 0] = took.mock.calls[0] ?? []
    // Of ten waits the longest counts, however long that one is on a busy machine.
    if (leastMs === 0) expect(whole - ms).toBeGreaterThan(250)
    else expect(ms).toBeGreaterThanOrEqual(leastMs)
  })

  it('reports an answer that is not HTTP as an unreachable host, and retains nothing of it', async () => {
    await using host = await serve((_, answer) => void answer.socket?.end('no HTTP '.repeat(5_000)))
    const options = { gateways: [host.gateway], arweaveGateways: [], allowedHosts: new Set<string>() }
    const failed = fetchSource(`ipfs://${cid}`, { ...options, shares: new SourceShares(), isKnown: async () => true })
    const failure: unknown = await failed.catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'media-unavailable', message: expect.stringContaining('cannot be reached') })
    expect(inspect(failure, { showHidden: true, depth: 9 }).length).toBeLessThan(5_000)
  })

  it('gives up a host that does not answer', async () => {
    await using host = await serve(() => undefined)
    const failed = fetchSource(`ipfs://${cid}`, {
      gateways: [host.gateway],
      arweaveGateways: [],
      allowedHosts: new Set(),
      shares: new SourceShares(),
      isKnown: async () => true,
      timeoutMs: 50,
    })
    await expect(failed).rejects.toMatchObject({
      code: 'media-unavailable',
      message: expect.stringContaining('did not respond in time'),
    })
  })
})
