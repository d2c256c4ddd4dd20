import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'

/** Page with one row for each claim about security. */
const PAGE = 'docs/reference/security.md'
const ROW = /^\| (?<claim>.*?) ?\| `(?<path>[^`]+)`: (?<name>.+) \|$/
const HEADER = /^\| (?:claim|---) /
const TEST_FILE = /\.test\.tsx?$/
const TEST_FUNCTION = /^(?:test|it|describe|\w+Test)$/

/** Checks that every claim about security cites a test which exists. @returns a sentence for each fault. */
export function checkSecurityClaims(root: string): readonly string[] {
  return faultsOfClaims(readFileSync(join(root, PAGE), 'utf8'), (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null,
  )
}

/** @param readTest returns the text of a file, null when there is none. */
export function faultsOfClaims(page: string, readTest: (path: string) => string | null): readonly string[] {
  const titles = new Map<string, readonly string[] | null>()
  const titlesOf = (path: string) => {
    const text = titles.has(path) || !TEST_FILE.test(path) ? null : readTest(path)
    if (!titles.has(path)) titles.set(path, text === null ? null : testTitles(path, text))
    return titles.get(path) ?? null
  }
  const rows = page.split('\n').flatMap((text, index) => (/^\| /.test(text) ? [{ text, line: index + 1 }] : []))
  const claims = rows.filter(({ text }) => !HEADER.test(text))
  if (claims.length === 0) return [`${PAGE} makes no claim`]
  return claims.flatMap(({ text, line }) => {
    const { path, name } = ROW.exec(text)?.groups ?? {}
    if (path === undefined || name === undefined) return [`${PAGE}:${line} cites no test`]
    const found = titlesOf(path)
    if (found === null) return [`${PAGE}:${line} cites ${path}, which is no test file`]
    return found.some((title) => title.includes(name)) ? [] : [`${PAGE}:${line} ${path} has no test "${name}"`]
  })
}

/** Returns the constant parts of the titles of a file's tests and suites. */
function testTitles(path: string, text: string): readonly string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!TEST_FUNCTION.test(calledName(callee))) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(...title.quasis.map(({ value }) => value.cooked ?? value.raw))
    },
  }).visit(parseSync(path, text).program)
  return titles
}

/** Returns `test` for `test`, `test.each(rows)`, and `test.runIf(condition)`; empty for other expressions. */
function calledName(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledName(callee.object)
  if (callee.type === 'CallExpression') return calledName(callee.callee)
  return callee.type === 'TaggedTemplateExpression' ? calledName(callee.tag) : ''
}
