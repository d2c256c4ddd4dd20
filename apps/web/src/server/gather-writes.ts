import { Transform } from 'node:stream'

/**
 * A stream that passes on as one what is written in one turn of the event loop. The server packs and sends every write by
 * itself, so that nothing waits; a page is rendered as hundreds of small ones, which packed one by one are twice as large.
 */
export function gatherWrites(): Transform {
  let gathered: Buffer[] = []
  const passOn = () => {
    if (gathered.length === 0) return
    const whole = Buffer.concat(gathered)
    gathered = []
    stream.push(whole)
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (gathered.length === 0) setImmediate(passOn)
      gathered.push(chunk)
      done()
    },
    flush(done) {
      passOn()
      done()
    },
  })
  return stream
}
