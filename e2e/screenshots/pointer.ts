import type { Locator, Page } from 'playwright-core'

/** A person's hand on the mouse: what it points at can be followed by eye. */
export interface Pointer {
  /** Glides to the middle of an element and presses it. */
  press(target: Locator): Promise<void>
  /** Glides to the middle of an element. */
  pointAt(target: Locator): Promise<void>
}

/** However long a machine takes to draw a step. */
const GLIDE_MS = 400
const GLIDE_STEP_MS = 22
/** A reader sees where the pointer is before something happens. */
const REST_MS = 350

/** Draws a pointer on the page, which a recording would not show otherwise. Call it before the page is opened. */
export async function createPointer(page: Page): Promise<Pointer> {
  await page.addInitScript(drawPointer)
  let at = { x: 720, y: 450 }
  const pointAt = async (target: Locator) => {
    const box = await target.boundingBox()
    if (box === null) throw new Error(`${target} is not on the page`)
    const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    for (const start = Date.now(); ; await page.waitForTimeout(GLIDE_STEP_MS)) {
      const done = Math.min(1, (Date.now() - start) / GLIDE_MS)
      const part = easeInOut(done)
      await page.mouse.move(at.x + (to.x - at.x) * part, at.y + (to.y - at.y) * part)
      if (done === 1) break
    }
    at = to
    await page.waitForTimeout(REST_MS)
  }
  return {
    pointAt,
    async press(target) {
      await pointAt(target)
      await page.mouse.down()
      await page.mouse.up()
    },
  }
}

function easeInOut(part: number): number {
  return part * part * (3 - 2 * part)
}

/** Runs in the page. The arrow lies over everything and catches no click. */
function drawPointer(): void {
  const arrow = document.createElement('div')
  arrow.style.cssText =
    'position:fixed;left:0;top:0;width:22px;height:22px;z-index:2147483647;pointer-events:none;' +
    'background:#fff;clip-path:polygon(0 0,0 80%,22% 62%,36% 96%,50% 90%,36% 57%,64% 57%);filter:drop-shadow(0 0 1px #000)'
  arrow.style.translate = '720px 450px'
  // A framework that hydrates the document drops elements that it did not render, so the arrow is put back.
  const show = () => {
    if (!arrow.isConnected) document.documentElement.append(arrow)
  }
  addEventListener(
    'mousemove',
    ({ clientX, clientY }) => {
      show()
      arrow.style.translate = `${clientX}px ${clientY}px`
    },
    true,
  )
}
