import type { MarketplaceInfo } from '@opal/contract/network'
import Toaster from '@opal/ui/feedback/toaster'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { readPreferences } from '../app/preferences.ts'
import { SiteProvider } from '../app/site.tsx'
import { TESTING_CONFIG } from './testing-config.ts'
import { MARKETPLACES } from './testing-marketplaces.ts'

/** Stub responses of the API by path. Other paths answer 404. */
export type ApiAnswers = Readonly<Record<string, (body: unknown, url: URL, method: string) => unknown>>

/** Thrown by a stub for an error response. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, message: string, code = status === 404 ? 'not-found' : 'internal') {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Renders a component in a page of the site, with toasts and a stubbed API. For component tests.
 * @param route pattern and address of the page, and the data of its loader.
 */
export function renderSite(
  children: ReactNode,
  answers: ApiAnswers,
  marketplaces: readonly MarketplaceInfo[] = MARKETPLACES,
  route: TestRoute = {},
) {
  const { router, page } = siteWith(children, answers, marketplaces, route)
  return { router, ...render(page) }
}

/** Renders as {@link renderSite} does, first on the server, then by hydrating its HTML. */
export async function hydrateSite(
  children: ReactNode,
  answers: ApiAnswers,
  marketplaces: readonly MarketplaceInfo[] = MARKETPLACES,
  route: TestRoute = {},
) {
  const html = renderToString(siteWith(children, answers, marketplaces, route).page)
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  const { router, page } = siteWith(children, answers, marketplaces, route)
  const rendered = render(page, { container, hydrate: true })
  // Lazy parts come.
  await act(async () => {})
  return { router, html, ...rendered }
}

interface TestRoute {
  readonly path?: string
  readonly at?: string
  readonly loaderData?: unknown
  /** Cookie header with the preferences. */
  readonly cookies?: string
  /** The `handle` that the route's module exports. */
  readonly handle?: unknown
  /** A query client with cached results. */
  readonly queries?: QueryClient
}

function siteWith(
  children: ReactNode,
  answers: ApiAnswers,
  marketplaces: readonly MarketplaceInfo[],
  route: TestRoute,
) {
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => answer(answers, input, init))
  const queries = route.queries ?? new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = (
    <SiteProvider
      config={TESTING_CONFIG}
      marketplaces={marketplaces}
      rate={{ cents: null, ageSeconds: null }}
      preferences={readPreferences(route.cookies ?? null)}
    >
      <QueryClientProvider client={queries}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </SiteProvider>
  )
  const { path = '*', at = '/', loaderData = null, handle } = route
  // A loader delays every navigation: only pages with loader data get one.
  const loader = loaderData === null ? {} : { loader: () => loaderData }
  const router = createMemoryRouter([{ id: 'page', path, element: page, handle, ...loader }], {
    initialEntries: [at],
    hydrationData: { loaderData: { page: loaderData } },
  })
  return { router, page: <RouterProvider router={router} /> }
}

async function answer(answers: ApiAnswers, input: string | URL | Request, init?: RequestInit): Promise<Response> {
  // As the browser does: a call that has ended is not sent.
  init?.signal?.throwIfAborted()
  const request = new Request(input, init)
  const url = new URL(request.url)
  const { pathname } = url
  const found = answers[pathname]
  try {
    if (found === undefined) throw new ApiFailure(404, `nothing answers ${pathname}`)
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    return Response.json(await found(body, url, request.method))
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const { code } = error
    return Response.json(
      { error: { code, message: error.message, retryable: code === 'overloaded', details: {} } },
      error,
    )
  }
}
