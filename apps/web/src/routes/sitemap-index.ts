import type { LoaderFunctionArgs } from 'react-router'
import { apiContext, publicConfigContext } from '../lib/load-context.ts'
import { countSitemapParts, sitemapIndex } from '../lib/sitemap.ts'

/** The parts of the sitemap. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const parts = await countSitemapParts(context.get(apiContext), request.signal)
  return new Response(sitemapIndex(context.get(publicConfigContext).publicUrl, parts), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
