import { LAST_RESORT } from '../app/failures/last-resort-message.ts'

const STYLE = [
  'body{background:#0b0b0f;color:#f3f2f7;font:16px system-ui;display:grid;place-content:center;min-height:90vh;text-align:center}',
  'h1{font-size:20px}',
  'a{color:#b4a0ff}',
  '@media(prefers-color-scheme:light){body{background:#fbfbfd;color:#15131d}a{color:#5b37d3}}',
].join('')

/** Renders a static page, for requests that the site's own pages cannot answer. */
function barePage(title: string, message: string): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
  <body>
    <h1>${message}</h1>
    <p><a href="/">Home page</a></p>
  </body>
</html>
`
}

/** Sent when rendering a page and rendering its error page failed. */
export const LAST_RESORT_PAGE = barePage('An error occurred', LAST_RESORT)

const BAD_REQUEST_PAGE = barePage('400 Bad Request', 'This address isn’t valid.')
const NOT_FOUND_PAGE = barePage('404 Not Found', 'File not found.')
const READ_ONLY_PAGE = barePage('405 Method Not Allowed', 'Pages accept GET requests only.')
const TOO_MANY_PAGE = barePage('429 Too Many Requests', 'Too many pages at once. Wait a minute and try again.')
const BUSY_PAGE = barePage('503 Service Unavailable', 'Opal is busy. Try again in a moment.')
const FAILED_PAGE = barePage('An error occurred', 'An error occurred')

/** Returns the page for a status that the server answers without rendering. */
export function barePageOf(status: number): string {
  if (status === 404) return NOT_FOUND_PAGE
  if (status === 405) return READ_ONLY_PAGE
  if (status === 429) return TOO_MANY_PAGE
  if (status === 503) return BUSY_PAGE
  return status < 500 ? BAD_REQUEST_PAGE : FAILED_PAGE
}

/** Returns whether React Router could render neither the page nor its error page. */
export function isBareFailure(response: Response): boolean {
  return response.status === 500 && (response.headers.get('content-type') ?? '').startsWith('text/plain')
}
