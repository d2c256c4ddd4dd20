import type { LoaderFunctionArgs } from 'react-router'
import { publicConfigContext } from '../../app/loading/load-context.ts'

/** Serves robots.txt: allows everything but the account page, and names the sitemap. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(
    `User-agent: *\nAllow: /\nDisallow: /account-delete\n\nSitemap: ${context.get(publicConfigContext).publicUrl}/sitemap.xml\n`,
    { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' } },
  )
