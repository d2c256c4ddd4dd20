/**
 * A line that says what is going on and for how long. Rewritten in place on a terminal, printed once when done elsewhere.
 * @param {string} what
 */
export function startProgress(what) {
  const began = performance.now()
  const live = process.stdout.isTTY
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  if (!live) process.stdout.write(`  ${what} ...\n`)
  const draw = (mark, end) => process.stdout.write(`${live ? '\r\x1b[2K' : ''}${mark} ${what} ${seconds()}${end}`)
  const timer = live ? setInterval(() => draw(' ', ''), 200) : null
  const finish = (mark) => {
    if (timer) clearInterval(timer)
    draw(mark, '\n')
  }
  return { done: () => finish('✓'), failed: () => finish('✗') }
}
