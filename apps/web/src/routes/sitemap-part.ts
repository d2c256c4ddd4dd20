import type { LoaderFunctionArgs } from 'react-router'
import { apiContext, publicConfigContext } from '../lib/load-context.ts'
import { readSitemapPart, sitemapPart } from '../lib/sitemap.ts'

/** One part of the sitemap: `/sitemap/0`, `/sitemap/1` ... */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const number = /^\d{1,3}$/.test(params.part ?? '') ? Number(params.part) : Number.NaN
  const paths = await readSitemapPart(context.get(apiContext), number, request.signal)
  if (paths === null) return new Response('Not found', { status: 404 })
  return new Response(sitemapPart(context.get(publicConfigContext).publicUrl, paths), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
