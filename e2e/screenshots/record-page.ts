import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** A screenshot of the page, and when it was taken, in milliseconds. */
interface Frame {
  readonly jpeg: Buffer
  readonly atMs: number
}

/** Frames in a second, at most: a third of the file's size at which motion still reads as motion. */
const FRAMES_A_SECOND = 8
const FRAME_MS = 1000 / FRAMES_A_SECOND
/** Longest time that one frame is shown: waits of the recording machine are no part of a tour. */
const LONGEST_MS = 1_200
/** Duration of the last frame before the recording starts again. */
const LAST_MS = 2_000

/**
 * Records a page while something is done on it, as an animated WebP.
 * @param options.width of the recording, in pixels.
 * @returns the file, and its length in seconds.
 * @throws Error when the page drew nothing.
 */
export async function recordPage(
  page: Page,
  act: () => Promise<void>,
  { width }: { readonly width: number },
): Promise<{ readonly webp: Buffer; readonly seconds: number }> {
  const frames = thin(await captureFrames(page, act))
  const delays = frames.map(({ atMs }, index) => {
    const next = frames[index + 1]
    return next === undefined ? LAST_MS : Math.round(Math.min(LONGEST_MS, next.atMs - atMs))
  })
  const images = await Promise.all(frames.map(({ jpeg }) => sharp(jpeg).resize({ width }).png().toBuffer()))
  const webp = await sharp(images, { join: { animated: true } })
    .webp({ delay: delays, loop: 0, quality: 60, effort: 4, mixed: true })
    .toBuffer()
  return { webp, seconds: delays.reduce((sum, delay) => sum + delay, 0) / 1000 }
}

/** Chromium sends a frame whenever it has drawn something new, and the next one once this one is acknowledged. */
async function captureFrames(page: Page, act: () => Promise<void>): Promise<readonly Frame[]> {
  const devtools = await page.context().newCDPSession(page)
  const frames: Frame[] = []
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ jpeg: Buffer.from(data, 'base64'), atMs: (metadata.timestamp ?? 0) * 1000 })
    // A page that has closed needs no answer.
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 92 })
  await act()
  await devtools.send('Page.stopScreencast')
  await devtools.detach()
  if (frames.length === 0) throw new Error('the page drew nothing to record')
  return frames
}

/**
 * Stores the last frame of each interval: a file of every one would be several times as large. Frames may come in another
 * order than they were drawn in.
 */
function thin(frames: readonly Frame[]): readonly Frame[] {
  const inOrder = frames.toSorted((a, b) => a.atMs - b.atMs)
  return inOrder.filter(({ atMs }, index) => {
    const next = inOrder[index + 1]
    return next === undefined || Math.floor(next.atMs / FRAME_MS) !== Math.floor(atMs / FRAME_MS)
  })
}
