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
 * Marks each `<code>` whose block has the word `tabplane` after its language (`data.meta`), or the class `tabplane` already, and
 * adds the script of the app to a page that has one.
 * @throws TypeError when `app` cannot be read as an address
 */
export function rehypeTabplane(options: TabplaneOptions): (tree: HtmlNode) => void {
  const properties = scriptProperties(options)
  return (tree) => {
    if (!mark(tree)) return
    ;(tree.children ??= []).push({ type: 'element', tagName: 'script', properties, children: [] })
  }
}

/** Returns whether the tree has a runnable block. */
function mark(node: HtmlNode): boolean {
  let found = false
  if (node.tagName === 'code') {
    const classes = [node.properties?.['className'] ?? []].flat()
    found = classes.includes(CLASS)
    if (!found && isRunnable(node.data?.meta)) {
      node.properties = { ...node.properties, className: [...classes, CLASS] }
      found = true
    }
  }
  for (const child of node.children ?? []) found = mark(child) || found
  return found
}
