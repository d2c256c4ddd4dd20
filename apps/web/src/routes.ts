import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/landing.tsx'),
  route('collection', 'routes/collections.tsx', { id: 'collection-alone' }),
  route('collections', 'routes/collections.tsx', { id: 'collections-alone' }),
  route('collection/:collection?/collections', 'routes/collections.tsx'),
  route('collection/:collection', 'routes/collection.tsx'),
  route('collection/:collection/:token', 'routes/token.tsx'),
  route('activity', 'routes/activity.tsx'),
  route('portfolio', 'routes/portfolio.tsx'),
  route('mints', 'routes/moved.ts', { id: 'moved-mints' }),
  route('rewards', 'routes/moved.ts', { id: 'moved-rewards' }),
  route('airdrop', 'routes/airdrop.tsx'),
  route('sitemap.xml', 'routes/sitemap-index.ts'),
  route('sitemap/:part', 'routes/sitemap-part.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('launchpad', 'routes/mints.tsx'),
  route('account-delete', 'routes/account-delete.tsx'),
  route('terms-of-service', 'routes/terms-of-service.tsx'),
  route('privacy-policy', 'routes/privacy-policy.tsx'),
  route(':address', 'routes/wallet.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
