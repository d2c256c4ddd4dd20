/** Address at which the router's script asks which routes the links of a page lead to. */
const MANIFEST = '/__manifest'
/** Paths of one request: more than the links of a page. The router compares each with all routes, and some thousands fit into an address. */
const MAX_PATHS = 300

/** Returns whether a request asks for the routes of more paths than a page links to. @param url of the request, with its query */
export function asksForManyRoutes(url: string): boolean {
  const asked = URL.parse(url, 'http://site')
  if (asked?.pathname !== MANIFEST) return false
  return (asked.searchParams.get('paths') ?? '').split(',').length > MAX_PATHS
}
