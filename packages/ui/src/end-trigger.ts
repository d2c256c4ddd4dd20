/** Rows before the end whose coming near asks for more. @source spec 000, section 9 "trigger row 35 from the end" */
const ROWS_BEFORE_END = 35
/** Lists so short never ask. @source spec 000, section 9 "none for lists of 5 or fewer" */
const TOO_SHORT = 5
/** @source spec 000, section 9 "300 ms debounce", "fetch minimum delay 200 ms" */
const DEBOUNCE_MS = 300
const BETWEEN_MS = 200

/** How many rows before its end a list asks for more: 35 of a long one, 0 of a shorter one, null where it never does. */
export function rowsBeforeEnd(count: number): number | null {
  if (count <= TOO_SHORT) return null
  return count > ROWS_BEFORE_END ? ROWS_BEFORE_END : 0
}

/** Calls once things have been quiet for 300 ms, and at least 200 ms after the call before. */
export function createEndTrigger(call: () => void): { readonly near: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  const fire = () => {
    const early = lastAt + BETWEEN_MS - performance.now()
    if (early > 0) {
      timer = setTimeout(fire, early)
      return
    }
    lastAt = performance.now()
    call()
  }
  return {
    near: () => {
      clearTimeout(timer)
      timer = setTimeout(fire, DEBOUNCE_MS)
    },
    cancel: () => clearTimeout(timer),
  }
}
