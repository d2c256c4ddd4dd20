import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createPageServer } from './page-server.ts'
import { serveFiles, servePages } from './web-server.ts'

it('pages are compressed on request and files of the build never, as anyone may request them without limit', async () => {
  using folder = mkdtempDisposableSync(`${tmpdir()}/opal-files-`)
  const text = 'const part = 1;'.repeat(10_000)
  writeFileSync(`${folder.path}/part.js`, text)
  writeFileSync(`${folder.path}/part.js.br`, brotliCompressSync(text))
  writeFileSync(`${folder.path}/part.js.gz`, gzipSync(text))
  writeFileSync(`${folder.path}/lone.svg`, text)
  const config = { exemptsOwnMachine: true, pagesPerMinute: 100 }
  const server = createPageServer({ trustedProxies: [] }, pino({ level: 'silent' }))
  await serveFiles(server, config, `${folder.path}/`)
  servePages(server, config, async (_, reply) => void reply.type('text/html').send(text))
  const ask = async (url: string, accepted: string) => {
    const { headers, rawPayload } = await server.inject({ url, headers: { 'accept-encoding': accepted } })
    return { encoding: headers['content-encoding'], bytes: rawPayload }
  }
  const stored = { br: brotliCompressSync(text), gzip: gzipSync(text) }
  for (const encoding of ['br', 'gzip'] as const)
    expect(await ask('/part.js', encoding)).toEqual({ encoding, bytes: stored[encoding] })
  for (const [url, accepted] of [
    ['/part.js', 'zstd, deflate'],
    ['/lone.svg', 'br, gzip, zstd'],
  ] as const) {
    const { encoding, bytes } = await ask(url, accepted)
    expect([encoding, String(bytes)]).toEqual([undefined, text])
  }
  const page = await ask('/', 'gzip')
  expect([page.encoding, String(gunzipSync(page.bytes))]).toEqual(['gzip', text])
  await server.close()
})
