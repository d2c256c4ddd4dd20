import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects the garbage of this process, so that what is in use can be measured: what other tests left, which is freed at any time, would
 * count otherwise. A collection frees buffers in the background, so there is another until their number stays the same.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let bytes = process.memoryUsage().arrayBuffers
  for (let unchanged = 0; unchanged < 3; ) {
    collect()
    await setImmediate()
    const now = process.memoryUsage().arrayBuffers
    unchanged = now === bytes ? unchanged + 1 : 0
    bytes = now
  }
}
