/**
 * `tabplane/remark`: makes the marked code blocks of Markdown pages runnable. For Docusaurus, Astro, Next and others with remark.
 *
 * @packageDocumentation
 */
import type { TabplaneOptions } from './block-kind.ts'
import { CLASS, isRunnable, scriptProperties } from './block-kind.ts'

export type { TabplaneOptions }

/** The parts of an mdast tree that the plugin reads and writes. */
export interface MarkdownNode {
  type: string
  lang?: string | null
  meta?: string | null
  children?: MarkdownNode[]
  data?: { hName?: string; hProperties?: Record<string, unknown> }
}

/**
 * Puts each block ` ```yaml tabplane ` into an element of the class `tabplane`, and the script of the app at the end of a page that
 * has such a block. Without the script, readers see the plain block.
 * @throws TypeError when `app` cannot be read as an address
 */
export function remarkTabplane(options: TabplaneOptions = {}): (tree: MarkdownNode) => void {
  const properties = scriptProperties(options)
  return (tree) => {
    if (!wrapBlocks(tree) || properties === undefined) return
    const script = { type: 'tabplaneScript', data: { hName: 'script', hProperties: properties }, children: [] }
    ;(tree.children ??= []).push(script)
  }
}

/** Returns whether the tree has a runnable block. */
function wrapBlocks(node: MarkdownNode): boolean {
  let found = false
  // Adds no `children` to a leaf: other plugins treat each node that has the member as a parent.
  if (node.children === undefined) return false
  node.children = node.children.map((child) => {
    if (child.type !== 'code' || !isRunnable(child.meta)) {
      found = wrapBlocks(child) || found
      return child
    }
    found = true
    return { type: 'tabplaneBlock', data: { hName: 'div', hProperties: { className: [CLASS] } }, children: [child] }
  })
  return found
}
