import { Transform } from 'node:stream'

/**
 * Creates a stream that joins the writes of one event loop turn. The server compresses and flushes every write separately, and a
 * page is rendered in hundreds of small writes, which compress to twice the size one by one.
 */
export function gatherWrites(): Transform {
  let gathered: Buffer[] = []
  const flushGathered = () => {
    if (gathered.length === 0) return
    const whole = Buffer.concat(gathered)
    gathered = []
    stream.push(whole)
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (gathered.length === 0) setImmediate(flushGathered)
      gathered.push(chunk)
      done()
    },
    flush(done) {
      flushGathered()
      done()
    },
  })
  return stream
}
