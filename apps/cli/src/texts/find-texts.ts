import { parseSync } from 'oxc-parser'

/** A text that people read, and where it stands. */
export interface FoundText {
  readonly line: number
  readonly text: string
}

/** Attributes and members whose values people read, whatever they look like. */
const READ_BY_PEOPLE =
  /^(?:title|label|labels|header|name|heading|reason|message|text|description|definition|hint|note|summary|detail|caption|placeholder|alt|aria-label|aria-description|empty|question|answer|done|busy|button|confirm|unit|face|action|what|why|next|verb|subject|told|shortText|formula|sentence)$/
/** Attributes and members that machines read. */
const READ_BY_MACHINES =
  /^(?:className|id|key|to|href|src|srcSet|sizes|rel|target|type|role|d|fill|stroke|viewBox|transform|style|as|variant|size|kind|align|width|height|path|method|queryKey|prefetch|data-.*|aria-(?:live|haspopup|current|controls|labelledby|describedby|sort|orientation|autocomplete)|htmlFor|inputMode|autoComplete|pattern|slug|function|itemProp|property|content|lang|tag)$/
/** Calls whose texts are for programs. */
const FOR_PROGRAMS =
  /^(?:sql|ref|raw|querySelector|getItem|setItem|get|set|has|test|match|replace|replaceAll|split|join|startsWith|endsWith|includes|mark|measure|addEventListener|removeEventListener|createElement|RegExp|URL|matchMedia|describe|regex|startsWith|getAttribute|setAttribute|closest|lazy|debug|info|warn|trace)$/

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

/**
 * Finds every text in a module that people read: text between tags, texts of attributes and members that are shown, and whatever else
 * reads as words. Read from the syntax tree: comments, imports and types are left out.
 * @throws Error when the module cannot be parsed.
 */
export function findTexts(fileName: string, code: string): readonly FoundText[] {
  const { program, errors } = parseSync(fileName, code)
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message ?? 'cannot be parsed'}`)
  const found: FoundText[] = []
  const lineOf = lineCounter(code)
  const visit = (node: Node, context: Context): void => {
    const text = textOf(node, code)
    if (text !== null && isRead(text, node, context)) found.push({ line: lineOf(node.start + indentOf(node)), text })
    for (const [child, next] of childrenOf(node, context)) visit(child, next)
  }
  visit(program as unknown as Node, { owner: null, call: null })
  return found
}

/** Text between tags begins with its indentation. */
function indentOf(node: Node): number {
  return node.type === 'JSXText' ? (/^\s*/.exec(String(node.value))?.[0].length ?? 0) : 0
}

/** What a literal belongs to. */
interface Context {
  /** The attribute or member whose value it is. */
  readonly owner: string | null
  /** The function that it is handed to. */
  readonly call: string | null
}

function textOf(node: Node, code: string): string | null {
  if (node.type === 'JSXText') return String(node.value).replaceAll(/\s+/g, ' ').trim()
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return null
  const parts = node.quasis as readonly { readonly value: { readonly cooked: string } }[]
  const values = node.expressions as readonly Node[]
  return parts
    .map(({ value }, index) => {
      const expression = values[index]
      return value.cooked + (expression === undefined ? '' : `{${nameOf(expression, code)}}`)
    })
    .join('')
}

function nameOf(expression: Node, code: string): string {
  return code.slice(expression.start, expression.end as number).replaceAll(/\s+/g, ' ')
}

function isRead(text: string, node: Node, { owner, call }: Context): boolean {
  if (!/\p{L}{2}/u.test(text)) return false
  if (node.type === 'JSXText') return true
  if (call !== null && FOR_PROGRAMS.test(call)) return false
  if (owner !== null && READ_BY_MACHINES.test(owner)) return false
  if (owner !== null && READ_BY_PEOPLE.test(owner)) return /^[\p{Lu}\d<]|\s/u.test(text) && !isCode(text)
  return (/\s/.test(text.trim()) || /^\p{Lu}\p{Ll}{2,}/u.test(text)) && !isCode(text)
}

/** Queries, styles, addresses of modules and the like. */
function isCode(text: string): boolean {
  return (
    /^(?:\.{0,2}\/|@|#|--|https?:|0x|var\(|\(|select |insert |update |delete |with |:)/i.test(text.trim()) ||
    /^[\w-]+(?:\/[\w-]+)+$/.test(text) ||
    /[{};]\s*$/.test(text.trim().replace(/\{[^{}]*\}$/, '')) ||
    /^[\w-]+: [\w-]+(?:;|$)/.test(text) ||
    /^\p{Lu}[\w]*(?:Event|Error|Element|Key)$/u.test(text)
  )
}

function* childrenOf(node: Node, context: Context): Generator<readonly [Node, Context]> {
  if (/^(?:ImportDeclaration|ExportAllDeclaration|TS.*Type|TSInterface.*|TSTypeAliasDeclaration)$/.test(node.type))
    return
  const next = contextIn(node, context)
  for (const [member, value] of Object.entries(node)) {
    if (member === 'key' || member === 'source' || member === 'typeAnnotation' || member === 'typeArguments') continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield [child, next]
    }
  }
}

function contextIn(node: Node, context: Context): Context {
  switch (node.type) {
    case 'JSXAttribute':
      return { owner: memberName(node.name as Node), call: null }
    case 'Property':
    case 'PropertyDefinition':
      return { owner: memberName(node.key as Node), call: context.call }
    case 'CallExpression':
    case 'NewExpression':
      return { owner: null, call: memberName(node.callee as Node) }
    case 'TaggedTemplateExpression':
      return { owner: null, call: 'sql' }
    case 'JSXElement':
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      return { owner: node.type === 'ArrowFunctionExpression' ? context.owner : null, call: null }
    default:
      return context
  }
}

function memberName(node: Node): string | null {
  if (node.type === 'MemberExpression') return memberName(node.property as Node)
  const name = node.name ?? node.value
  return typeof name === 'string' ? name : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

function lineCounter(code: string): (offset: number) => number {
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let line = starts.findIndex((start) => start > offset)
    if (line === -1) line = starts.length
    return line
  }
}
