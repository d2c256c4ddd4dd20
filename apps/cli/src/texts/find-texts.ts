import { parseSync, Visitor } from 'oxc-parser'

/** A text that people may read, and its place in the source. */
export interface FoundText {
  readonly line: number
  readonly text: string
}

/** Attributes that machines read. */
const READ_BY_MACHINES =
  /^(?:className|id|href|to|src|srcSet|sizes|rel|type|d|viewBox|transform|style|data-.*|aria-\w+by)$/

/**
 * Finds the texts in a module that people may read: text between tags, and every string that has a space or begins like a sentence.
 * Read from the syntax tree: comments, imports, types and SQL are left out. Some of what is found is for programs, and single words in
 * lower case are not found.
 * @throws Error when the module cannot be parsed.
 */
export function findTexts(fileName: string, code: string): readonly FoundText[] {
  const { program, errors } = parseSync(fileName, code)
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message ?? 'cannot be parsed'}`)
  const found: FoundText[] = []
  /** Parts that hold no text: their literals are left out. */
  const leftOut: Span[] = []
  const leave = (part: Span | null): void => {
    if (part !== null) leftOut.push(part)
  }
  const note = (node: Span, text: string): void => {
    if (leftOut.some(({ start, end }) => start <= node.start && node.end <= end)) return
    found.push({ line: code.slice(0, node.start).split('\n').length, text })
  }
  new Visitor({
    ImportDeclaration: leave,
    ExportAllDeclaration: leave,
    ExportNamedDeclaration: ({ source }) => leave(source),
    TSLiteralType: leave,
    TaggedTemplateExpression: leave,
    Property: ({ key, computed }) => (computed ? undefined : leave(key)),
    JSXAttribute: (attribute) => {
      if (attribute.name.type === 'JSXIdentifier' && READ_BY_MACHINES.test(attribute.name.name)) leave(attribute)
    },
    JSXText: ({ start, end, value }) => {
      // The text includes its indentation.
      const text = value.trim()
      if (hasWord(text)) note({ start: start + value.indexOf(text), end }, text.replaceAll(/\s+/g, ' '))
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && isRead(node.value)) note(node, node.value)
    },
    TemplateLiteral: (node) => {
      const text = node.quasis
        .map(({ value }, index) => {
          const expression = node.expressions[index]
          return expression === undefined
            ? value.cooked
            : `${value.cooked}{${code.slice(expression.start, expression.end)}}`
        })
        .join('')
        .replaceAll(/\s+/g, ' ')
      if (isRead(node.quasis.map(({ value }) => value.cooked).join(' '))) note(node, text.trim())
    },
  }).visit(program)
  return found.sort((one, other) => one.line - other.line)
}

interface Span {
  readonly start: number
  readonly end: number
}

function hasWord(text: string): boolean {
  return /\p{L}{2}/u.test(text)
}

function isRead(text: string): boolean {
  return hasWord(text) && (/\S\s+\S/.test(text) || isCapitalised(text)) && !SQL.test(text)
}

/** Names of types begin like sentences, too. */
function isCapitalised(text: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(text) && !/(?:Event|Error|Element|Key)$/.test(text)
}

const SQL = /^\s*(?:select|insert|update|delete|with) /
