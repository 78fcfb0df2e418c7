import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'

/** A part of a text inside a block. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly parts: readonly Inline[] }
  /** An image in the text itself, as a `data:` URL. */
  | { readonly kind: 'image'; readonly url: string; readonly text: string }
  | { readonly kind: 'break' }

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly parts: readonly Inline[] }
  /** `action`: `run` runs the text in the terminal, `apply` opens it in the editor as `file`. */
  | { readonly kind: 'code'; readonly text: string; readonly action?: 'run' | 'apply'; readonly file?: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'callout'; readonly title: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }

/** A part of a text that scenarios may not contain (reference/scenarios.md 9). */
export interface MarkdownFault {
  /** A sentence without its subject: `is a table inside a table`. */
  readonly message: string
  /** The line and the column are counted from 0. */
  readonly line: number
  readonly column: number
}

/** The blocks of a text, and a fault for each part outside the subset. Such a part becomes plain text or is omitted. */
export interface Markdown {
  readonly blocks: readonly Block[]
  readonly faults: readonly MarkdownFault[]
}

/**
 * Reads the Markdown of a scenario (reference/scenarios.md, Markdown): headings, paragraphs, lists, code, tables, emphasis, line
 * breaks, quotes as callouts, links to http, https and mailto, and images as data.
 */
export function readMarkdown(text: string): Markdown {
  const { children } = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  const reader = new MarkdownReader()
  return { blocks: reader.blocks(children, 0), faults: reader.faults }
}

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]
type Image = Extract<Node, { type: 'image' }>
type Link = Extract<Node, { type: 'link' }>
type Code = Extract<Node, { type: 'code' }>

const DEEPEST = 8
const FILE = /^[\w.-]{1,100}$/
const CALLOUT = /^\[!(NOTE|TIP|WARNING)\]\s*/

/** The types of nodes outside the subset, with the messages of their faults. */
const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['html', 'is HTML, which scenarios do not have; write code between backticks'],
  ['thematicBreak', 'is a thematic break, which scenarios do not have; use a heading'],
  ['definition', 'is the definition of a link; write the address in the link itself: [text](https://…)'],
  ['linkReference', 'is a link without its address; write [text](https://…)'],
  ['imageReference', 'is an image without its address; write ![text](data:image/png;base64,…)'],
])

class MarkdownReader {
  readonly faults: MarkdownFault[] = []

  blocks(nodes: readonly Node[], depth: number): readonly Block[] {
    const [first] = nodes
    if (depth <= DEEPEST) return nodes.flatMap((node) => this.#block(node, depth))
    if (first !== undefined) this.#fault(first, `is nested more than ${DEEPEST} levels deep`)
    return []
  }

  #block(node: Node, depth: number): readonly Block[] {
    switch (node.type) {
      case 'paragraph':
      case 'heading':
        return [{ kind: node.type, parts: this.#inlines(node.children, depth) }]
      case 'code':
        return [this.#code(node)]
      case 'list':
        return [
          {
            kind: 'list',
            ordered: node.ordered === true,
            items: node.children.map((item) => this.blocks(item.children, depth + 1)),
          },
        ]
      case 'blockquote':
        return [calloutOf(this.blocks(node.children, depth + 1))]
      case 'table': {
        const rows = node.children.map((row) => row.children.map((cell) => this.#inlines(cell.children, depth)))
        return [{ kind: 'table', rows }]
      }
      case 'html':
        this.#outside(node)
        return [{ kind: 'paragraph', parts: [{ kind: 'text', text: node.value }] }]
      default:
        this.#outside(node)
        return []
    }
  }

  #code(node: Code): Block {
    const words = [node.lang ?? '', ...(node.meta ?? '').split(' ')].filter(Boolean)
    const action = words.find((word) => word === 'run' || word === 'apply')
    if (action === undefined) return { kind: 'code', text: node.value }
    const file = words[words.indexOf(action) + 1]
    if (file === undefined) return { kind: 'code', text: node.value, action }
    if (FILE.test(file)) return { kind: 'code', text: node.value, action, file }
    this.#fault(node, 'has a file name that is not 1 to 100 letters, digits, dots, hyphens and underscores')
    return { kind: 'code', text: node.value, action }
  }

  #inlines(nodes: readonly Node[], depth: number): readonly Inline[] {
    const [first] = nodes
    if (depth <= DEEPEST) return nodes.flatMap((node) => this.#inline(node, depth + 1))
    if (first !== undefined) this.#fault(first, `is nested more than ${DEEPEST} levels deep`)
    return []
  }

  #inline(node: Node, depth: number): readonly Inline[] {
    switch (node.type) {
      case 'text':
        return [{ kind: 'text', text: node.value }]
      case 'html':
        this.#outside(node)
        return [{ kind: 'text', text: node.value }]
      case 'inlineCode':
        return [{ kind: 'code', text: node.value }]
      case 'strong':
      case 'emphasis':
        return [{ kind: node.type, parts: this.#inlines(node.children, depth) }]
      case 'break':
        return [{ kind: 'break' }]
      case 'link':
        return this.#link(node, depth)
      case 'image':
        return [this.#image(node)]
      default:
        this.#outside(node)
        return []
    }
  }

  #link(node: Link, depth: number): readonly Inline[] {
    const parts = this.#inlines(node.children, depth)
    if (isSafeLink(node.url)) return [{ kind: 'link', url: node.url, parts }]
    this.#fault(node, 'is a link whose address does not begin with http://, https:// or mailto:')
    return parts
  }

  #image(node: Image): Inline {
    const text = node.alt ?? ''
    if (isImage(node.url)) return { kind: 'image', url: node.url, text }
    this.#fault(node, 'is an image whose address has another form than data:image/png;base64,… (png, jpeg, gif, webp)')
    return { kind: 'text', text }
  }

  #outside(node: Node): void {
    this.#fault(node, OUTSIDE.get(node.type) ?? 'is outside the Markdown of scenarios')
  }

  #fault({ position }: Node, message: string): void {
    const { line, column } = position?.start ?? { line: 1, column: 1 }
    this.faults.push({ message, line: line - 1, column: column - 1 })
  }
}

const TITLES: Readonly<Record<string, string>> = { NOTE: 'Note', TIP: 'Tip', WARNING: 'Warning' }

/** A callout. `[!TIP]` at the start of the quote gives it the title Tip. Without NOTE, TIP or WARNING the title is Note. */
function calloutOf(blocks: readonly Block[]): Block {
  const [first, ...others] = blocks
  const start = first?.kind === 'paragraph' ? first.parts[0] : undefined
  const word = start?.kind === 'text' ? CALLOUT.exec(start.text) : null
  if (first?.kind !== 'paragraph' || start?.kind !== 'text' || word === null)
    return { kind: 'callout', title: 'Note', blocks }
  const rest: Inline = { kind: 'text', text: start.text.slice(word[0].length) }
  const title = TITLES[word[1] ?? ''] ?? 'Note'
  return { kind: 'callout', title, blocks: [{ ...first, parts: [rest, ...first.parts.slice(1)] }, ...others] }
}

/** Whether a link has a safe scheme. Schemes such as `javascript:` run scripts in the page. */
const isSafeLink = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url)

/** Whether an address contains a raster image. An SVG is not allowed: a reader who opens it in its own tab would run its scripts. */
const isImage = (url: string): boolean => /^data:image\/(png|jpeg|gif|webp);base64,/i.test(url)
