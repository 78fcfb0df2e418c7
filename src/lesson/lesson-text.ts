import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'

/** A part of a text inside a block. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly parts: readonly Inline[] }
  /** An image in the text itself, as a `data:` address. */
  | { readonly kind: 'image'; readonly url: string; readonly text: string }
  | { readonly kind: 'break' }

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly parts: readonly Inline[] }
  /** `action`: what a click does with the text. `file`: the name that an applied text has in the editor. */
  | { readonly kind: 'code'; readonly text: string; readonly action?: 'run' | 'apply'; readonly file?: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'callout'; readonly title: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]

/** Deeper parts are left out. */
const DEEPEST = 8
const FILE = /^[\w.-]{1,100}$/
const CALLOUT = /^\[!(NOTE|TIP|WARNING)\]\s*/

/**
 * Reads the Markdown of a lesson: headings, paragraphs, lists, code, tables, quotes as callouts, links to http, https
 * and mailto, and images as data. HTML is shown as the text that it is.
 */
export function readLessonText(text: string): readonly Block[] {
  const { children } = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  return blocksOf(children, 0)
}

const blocksOf = (nodes: readonly Node[], depth: number): readonly Block[] =>
  depth > DEEPEST ? [] : nodes.flatMap((node) => blockOf(node, depth))

function blockOf(node: Node, depth: number): readonly Block[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return [{ kind: node.type, parts: inlinesOf(node.children, depth) }]
    case 'code': {
      const words = [node.lang ?? '', ...(node.meta ?? '').split(' ')]
      const action = words.find((word) => word === 'run' || word === 'apply')
      if (action === undefined) return [{ kind: 'code', text: node.value }]
      const file = words[words.indexOf(action) + 1]
      return [{ kind: 'code', text: node.value, action, ...(file !== undefined && FILE.test(file) && { file }) }]
    }
    case 'list':
      return [
        {
          kind: 'list',
          ordered: node.ordered === true,
          items: node.children.map((item) => blocksOf(item.children, depth + 1)),
        },
      ]
    case 'blockquote':
      return [calloutOf(blocksOf(node.children, depth + 1))]
    case 'table':
      return [
        {
          kind: 'table',
          rows: node.children.map((row) => row.children.map((cell) => inlinesOf(cell.children, depth))),
        },
      ]
    case 'html':
      return [{ kind: 'paragraph', parts: [{ kind: 'text', text: node.value }] }]
    default:
      return []
  }
}

const TITLES: Readonly<Record<string, string>> = { NOTE: 'Note', TIP: 'Tip', WARNING: 'Warning' }

/** A quote whose first line is `[!TIP]` has that word as its title. */
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

const inlinesOf = (nodes: readonly Node[], depth: number): readonly Inline[] =>
  depth > DEEPEST ? [] : nodes.flatMap((node) => inlineOf(node, depth + 1))

function inlineOf(node: Node, depth: number): readonly Inline[] {
  switch (node.type) {
    case 'text':
    case 'html':
      return [{ kind: 'text', text: node.value }]
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }]
    case 'strong':
    case 'emphasis':
      return [{ kind: node.type, parts: inlinesOf(node.children, depth) }]
    case 'break':
      return [{ kind: 'break' }]
    case 'link': {
      const parts = inlinesOf(node.children, depth)
      return isSafeLink(node.url) ? [{ kind: 'link', url: node.url, parts }] : parts
    }
    case 'image':
      return isImage(node.url)
        ? [{ kind: 'image', url: node.url, text: node.alt ?? '' }]
        : [{ kind: 'text', text: node.alt ?? '' }]
    default:
      return []
  }
}

/** A link leaves the page; it never runs a script. */
const isSafeLink = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url)

/** Raster images only: an SVG can refer to other sites. */
const isImage = (url: string): boolean => /^data:image\/(png|jpeg|gif|webp);base64,/i.test(url)
