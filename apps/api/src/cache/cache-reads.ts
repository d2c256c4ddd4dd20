/** Counts reads of a cache since the start. */
export class CacheReads {
  found = 0
  missing = 0

  count(isFound: boolean): void {
    if (isFound) this.found += 1
    else this.missing += 1
  }
}
