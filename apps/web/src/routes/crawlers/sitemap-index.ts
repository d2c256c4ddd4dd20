import type { LoaderFunctionArgs } from 'react-router'
import { countSitemapParts, sitemapIndex } from '../../app/head/sitemap.ts'
import { apiContext, publicConfigContext } from '../../app/loading/load-context.ts'

/** Serves the sitemap index. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const parts = await countSitemapParts(context.get(apiContext), request.signal)
  return new Response(sitemapIndex(context.get(publicConfigContext).publicUrl, parts), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
