import type { LoaderFunctionArgs } from 'react-router'
import { readSitemapPart, sitemapPart } from '../../app/head/sitemap.ts'
import { apiContext, publicConfigContext } from '../../app/loading/load-context.ts'

/** Serves one part of the sitemap: `/sitemap/0`, `/sitemap/1` ... */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const number = /^\d{1,3}$/.test(params.part ?? '') ? Number(params.part) : Number.NaN
  const paths = await readSitemapPart(context.get(apiContext), number, request.signal)
  if (paths === null) return new Response('Not found', { status: 404 })
  return new Response(sitemapPart(context.get(publicConfigContext).publicUrl, paths), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
