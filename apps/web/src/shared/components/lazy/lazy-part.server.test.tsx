// @vitest-environment node
import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, it } from 'vitest'
import { lazyPart } from './lazy-part.tsx'
import { MissingSection } from './missing-section.tsx'

// @feature shell.missing-dialog
it('is rendered by the server as by the page', async () => {
  const Part = lazyPart(async () => ({ default: () => <p>a chart</p> }), MissingSection)
  const { prelude } = await prerender(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  )
  expect(await new Response(prelude as ReadableStream).text()).toContain('<p>a chart</p>')
})
