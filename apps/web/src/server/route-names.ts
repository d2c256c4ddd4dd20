import type { FastifyRequest } from 'fastify'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

const ASSETS = '/assets/*'

/** Returns how a request's route is called in metrics: by its template, so that no visitor makes new names. Null where there is none. */
export function createRouteNames({ routes }: Pick<ServerBuild, 'routes'>): (request: FastifyRequest) => string | null {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) =>
      route === undefined || route.parentId !== parentId
        ? []
        : [{ id: route.id, path: route.path, children: childrenOf(route.id) } as RouteObject],
    )
  const tree = childrenOf(undefined)
  return ({ url, routeOptions }) => {
    if (routeOptions.url === undefined) return null
    const path = url.replace(/\?.*/s, '')
    if (path.startsWith('/assets/')) return ASSETS
    // Served by itself: a file of the build, or a route of the server's own.
    if (!routeOptions.url.includes('*')) return routeOptions.url
    try {
      return (
        matchRoutes(tree, path)
          ?.flatMap(({ route }) => route.path ?? [])
          .join('/') || '/'
      )
    } catch {
      return null
    }
  }
}
