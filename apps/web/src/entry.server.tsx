import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { isClientsFault } from './app/failures/missing-parts.ts'
import { PageStylesContext } from './app/head/page-styles.tsx'
import { nonceContext, reportContext, stylesContext } from './app/loading/load-context.ts'
import { gatherWrites } from './server/gather-writes.ts'

export { createLoadContext } from './app/loading/load-context.ts'

/** Timeout of streaming a page, in milliseconds. */
export const streamTimeout = 10_000

/** Renders a document: people get the shell immediately and the rest as it comes, crawlers the whole. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext)
  const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(
      <PageStylesContext value={stylesOf(routerContext, loadContext.get(stylesContext))}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </PageStylesContext>,
      {
        nonce,
        // Nothing that is rendered in time is held back: a part sent apart would wait hidden for a script to show it.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        [ready]() {
          clearTimeout(giveUp)
          const body = gatherWrites()
          pipe(body)
          const stream = createReadableStreamFromReadable(body)
          resolve(new Response(stream, { headers, status: failed ? 500 : status }))
        },
        onShellError: reject,
        onError(error) {
          failed = true
          loadContext.get(reportContext)(error)
        },
      },
    )
    const giveUp = setTimeout(abort, streamTimeout)
    request.signal.addEventListener('abort', () => abort(), { once: true })
  })
}

/** The style sheets of the routes that are shown, in their order and each once. */
function stylesOf({ manifest, staticHandlerContext }: EntryContext, read: (href: string) => string): string {
  const routes = ['root', ...staticHandlerContext.matches.map(({ route }) => route.id)]
  const sheets = routes.flatMap((id) => manifest.routes[id]?.css ?? [])
  const files = sheets.map((href) => href.replace(/#.*$/, ''))
  return [...new Set(files)].map(read).join('\n')
}

/** Tells the log what a loader threw; a visitor who left, and an address where nothing is, are no errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isClientsFault(error)) (context as RouterContextProvider).get(reportContext)(error)
}
