/** Keys and signatures of a wrong shape are wrong, not exceptional. */
export function quietly(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
