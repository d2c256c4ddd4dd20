import { startServer } from '@opal/domain/testing/start-server'

/** A web server of broken and hostile images. */
export interface BrokenImages extends AsyncDisposable {
  /** Nothing is there. */
  readonly dead: string
  /** Draws a square, and would set `window.executed`. */
  readonly scripted: string
  /** Twenty megabytes, one frame of them. */
  readonly huge: string
  /** Larger than the most that is fetched. */
  readonly endless: string
}

const MB = 1_000_000
const SCRIPTED = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="window.executed = true">
  <script>window.executed = true; parent.executed = true</script><rect width="9" height="9" fill="#48a"/></svg>`

/** Serves them until it is disposed of. */
export async function startBrokenImages(): Promise<BrokenImages> {
  const huge = gifOf(20 * MB)
  const server = await startServer((request, response) => {
    if (request.url === '/scripted.svg')
      return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(SCRIPTED)
    if (request.url === '/huge.gif') return response.writeHead(200, { 'content-type': 'image/gif' }).end(huge)
    if (request.url === '/endless.gif')
      return response.writeHead(200, { 'content-type': 'image/gif' }).end(gifOf(30 * MB))
    return response.writeHead(404).end()
  })
  return {
    ...server,
    dead: `${server.url}/dead.png`,
    scripted: `${server.url}/scripted.svg`,
    huge: `${server.url}/huge.gif`,
    endless: `${server.url}/endless.gif`,
  }
}

/** Returns an image of one pixel with a comment that makes it as long as wanted. */
function gifOf(bytes: number): Buffer {
  const head = Buffer.from('47494638396101000100800000ff0000ffffff', 'hex')
  const frame = Buffer.from('2c00000000010001000002024401003b', 'hex')
  const block = Buffer.concat([Buffer.from([255]), Buffer.alloc(255, 0x20)])
  const count = Math.ceil((bytes - head.length - frame.length) / block.length)
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe]),
    ...Array.from({ length: count }, () => block),
    Buffer.from([0]),
  ])
  return Buffer.concat([head, comment, frame])
}
