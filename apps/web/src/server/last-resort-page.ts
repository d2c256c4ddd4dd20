import { LAST_RESORT } from '../lib/last-resort-words.ts'

/** What is answered when rendering failed, and rendering the error page too: it needs no style, script or data. */
export const LAST_RESORT_PAGE = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>An error occurred</title></head>
  <body style="background:#0b0b0f;color:#f3f2f7;font:16px system-ui;display:grid;place-content:center;min-height:90vh;text-align:center">
    <h1 style="font-size:20px">${LAST_RESORT}</h1>
    <p><a href="/" style="color:#b4a0ff">Home page</a></p>
  </body>
</html>
`

/** React Router answers so when neither the page nor its error page could be rendered. */
export function isBareFailure(response: Response): boolean {
  return response.status === 500 && (response.headers.get('content-type') ?? '').startsWith('text/plain')
}
