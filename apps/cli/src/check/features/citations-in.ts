/** A test that says which behaviour it proves. */
export interface Citation {
  readonly id: string
  /** Of the test, from the repository's root. */
  readonly path: string
  /** Of the comment, from 1. */
  readonly line: number
  /** The comment stands over a test, a suite, or another such comment. */
  readonly isOverTest: boolean
}

const COMMENT = /^\s*\/\/ @feature (.+)$/
const TEST = /^\s*(?:it|test|describe)\b/

/** Every `// @feature id, id` of a test file. */
export function citationsIn(path: string, text: string): readonly Citation[] {
  const lines = text.split('\n')
  return lines.flatMap((comment, index) => {
    const ids =
      COMMENT.exec(comment)?.[1]
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? []
    const isOverTest = TEST.test(lines.slice(index + 1).find((line) => !isComment(line)) ?? '')
    return ids.map((id) => ({ id, path, line: index + 1, isOverTest }))
  })
}

function isComment(line: string): boolean {
  return line.trim() === '' || line.trim().startsWith('//')
}
