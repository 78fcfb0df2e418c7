/**
 * `tabplane/rehype`: makes the code blocks of HTML trees runnable, for tools that read Markdown by themselves.
 *
 * @packageDocumentation
 */
import type { TabplaneOptions } from './block-kind.ts'
import { CLASS, isRunnable, scriptProperties } from './block-kind.ts'

export type { TabplaneOptions }

/** The parts of a hast tree that the plugin reads and writes. */
export interface HtmlNode {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HtmlNode[]
  data?: { meta?: string | null }
}

/**
 * Puts each `<pre>` into an element of the class `tabplane` when its `<code>` has the word `tabplane` after its language
 * (`data.meta`) or as a class. Adds the script of the app to a page that has such a block.
 * @throws TypeError when `app` cannot be read as an address
 */
export function rehypeTabplane(options: TabplaneOptions = {}): (tree: HtmlNode) => void {
  const properties = scriptProperties(options)
  return (tree) => {
    if (!wrapBlocks(tree) || properties === undefined) return
    ;(tree.children ??= []).push({ type: 'element', tagName: 'script', properties, children: [] })
  }
}

/** Returns whether the tree has a runnable block. */
function wrapBlocks(node: HtmlNode): boolean {
  let found = false
  // Adds no `children` to a leaf: other plugins treat each node that has the member as a parent.
  if (node.children === undefined) return false
  node.children = node.children.map((child) => {
    if (child.tagName !== 'pre' || child.children?.some(isMarked) !== true) {
      found = wrapBlocks(child) || found
      return child
    }
    found = true
    return { type: 'element', tagName: 'div', properties: { className: [CLASS] }, children: [child] }
  })
  return found
}

const isMarked = ({ tagName, properties, data }: HtmlNode): boolean =>
  tagName === 'code' && ([properties?.['className'] ?? []].flat().includes(CLASS) || isRunnable(data?.meta))
