/**
 * Returns the fields of a value that a reader never looked at, by path. A validator that was generated from a schema reads every field that the
 * schema knows, so a field that it never read is unknown to the schema.
 * @param read gets the value, and reads the fields that it knows.
 */
export function unreadFields(value: object, read: (watched: object) => void): readonly string[] {
  const seen = new Set<string>()
  read(watch(value, '', seen))
  return fieldsOf(value, '').filter((path) => !seen.has(path))
}

function watch(value: object, path: string, seen: Set<string>): object {
  return new Proxy(value, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof name === 'symbol') return found
      const place = `${path}/${name}`
      seen.add(place)
      return typeof found === 'object' && found !== null ? watch(found, place, seen) : found
    },
  })
}

function fieldsOf(value: object, path: string): readonly string[] {
  return Object.entries(value).flatMap(([name, field]) => {
    const place = `${path}/${name}`
    return [place, ...(typeof field === 'object' && field !== null ? fieldsOf(field, place) : [])]
  })
}
