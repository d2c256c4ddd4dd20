import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { bundleForPage } from './bundle-for-page.ts'
import { MinimalApp } from './minimal-app.ts'
import type { PageNode } from './page-tree.ts'

const compress = promisify(brotliCompress)
/** Compresses as the product's server does a page that it has just rendered. */
const PAGE_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** A page of the product, taken apart. */
export interface TakenPage {
  readonly name: string
  readonly body: PageNode
  /** All its style sheets, as one. */
  readonly css: string
}

/** The same pages without script, and by React alone; and the barest grid of ten thousand cards. */
export interface BaselineSite extends AsyncDisposable {
  readonly origin: string
  /** Compressed script of the minimal page, in bytes. */
  readonly scriptBytes: number
}

interface Served {
  readonly type: string
  readonly body: Buffer
}

/**
 * Serves `/static/<name>`, `/minimal/<name>` and `/grid`.
 * @param assets origin of the product, where the fonts that the style sheets name are.
 */
export async function startBaselineSite(pages: readonly TakenPage[], assets: string): Promise<BaselineSite> {
  const [minimal, grid] = [
    await bundleForPage(join(import.meta.dirname, 'hydrate-minimal.ts')),
    await bundleForPage(join(import.meta.dirname, 'bare-grid.ts')),
  ]
  const files = new Map<string, Served>([
    ['/minimal.js', await compressed('text/javascript', minimal, constants.BROTLI_MAX_QUALITY)],
    ['/grid.js', await compressed('text/javascript', grid, constants.BROTLI_MAX_QUALITY)],
    ['/image.svg', await compressed('image/svg+xml', IMAGE)],
    [
      '/grid',
      await compressed(
        'text/html',
        '<!doctype html><title>grid</title><div id="root"></div><script src="/grid.js"></script>',
      ),
    ],
  ])
  for (const page of pages) {
    const rendered = renderToString(createElement(MinimalApp, { body: page.body }))
    files.set(`/static/${page.name}`, await compressed('text/html', documentOf(page, rendered, '')))
    const data = JSON.stringify(page.body).replaceAll('<', '\\u003c')
    const scripts = `<script type="application/json" id="data">${data}</script><script src="/minimal.js" defer></script>`
    files.set(`/minimal/${page.name}`, await compressed('text/html', documentOf(page, rendered, scripts)))
  }
  const server = await listen(files, assets)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the baseline site has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    scriptBytes: files.get('/minimal.js')?.body.length ?? 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#48a"/><circle cx="4" cy="4" r="3" fill="#fc3"/></svg>'

function documentOf({ css }: TakenPage, rendered: string, scripts: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>page</title><style>${css}</style>`
  return `<!doctype html><html lang="en" data-theme="dark"><head>${head}</head><body><div id="root">${rendered}</div>${scripts}</body></html>`
}

async function compressed(type: string, text: string, quality?: number): Promise<Served> {
  const options = quality === undefined ? PAGE_QUALITY : { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  return { type, body: await compress(text, options) }
}

async function listen(files: ReadonlyMap<string, Served>, assets: string): Promise<Server> {
  const fontOf = createFontCache(assets)
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const file = files.get(path)
    if (file !== undefined)
      return response
        .writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'content-length': file.body.length })
        .end(file.body)
    if (!path.startsWith('/assets/')) return response.writeHead(404).end()
    fontOf(path).then(
      (font) => response.writeHead(200, { 'content-type': 'font/woff2', 'cache-control': 'max-age=3600' }).end(font),
      () => response.writeHead(502).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

/** Returns a reader of the product's fonts that reads each once; one that could not be read is asked for again. */
function createFontCache(origin: string): (path: string) => Promise<Buffer> {
  const fonts = new Map<string, Promise<Buffer>>()
  const read = async (path: string) => {
    const answer = await fetch(origin + path)
    if (!answer.ok) throw new Error(`${origin}${path} answered ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  return (path) => {
    const known = fonts.get(path)
    if (known !== undefined) return known
    const font = read(path)
    font.catch(() => fonts.delete(path))
    fonts.set(path, font)
    return font
  }
}
