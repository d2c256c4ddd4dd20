/** A library allocates a few hundred megabytes a second, so it is stopped within tens of them. */
const LOOK_MS = 20

/**
 * Ends this process once it takes this much more memory than now, until it is disposed. For a process that decodes what strangers made, in
 * threads other than this one: a file of a few kilobytes may hold an image of gigabytes, also within an SVG, where no header states the size.
 */
export function endBeyond(bytes: number): Disposable {
  const limit = process.memoryUsage.rss() + bytes
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL')
  }, LOOK_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
